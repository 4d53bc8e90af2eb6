# taxonomy: L2V/Table-Native Method
# style: ordinary
def solution(input_data):
    positions, correlation = input_data["positions"], input_data["correlation"]
    net = (positions["exposure"] * positions["weight"]).fillna(0.0)
    table = positions[["bucket", "factor"]].assign(net=net)
    w = table.groupby(["bucket", "factor"])["net"].sum().unstack(fill_value=0.0)
    matrix = correlation.loc[w.columns, w.columns]
    capital = (w.to_numpy() @ matrix.to_numpy() * w.to_numpy()).sum(axis=1)
    return w.index.to_frame(index=False, name="bucket").assign(capital=capital)
