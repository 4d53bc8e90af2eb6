# wrong: drops positions with missing numbers, and with them the buckets that have no others
def solution(input_data):
    positions, correlation = input_data["positions"].dropna(), input_data["correlation"]
    table = positions.assign(net=positions["exposure"] * positions["weight"])
    w = table.groupby(["bucket", "factor"])["net"].sum().unstack(fill_value=0.0)
    matrix = correlation.loc[w.columns, w.columns]
    capital = (w.to_numpy() @ matrix.to_numpy() * w.to_numpy()).sum(axis=1)
    return w.index.to_frame(index=False, name="bucket").assign(capital=capital)
