# wrong: sorts by the frame's own labels, which are neither unique nor sorted
import pandas as pd


def solution(input_data):
    frame = input_data["frame"]
    row = input_data["row"][frame.columns]
    filler = row.loc[row.index.repeat(len(frame))]
    filler.index = frame.index
    pieces = [frame] + [filler] * input_data["copies"]
    return pd.concat(pieces).sort_index(kind="stable").reset_index(drop=True)
