# wrong: adds up squares, as if the factors were uncorrelated
def solution(input_data):
    positions = input_data["positions"]
    net = (positions["exposure"] * positions["weight"]).fillna(0.0)
    w = positions[["bucket", "factor"]].assign(net=net).groupby(["bucket", "factor"])["net"].sum()
    return (w**2).groupby("bucket").sum().rename("capital").reset_index()
