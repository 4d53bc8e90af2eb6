import atexit
import contextlib
import weakref

atexit.register(print, "never mind")


class Holder:
    alive = weakref.WeakSet()

    def __init__(self, value):
        self.value = value
        self.alive.add(self)

    def __del__(self):
        self.value = None


def solution(input_data):
    closed = []
    with contextlib.ExitStack() as stack:
        stack.callback(closed.append, "end")
        holders = [Holder(value) for value in input_data["values"]]
        weakref.finalize(holders[0], closed.append, "first")
        total = sum(holder.value for holder in Holder.alive)
        del holders
    return total if closed == ["first", "end"] else closed
