"""The PyTorch frontend: converts a training step to MLIR text, compiles a step for a
loop in PyTorch, and has optimizers with compiled updates.

Importing this module does not import torch; its functions and optimizers do.
"""

from fp8.torch._capture import capture
from fp8.torch._captured import Argument, Captured, Result
from fp8.torch._compile_step import compile_step
from fp8.torch._compiled_step import CompiledStep

__all__ = [
    "AdamW",
    "Argument",
    "Captured",
    "CompiledStep",
    "Lion",
    "Result",
    "SGD",
    "capture",
    "compile_step",
]

#: Subclasses of a class of PyTorch, which are loaded when they are first used.
_OPTIMIZERS = ("AdamW", "Lion", "SGD")


def __getattr__(name):
    if name in _OPTIMIZERS:
        from fp8.torch._packages import check_torch

        check_torch(f"fp8.torch.{name}")
        from fp8.torch import _optimizers

        return getattr(_optimizers, name)
    raise AttributeError(f"module 'fp8.torch' has no attribute {name!r}")
