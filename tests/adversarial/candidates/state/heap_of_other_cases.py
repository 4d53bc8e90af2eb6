# Looks through all of its memory for the token of an input that is not its own.
import re

PATTERN = re.compile(rb"fig-[0-9a-f]{16}")


def solution(input_data):
    others = set()
    try:
        open("/proc/self/mem", "rb").close()
    except PermissionError:
        return "held"
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in open("/proc/self/maps"):
            bounds, rights = line.split()[:2]
            start, end = (int(part, 16) for part in bounds.split("-"))
            if rights[0] != "r" or "vsyscall" in line or "vvar" in line or end - start > 256 << 20:
                continue
            try:
                memory.seek(start)
                others.update(PATTERN.findall(memory.read(end - start)))
            except (OSError, ValueError):
                pass
    others.discard(input_data["token"].encode())
    return f"found {sorted(others)[:3]}" if others else "held"
