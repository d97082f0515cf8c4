# RUN: %pytest %s
"""Empty variables do not make the package load libraries of the current folder."""

import pytest

from fp8._folders import find_folders


@pytest.mark.parametrize("variable", ["FP8_PYTHON_MODULE", "FP8_LIBRARY_DIR"])
def test_empty_variable(variable, monkeypatch, tmp_path):
    def find():
        return find_folders(variable, "lib", "lib")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(variable, str(tmp_path / "named"))
    assert find() == [tmp_path / "named"]
    monkeypatch.delenv(variable)
    usual = find()
    assert all(folder.is_absolute() for folder in usual)
    monkeypatch.setenv(variable, "")
    assert find() == usual
