"""The GPU that `fp8-run --target=cuda` would use."""

import ctypes
import os


def find_gpu():
    """Returns the name of the first GPU, or None without a GPU or its driver."""
    # fp8-run opens the same library.
    path = os.environ.get("FP8RT_CUDA_DRIVER", "libcuda.so.1")
    try:
        driver = ctypes.CDLL(path)
        count, name = ctypes.c_int(), ctypes.create_string_buffer(256)
        if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)):
            return None
        if count.value < 1:
            return None
        if driver.cuDeviceGetName(name, len(name), 0):
            return "an NVIDIA GPU"
    except (OSError, AttributeError):
        return None
    return name.value.decode(errors="replace")
