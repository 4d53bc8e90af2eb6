import multiprocessing
import os
import subprocess
import sys


def attempt(start):
    try:
        return start()
    except OSError:
        return None


def fork():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "fork"


def spawn():
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return "subprocess"


def posix_spawn():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
    return "posix_spawn"


def pool():
    process = multiprocessing.get_context("fork").Process(target=int)
    process.start()
    process.join()
    return "multiprocessing"


def solution(input_data):
    got = [done for done in map(attempt, (fork, spawn, posix_spawn, pool)) if done]
    return f"started by {got}" if got else "held"
