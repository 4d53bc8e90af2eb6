import os
import sys

ALLOWED = {
    "PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "OPENBLAS_CORETYPE", "CUDA_VISIBLE_DEVICES", "CUDA_HOME", "TZ", "HOME",
    "TMPDIR", "LANG", "LC_CTYPE", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "NUMBA_THREADING_LAYER",
    "PYTORCH_NVML_BASED_CUDA_CHECK", "PYTHON_CPU_COUNT", "LS_COLORS", "LD_PRELOAD", "OPENBLAS_THREAD_TIMEOUT", "OMP_WAIT_POLICY", "KMP_BLOCKTIME", "KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK",
}  # fmt: skip


def solution(input_data):
    surplus = {name for name in os.environ if name not in ALLOWED and not name.endswith("_THREADS")}
    try:
        with open("/proc/self/environ", "rb") as file:
            surplus |= {part.split(b"=")[0].decode() for part in file.read().split(b"\0") if b"LOCK_DIR" in part or b"TOKEN" in part}
    except OSError:
        pass
    surplus |= {argument for argument in sys.orig_argv if "reference" in argument or "runner" in argument}
    return f"found {surplus}" if surplus else "held"
