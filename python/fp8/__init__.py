"""fp8: FP8 training as compiler passes. This package is the Python side.

``import fp8`` loads the standard library only. A frontend loads its framework
when it is called: ``fp8.jax`` needs jax.
"""

import importlib

from fp8._errors import CaptureError

__version__ = "0.1.0"
__all__ = ["CaptureError", "__version__"]

_SUBMODULES = ("jax", "torch")


def __getattr__(name):
    # `fp8.jax.capture` then works after a plain `import fp8`.
    if name in _SUBMODULES:
        return importlib.import_module(f"fp8.{name}")
    raise AttributeError(f"module 'fp8' has no attribute {name!r}")
