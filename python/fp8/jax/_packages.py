"""Packages that the frontend imports when it is called."""

#: Versions whose output is tested against mlir-opt 22.1; see requirements.txt.
TESTED_JAX = "0.10.2"


def import_jax(caller):
    """Returns jax. `caller` is named in the error if it is missing."""
    try:
        import jax
        import jaxlib.mlir.dialects.stablehlo  # noqa: F401
    except ImportError as error:
        raise ImportError(
            f"{caller} needs jax with jaxlib's MLIR bindings; tested: "
            f"python -m pip install 'jax[cpu]=={TESTED_JAX}'"
        ) from error
    return jax
