import collections
import threading


def solution(input_data):
    waiting, ready = collections.deque(), threading.Condition()
    slots, start = threading.BoundedSemaphore(2), threading.Barrier(2)
    found = []

    def produce():
        start.wait()
        for value in input_data["values"][:]:
            with ready:
                waiting.append(value)
                ready.notify()
        with ready:
            waiting.append(None)
            ready.notify()

    def consume():
        start.wait()
        total = 0
        with slots:
            while True:
                with ready:
                    ready.wait_for(lambda: waiting)
                    value = waiting.popleft()
                if value is None:
                    break
                total += value
        found.append(total)

    threads = [threading.Thread(target=target) for target in (produce, consume)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return found[0]
