import numpy as np


def solution(input_data):
    records = input_data["records"].copy()
    records = records[np.lexsort((records["value"], records["key"]))]
    objects = np.empty(len(input_data["names"]) + 1, dtype=object)
    for index, name in enumerate(input_data["names"]):
        objects[index] = str(name).split(" ")
    masked = input_data["masked"]
    return {
        "records": np.rec.array(records).view(records.dtype, np.ndarray),
        "months": np.array([str(day)[:7] for day in input_data["days"]], dtype="datetime64[M]"),
        "upper": np.array([name.upper() for name in input_data["names"]], dtype=input_data["names"].dtype),
        "objects": objects,
        "filled": np.where(np.ma.getmaskarray(masked), -1.0, masked.data),
        "spectrum": np.conj(np.fft.ifft(input_data["wave"]) * 512).astype(np.complex64),
        "nothing": np.empty(0),
    }
