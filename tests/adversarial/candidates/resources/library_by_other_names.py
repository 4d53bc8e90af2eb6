import os

TARGET = os.__file__


def solution(input_data):
    done = []
    here = f"here-{input_data['case']}"
    tries = {
        "hard link": lambda: (os.link(TARGET, here), os.unlink(here)),
        "rename": lambda: (os.rename(TARGET, TARGET + ".moved"), os.rename(TARGET + ".moved", TARGET)),
        "mode": lambda: os.chmod(TARGET, os.stat(TARGET).st_mode & 0o7777),
        "times": lambda: os.utime(TARGET, (os.stat(TARGET).st_atime, os.stat(TARGET).st_mtime)),
        "descriptor": lambda: os.close(os.open(f"/proc/self/fd/{os.open(TARGET, os.O_RDONLY)}", os.O_WRONLY)),
        "attribute": lambda: os.setxattr(TARGET, "user.attack", b"x") or os.removexattr(TARGET, "user.attack"),
    }
    for name, attempt in tries.items():
        known = os.stat(TARGET).st_ctime_ns
        try:
            attempt()
            if name not in {"mode", "times", "attribute"} or os.stat(TARGET).st_ctime_ns != known:
                done.append(name)  # otherwise it was said to be done, and not done
        except OSError:
            pass
    return f"did {done}" if done else "held"
