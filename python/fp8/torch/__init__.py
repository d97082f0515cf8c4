"""The PyTorch frontend: converts a training step to MLIR text, and compiles a step
for a loop in PyTorch.

Importing this module does not import torch; calling its functions does.
"""

from fp8.torch._capture import capture
from fp8.torch._captured import Argument, Captured, Result
from fp8.torch._compile_step import compile_step
from fp8.torch._compiled_step import CompiledStep

__all__ = [
    "Argument",
    "Captured",
    "CompiledStep",
    "Result",
    "capture",
    "compile_step",
]
