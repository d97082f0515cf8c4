"""fp8: FP8 training as compiler passes. This package is the Python side.

``import fp8`` loads the standard library only. A frontend loads its framework
when it is called: ``fp8.jax`` needs jax. ``fp8.compile`` needs numpy and the compiler,
which is built separately.
"""

import importlib

from fp8._errors import CaptureError, CompileError, CompilerWarning

__version__ = "0.1.0"
__all__ = [
    "CaptureError",
    "CompileError",
    "CompilerWarning",
    "Step",
    "__version__",
    "compile",
]

_SUBMODULES = ("jax", "torch")
#: Names that are loaded when they are first used, and their modules.
_LAZY = {"compile": "fp8._compile", "Step": "fp8._step"}


def __getattr__(name):
    # `fp8.jax.capture` then works after a plain `import fp8`.
    if name in _SUBMODULES:
        return importlib.import_module(f"fp8.{name}")
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'fp8' has no attribute {name!r}")
