"""Finds the compiled module fp8._fp8c."""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys

_NAME = "fp8._fp8c"


def _folders():
    """Returns the folders that may contain the module."""
    package = pathlib.Path(__file__).resolve().parent
    folders = [package, package.parents[1] / "build" / "python" / "fp8"]
    # A folder that is named is the only one. An empty name would be the current one.
    named = os.environ.get("FP8_PYTHON_MODULE")
    return [pathlib.Path(named)] if named else folders


def name_matmul_library():
    """Names the library of the package scipy-openblas32 to the runtime, which uses
    it where there is no oneDNN.
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
    folders = _folders()
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
