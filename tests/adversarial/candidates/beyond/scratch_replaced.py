import os


def solution(input_data):
    here = os.getcwd()
    done = []
    for name, attempt in {
        "rename": lambda: os.rename(here, here + "-moved") or os.rename(here + "-moved", here),
        "rmdir": lambda: os.rmdir(here) or os.mkdir(here),
        "sibling": lambda: os.mkdir(os.path.join(os.path.dirname(here), f"attack-{os.getpid()}")),
        "listing": lambda: os.listdir(os.path.dirname(here)),
    }.items():
        try:
            attempt()
            done.append(name)
        except OSError:
            pass
    return f"did {done}" if done else "held"
