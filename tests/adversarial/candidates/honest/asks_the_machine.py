import locale
import multiprocessing
import os
import platform
import resource
import socket
import sys
import sysconfig


def solution(input_data):
    cpus = len(os.sched_getaffinity(0))
    assert 1 <= cpus <= os.cpu_count() and multiprocessing.cpu_count() >= 1
    assert platform.system() == "Linux" and platform.machine() and platform.python_version_tuple()[0] == "3"
    assert isinstance(platform.processor(), str) and platform.platform() and socket.gethostname()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0 and resource.getrlimit(resource.RLIMIT_STACK)
    assert os.getpid() > 0 and os.getppid() >= 0 and os.uname() and os.times() and os.getuid() >= 0
    locale.setlocale(locale.LC_ALL, "")
    with open("/proc/self/status") as status, open("/proc/cpuinfo") as cpuinfo, open("/proc/meminfo") as memory:
        assert "VmRSS" in status.read() and cpuinfo.read() and "MemTotal" in memory.read()
    assert sys.flags is not None and sysconfig.get_python_version() and isinstance(os.listdir("."), list)
    return sum(input_data["values"])
