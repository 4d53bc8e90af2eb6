import ctypes
import os

import numpy

for line in open("/proc/self/maps"):
    if "openblas" in line:
        library = ctypes.CDLL(line.split()[-1])
        break


def solution(input_data):
    for name in ("openblas_set_num_threads", "openblas_set_num_threads64_", "scipy_openblas_set_num_threads64_"):
        if hasattr(library, name):
            getattr(library, name)(4)
    a = numpy.random.default_rng(input_data["case"]).standard_normal((400, 400))
    before = os.times()
    for _ in range(5):
        a @ a
    after = os.times()
    cpu = after.user + after.system - before.user - before.system
    cores = cpu / max(after.elapsed - before.elapsed, 0.01)
    return "held" if cores < 1.5 else f"used {cores:.1f} cores"
