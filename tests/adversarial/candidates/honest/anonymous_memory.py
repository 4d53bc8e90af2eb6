import mmap
import struct


def solution(input_data):
    values = input_data["values"]
    with mmap.mmap(-1, 8 * len(values)) as area:
        for index, value in enumerate(values):
            struct.pack_into("<q", area, 8 * index, value)
        with open("values.bin", "wb") as stream:
            stream.write(area[:])
    with open("values.bin", "r+b") as stream, mmap.mmap(stream.fileno(), 0) as area:
        return sum(number for (number,) in struct.iter_unpack("<q", area[:]))
