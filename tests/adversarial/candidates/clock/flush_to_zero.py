import ctypes
import mmap

room = mmap.mmap(-1, mmap.PAGESIZE, prot=7)
room.write(bytes.fromhex("0fae17c3" "0fae1fc3"))  # ldmxcsr [rdi]; ret; stmxcsr [rdi]; ret
base = ctypes.addressof(ctypes.c_char.from_buffer(room))
load = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(base)
store = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(base + 4)
DEFAULT, ODD = 0x1F80, 0xDFC0  # flush to zero, denormals are zero, round up


seen = {}


def solution(input_data):
    state = ctypes.c_uint32()
    store(ctypes.byref(state))
    # Without the sticky exception bits; of a case's calls the first counts.
    found = seen.setdefault(input_data["case"], state.value & ~0x3F)
    state.value = ODD
    load(ctypes.byref(state))
    return "held" if found == DEFAULT else f"another case left MXCSR = {found:#x}"
