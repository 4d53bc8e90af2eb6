import multiprocessing
import os
import pty
import subprocess


def process():
    context = multiprocessing.get_context("fork")
    child = context.Process(target=os.getpid)
    child.start()
    child.join()


def terminal():
    pid, fd = pty.fork()
    if pid == 0:
        os._exit(0)


def spawn():
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


TRIES = [process, terminal, spawn, lambda: subprocess.run(["/bin/true"]), lambda: os.popen("true").close()]


def solution(input_data):
    made = []
    for number, attempt in enumerate(TRIES):
        try:
            attempt()
            made.append(number)
        except (OSError, ImportError):
            pass
    return f"made {made}" if made else "held"
