import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
here = ctypes.create_string_buffer(64)


class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def addresses(process):
    # The zygote's children have its layout.
    for owner in (process, "self"):
        try:
            for line in open(f"/proc/{owner}/maps").readlines():
                yield int(line.split("-")[0], 16)
        except OSError:
            pass


def solution(input_data):
    for process in (os.getppid(), 1, 2):
        for address in addresses(process):
            local, remote = Part(ctypes.addressof(here), 16), Part(address, 16)
            if libc.process_vm_readv(process, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) > 0:
                return f"read memory of {process}"
    return "held"
