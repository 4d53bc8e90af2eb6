import os

FILES = ("environ", "maps", "mem", "auxv", "io", "stack", "syscall", "pagemap")
LINKS = ("cwd", "root", "exe", "fd/0", "ns/pid")


def solution(input_data):
    read = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) == os.getpid():
            continue
        for name in FILES:
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    if file.read(1):
                        read.append((int(pid), name))
            except (OSError, ValueError):
                pass
        for name in LINKS:
            try:
                os.readlink(f"/proc/{pid}/{name}")
                read.append((int(pid), name))
            except OSError:
                pass
    return f"read {read[:9]}" if read else "held"
