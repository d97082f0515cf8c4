"""Finds the compiled module fp8._fp8c."""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys

from fp8._folders import find_folders

_NAME = "fp8._fp8c"


def name_matmul_library():
    """Passes the path of the library in the package scipy-openblas32 to the runtime,
    which uses it if oneDNN is missing.
    """
    spec = importlib.util.find_spec("scipy_openblas32")
    if spec is None or "FP8RT_OPENBLAS" in os.environ:
        return
    for folder in spec.submodule_search_locations or ():
        path = pathlib.Path(folder) / "lib" / "libscipy_openblas.so"
        if path.exists():
            os.environ["FP8RT_OPENBLAS"] = str(path)


def load():
    """Returns the module; loads it at the first call."""
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    name_matmul_library()
    folders = find_folders("FP8_PYTHON_MODULE", ".", "python/fp8")
    for folder in folders:
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            path = folder / ("_fp8c" + suffix)
            if path.exists():
                return _load_file(path)
    raise ImportError(
        "fp8.compile needs the module _fp8c for Python "
        f"{sys.version_info.major}.{sys.version_info.minor}, which is not in "
        + " or ".join(map(str, folders))
        + "; `make build` makes it where python3-dev and nanobind are installed"
    )


def _load_file(path):
    spec = importlib.util.spec_from_file_location(_NAME, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[_NAME]
        raise
    return module
