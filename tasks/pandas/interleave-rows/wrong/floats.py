# wrong: goes through one two-dimensional float array, which rounds large integers and drops the dtypes
import numpy as np
import pandas as pd


def solution(input_data):
    frame, row, copies = input_data["frame"], input_data["row"], input_data["copies"]
    values = frame.astype(np.float64).to_numpy()
    filler = row[frame.columns].astype(np.float64).to_numpy()
    blocks = np.concatenate(
        [values[:, None, :], np.broadcast_to(filler, (len(values), copies, values.shape[1]))], 1
    )
    out = pd.DataFrame(blocks.reshape(-1, values.shape[1]), columns=frame.columns)
    return out.astype(frame.dtypes.to_dict())
