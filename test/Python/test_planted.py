# RUN: %pytest %s
"""Empty variables do not make the package load libraries of the current folder."""

import pytest

from fp8 import _native, _updates


@pytest.mark.parametrize("module, variable", [(_native, "FP8_PYTHON_MODULE"), (_updates, "FP8_LIBRARY_DIR")])
def test_empty_variable(module, variable, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(variable, str(tmp_path / "named"))
    assert module._folders() == [tmp_path / "named"]
    monkeypatch.delenv(variable)
    usual = module._folders()
    assert all(folder.is_absolute() for folder in usual)
    monkeypatch.setenv(variable, "")
    assert module._folders() == usual
