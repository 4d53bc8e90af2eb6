# taxonomy: CRC/Index-Based Lookup
# style: fast
import numpy as np
import pandas as pd


def solution(input_data):
    frame, row, copies = input_data["frame"], input_data["row"], input_data["copies"]
    rows = len(frame)
    take = np.full((rows, copies + 1), rows)
    take[:, 0] = np.arange(rows)
    both = pd.concat([frame, row[frame.columns]], ignore_index=True)
    return both.take(take.ravel()).reset_index(drop=True)
