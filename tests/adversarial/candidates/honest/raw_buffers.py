import array
import struct


def solution(input_data):
    numbers = array.array("q", input_data["values"])
    view = memoryview(numbers).cast("B").cast("q")
    packed = bytearray(struct.pack(f"={len(numbers)}q", *view))
    numbers.byteswap()
    numbers.byteswap()
    with memoryview(packed) as whole:
        return sum(whole.cast("q")) if numbers.tolist() == input_data["values"] else -1
