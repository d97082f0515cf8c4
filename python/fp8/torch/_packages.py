"""Packages that the frontend imports when it is called."""

#: The version whose text is tested; see pyproject.toml.
TORCH_MLIR = "20261001"
_OLDEST_TORCH = (2, 9)


def check_torch(caller):
    """Returns torch. `caller` is named in the error if it is missing or too old."""
    try:
        import torch
    except ImportError as error:
        raise ImportError(_needs(caller, "torch 2.9 or later", error)) from error
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < _OLDEST_TORCH:
        raise ImportError(
            _needs(caller, "torch 2.9 or later", f"this is {torch.__version__}")
        )
    return torch


def import_torch(caller):
    """Returns torch, as `check_torch`, if torch-mlir is there, too."""
    torch = check_torch(caller)
    _check_torch_mlir(caller)
    return torch


def _check_torch_mlir(caller):
    import importlib.metadata

    try:
        version = importlib.metadata.version("torch-mlir")
    except importlib.metadata.PackageNotFoundError as error:
        raise ImportError(
            _needs(caller, f"torch-mlir {TORCH_MLIR}", "it is not installed")
        ) from error
    if version != TORCH_MLIR:
        raise ImportError(
            _needs(caller, f"torch-mlir {TORCH_MLIR}", f"this is {version}")
        )


def _needs(caller, package, reason):
    return f"{caller} needs {package} ({reason}): python -m pip install 'fp8[torch]'"
