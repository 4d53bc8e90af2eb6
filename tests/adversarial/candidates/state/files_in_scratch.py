import os
import tempfile

seen = {}


def places():
    yield "mark"
    yield ".hidden-mark"
    yield os.path.join(os.environ.get("HOME", "."), "mark-in-home")
    yield os.path.join(tempfile.gettempdir(), "mark-in-temp")
    yield "locked/inner/mark"
    yield "/".join(["deep"] * 60) + "/mark"


def attempt(case):
    found = []
    for path in places():
        folder = os.path.dirname(path)
        try:
            if os.path.isdir("locked"):
                os.chmod("locked", 0o700)
            if open(path).read() != str(case):
                found.append(path)
            os.unlink(path)
        except OSError:
            pass
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
            open(path, "w").write(str(case))
            if folder.startswith("locked"):
                os.chmod("locked", 0)
        except OSError:
            pass
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
