"""The JAX frontend: converts a training step, or StableHLO, to MLIR text, trains
with a step, and compiles one for a loop in JAX.

Importing this module does not import jax; calling its functions does.
"""

from fp8.jax._capture import capture
from fp8.jax._compile_step import CompiledStep, compile_step
from fp8.jax._files import load, save
from fp8.jax._import import import_stablehlo
from fp8.jax._train import Trained, train

__all__ = [
    "CompiledStep",
    "Trained",
    "capture",
    "compile_step",
    "import_stablehlo",
    "load",
    "save",
    "train",
]
