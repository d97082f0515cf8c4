"""The JAX frontend: converts a training step, or StableHLO, to MLIR text, and
compiles a step for a loop in JAX.

Importing this module does not import jax; calling its functions does.
"""

from fp8.jax._capture import capture
from fp8.jax._compile_step import CompiledStep, compile_step
from fp8.jax._import import import_stablehlo

__all__ = ["CompiledStep", "capture", "compile_step", "import_stablehlo"]
