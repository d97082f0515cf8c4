"""The JAX frontend: a training step in, MLIR text out.

Importing this module does not import jax; calling :func:`capture` does.
"""

from fp8.jax._capture import capture

__all__ = ["capture"]
