import fcntl
import os
import shelve


def solution(input_data):
    with open("lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with shelve.open("store", "n") as store:
            store["values"] = input_data["values"]
            store.sync()
            total = sum(store["values"])
        fcntl.flock(lock, fcntl.LOCK_UN)
    os.rename("lock", "unlocked")
    os.chmod("unlocked", 0o600)
    os.symlink("unlocked", "link")
    assert os.path.samefile("link", "unlocked")
    for name in os.listdir("."):
        os.unlink(name)
    return total
