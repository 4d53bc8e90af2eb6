import fcntl
import os


def solution(input_data):
    os.makedirs("a/b", exist_ok=True)
    os.chdir("a/b")
    folder = os.open(".", os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    file = os.open("leased", os.O_RDWR | os.O_CREAT)
    fcntl.lockf(file, fcntl.LOCK_EX)
    os.unlink("leased")
    os.chdir("..")
    os.rmdir("b")
    os.chdir("..")
    os.rmdir("a")
    return sum(input_data["values"])
