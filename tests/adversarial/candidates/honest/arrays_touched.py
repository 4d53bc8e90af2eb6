import numpy as np


def solution(input_data):
    for array in input_data.values():
        assert repr(array) and array.flags and array.strides is not None and array.nbytes >= 0
    masked = input_data["masked"]
    assert masked.fill_value == 1e20 and masked.mean() is not None and masked.count() > 0 and masked.compressed().size
    records = input_data["records"]
    assert records[["key", "name"]][0] is not None and records.dtype.names and records["key"].max() >= 0
    upper = np.strings.upper if hasattr(np, "strings") else np.char.upper
    return {
        "records": np.sort(records, order=("key", "value"), kind="stable"),
        "months": np.datetime64("1970-01") + (input_data["days"].astype("M8[M]") - np.datetime64("1970-01")),
        "upper": upper(input_data["names"]),
        "objects": np.array([*(str(name).split() for name in input_data["names"]), None], dtype=object),
        "filled": np.ma.filled(masked.astype("float64"), -1.0),
        "spectrum": np.fft.fft(input_data["wave"].astype("float64")).astype("complex64"),
        "nothing": np.add.reduce(input_data["nothing"], axis=1),
    }
