import numpy as np


def solution(input_data):
    shape = input_data.shape[::-1]
    stored = np.memmap("turned.bin", dtype="float64", mode="w+", shape=shape)
    stored[:] = input_data.T
    stored.flush()
    np.save("again.npy", stored)
    return np.array(np.load("again.npy", mmap_mode="r"))
