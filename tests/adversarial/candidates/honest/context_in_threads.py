import contextvars
import threading

total = contextvars.ContextVar("total", default=0)
local = threading.local()


def work(values, results):
    local.values = values
    for value in local.values:
        total.set(total.get() + value)
    results.append(total.get())


def solution(input_data):
    results = []
    threads = [
        threading.Thread(target=contextvars.copy_context().run, args=(work, input_data["values"][part::2], results))
        for part in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert total.get() == 0
    return sum(results)
