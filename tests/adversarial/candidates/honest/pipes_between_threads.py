import os
import select
import selectors
import threading


def solution(input_data):
    reader, writer = os.pipe()
    bell = os.eventfd(0)

    def write():
        with os.fdopen(writer, "wb") as stream:
            stream.writelines(b"%d\n" % value for value in input_data["values"])
        os.eventfd_write(bell, 1)

    thread = threading.Thread(target=write)
    thread.start()
    with selectors.DefaultSelector() as selector, os.fdopen(reader, "rb") as stream:
        selector.register(bell, selectors.EVENT_READ)
        total = sum(map(int, stream))
        assert selector.select(10) and select.select([bell], [], [], 0)[0]
    thread.join()
    os.close(bell)
    return total
