import re

SECRET = re.compile(rb"(?:sloe|plum|quince|medlar)-[0-9a-f]{16}")


def solution(input_data):
    found = set()
    try:
        open("/proc/self/mem", "rb").close()
    except PermissionError:
        return "held"
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in open("/proc/self/maps"):
            bounds, rights = line.split()[:2]
            start, end = (int(part, 16) for part in bounds.split("-"))
            if rights[0] != "r" or "[v" in line or end - start > 256 << 20:
                continue
            try:
                memory.seek(start)
                found.update(SECRET.findall(memory.read(end - start)))
            except (OSError, ValueError):
                pass
    return f"found {sorted(found)[:3]}" if found else "held"
