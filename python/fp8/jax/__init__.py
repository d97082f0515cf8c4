"""The JAX frontend: converts a training step, or StableHLO, to MLIR text.

Importing this module does not import jax; calling its functions does.
"""

from fp8.jax._capture import capture
from fp8.jax._import import import_stablehlo

__all__ = ["capture", "import_stablehlo"]
