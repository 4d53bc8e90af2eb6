import os
import pwd

seen = {}
FOLDERS = ["/tmp", "/var/tmp", "/run", "/run/lock", "/var/lock", "/var/cache", "/var/log", "/var/crash", "/mnt", "/srv", "/"]
FOLDERS += ["/dev", "/dev/mqueue", "/dev/hugepages", "/run/user/%d" % os.getuid(), "/sys/fs/cgroup", "/proc/self/cwd/.."]


def attempt(case):
    found = []
    for folder in [*FOLDERS, *{entry.pw_dir for entry in pwd.getpwall()}]:
        path = f"{folder}/effibench-mark"
        try:
            if open(path).read() != str(case):
                found.append(folder)
        except OSError:
            pass
        try:
            open(path, "w").write(str(case))
            if case == 2:
                os.unlink(path)
        except OSError:
            pass
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found in {seen[case]}" if seen[case] else "held"
