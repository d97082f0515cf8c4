"""The PyTorch frontend: converts a training step to MLIR text.

Importing this module does not import torch; calling its functions does.
"""

from fp8.torch._capture import capture
from fp8.torch._captured import Argument, Captured, Result

__all__ = ["Argument", "Captured", "Result", "capture"]
