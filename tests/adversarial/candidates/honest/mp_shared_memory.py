from multiprocessing import Process, shared_memory
from struct import Struct


def work(name, count):
    memory = shared_memory.SharedMemory(name=name)
    numbers = memory.buf.cast("q")
    numbers[count] = sum(numbers[:count])
    numbers.release()
    memory.close()


def solution(input_data):
    values = input_data["values"]
    memory = shared_memory.SharedMemory(create=True, size=8 * (len(values) + 1))
    try:
        Struct(f"{len(values)}q").pack_into(memory.buf, 0, *values)
        process = Process(target=work, args=(memory.name, len(values)))
        process.start()
        process.join()
        return Struct("q").unpack_from(memory.buf, 8 * len(values))[0]
    finally:
        memory.close()
        memory.unlink()
