import os
from pathlib import Path

VARIABLES = ("LD_PRELOAD", "PYTHONPATH", "PYTHONSTARTUP", "BASH_ENV", "LD_AUDIT")
HOME = Path(os.environ.get("HOME", "."))
FILES = [HOME / "sitecustomize.py", HOME / ".bashrc", HOME / ".pth", Path(".pdbrc"), Path("numpy.py")]


def solution(input_data):
    mark = f"planted by {input_data['case']}"
    found = [name for name in VARIABLES if "planted" in os.environ.get(name, "") and os.environ[name] != mark]
    found += [str(file) for file in FILES if file.exists() and file.read_text() != mark]
    for name in VARIABLES:
        os.environ[name] = mark
        os.putenv(name, mark)
    for file in FILES:
        try:
            file.write_text(mark)
        except OSError:
            pass
    return f"found {found}" if found else "held"
