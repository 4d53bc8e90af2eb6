# taxonomy: DLO/Fit-for-Purpose Container
# style: naive
import pandas as pd


def solution(input_data):
    frame, row, copies = input_data["frame"], input_data["row"], input_data["copies"]
    columns = {}
    for name in frame.columns:
        filler = [row[name].iloc[0]] * copies
        values = []
        for value in frame[name]:
            values.append(value)
            values.extend(filler)
        columns[name] = pd.Series(values, dtype=frame[name].dtype)
    return pd.DataFrame(columns)
