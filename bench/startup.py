"""Import of effibench above bare Python.

python bench/startup.py
"""

from __future__ import annotations

import subprocess
import sys

from common import interleaved, report, seconds


def main() -> int:
    def run(code: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    medians = interleaved({"bare": lambda: run("pass"), "effibench": lambda: run("import effibench")}, 15)
    extra_ms = (medians["effibench"] - medians["bare"]) * 1e3
    return 0 if report("startup", "ms of import above bare Python", extra_ms, 60, **medians) else 1


if __name__ == "__main__":
    sys.exit(main())
