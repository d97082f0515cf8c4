# RUN: %pytest %s
"""Modules that importing the package loads."""

import subprocess
import sys

import conftest

OPTIONAL = ("jax", "jaxlib", "torch", "matplotlib", "numpy")


def loaded_after(statements):
    """The optional packages that are loaded after `statements`."""
    code = (
        f"{statements}\nimport sys\nprint(*[m for m in {OPTIONAL} if m in sys.modules])"
    )
    path = str(conftest.ROOT / "python")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r})\n{code}"],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.split()


def test_import_loads_nothing_optional():
    assert loaded_after("import fp8") == []


def test_naming_the_frontend_loads_nothing_optional():
    assert loaded_after("import fp8\nfp8.jax.capture") == []


def test_unknown_attribute():
    code = "import fp8\ntry:\n  fp8.nothing\nexcept AttributeError as e:\n  print(e)"
    assert "has no attribute 'nothing'" in " ".join(loaded_after(code))
