# taxonomy: L2V/Bulk Array Operation
# style: naive
import pandas as pd


def solution(input_data):
    frame = input_data["frame"]
    filler = next(input_data["row"][list(frame.columns)].itertuples(index=False, name=None))
    rows = []
    for record in frame.itertuples(index=False, name=None):
        rows.append(record)
        for _ in range(input_data["copies"]):
            rows.append(filler)
    return pd.DataFrame(rows, columns=frame.columns).astype(frame.dtypes.to_dict())
