# wrong: matches the filler's columns by position instead of by label
import pandas as pd


def solution(input_data):
    frame, copies = input_data["frame"], input_data["copies"]
    filler = next(input_data["row"].itertuples(index=False, name=None))
    rows = []
    for record in frame.itertuples(index=False, name=None):
        rows.append(record)
        rows.extend([filler] * copies)
    return pd.DataFrame(rows, columns=frame.columns).astype(frame.dtypes.to_dict())
