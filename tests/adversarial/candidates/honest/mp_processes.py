import multiprocessing as mp


def work(values, queue, pipe, total):
    with total.get_lock():
        total.value += sum(values)
    queue.put(len(values))
    pipe.send("done")
    pipe.close()


def solution(input_data):
    queue, total, lock = mp.Queue(), mp.Value("q", 0), mp.Lock()
    mine, theirs = mp.Pipe(duplex=False)
    halves = input_data["values"][::2], input_data["values"][1::2]
    processes = [mp.Process(target=work, args=(half, queue, theirs, total)) for half in halves]
    for process in processes:
        process.start()
    counted = sum(queue.get(timeout=10) for _ in processes)
    for process in processes:
        process.join()
    with lock:
        assert mine.recv() == "done" and counted == len(input_data["values"])
    return total.value
