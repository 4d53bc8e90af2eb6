# wrong: puts the filler between the rows only, so none follows the last row
import numpy as np
import pandas as pd


def solution(input_data):
    frame, row, copies = input_data["frame"], input_data["row"], input_data["copies"]
    rows = len(frame)
    take = np.full((rows, copies + 1), rows)
    take[:, 0] = np.arange(rows)
    take = take.ravel()[: max(0, rows * (copies + 1) - copies)]
    both = pd.concat([frame, row[frame.columns]], ignore_index=True)
    return both.take(take).reset_index(drop=True)
