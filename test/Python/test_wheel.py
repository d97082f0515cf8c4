# RUN: %pytest %s
"""The wheel: what `make test-wheel` checks without building it."""

import pathlib
import re
import subprocess
import sys
import tomllib
import zipfile

import pytest

import compiled

ROOT = pathlib.Path(compiled.TEST.parent)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def cmake_version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(fp8 VERSION ([0-9.]+)", text)[1]


def test_versions():
    """CMake, the package and the wheel have one version."""
    import fp8

    rule = PROJECT["tool"]["scikit-build"]["metadata"]["version"]
    text = (ROOT / rule["input"]).read_text()
    assert re.search(rule["regex"], text)["value"] == cmake_version()
    assert fp8.__version__ == cmake_version()


def test_commands():
    """Every command of the wheel is a function, and a program that CMake installs."""
    from fp8 import _tools

    rules = (ROOT / "python" / "wheel" / "CMakeLists.txt").read_text()
    names = re.search(r"foreach\(name ([\w ]+)\)", rules)[1].split()
    commands = PROJECT["project"]["scripts"]
    assert sorted(commands) == sorted(f"fp8-{name.lower()}" for name in names)
    for command, function in commands.items():
        assert function == f"fp8._tools:{command.replace('-', '_')}"
        assert callable(getattr(_tools, function.split(":")[1]))


def test_command_of_a_package_without_programs():
    program = "from fp8._tools import fp8_run; fp8_run()"
    result = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT / "python")},
    )
    assert result.returncode == 1
    assert result.stderr.startswith("fp8-run: expected ")
    assert "`make wheel`" in result.stderr


def test_matmul_library(tmp_path):
    """The library of scipy-openblas32 is named, unless the user names one."""
    library = tmp_path / "scipy_openblas32" / "lib" / "libscipy_openblas.so"
    library.parent.mkdir(parents=True)
    library.touch()
    (library.parents[1] / "__init__.py").touch()
    program = (
        "import os, sys; from fp8._native import name_matmul_library as name; "
        "sys.path.insert(0, sys.argv[1]); name(); print(os.environ['FP8RT_OPENBLAS'])"
    )

    def named(**environment):
        return subprocess.run(
            [sys.executable, "-c", program, tmp_path],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": str(ROOT / "python"), **environment},
        ).stdout.strip()

    assert named() == str(library)
    assert named(FP8RT_OPENBLAS="") == ""


@pytest.mark.parametrize("files", [{}, {"fp8/_fp8c.so": sys.executable}])
def test_faults_of_a_wheel(tmp_path, files):
    """A wheel without libraries is refused, and files that need other ones."""
    wheel = tmp_path / "fp8-0.1.0-py3-none-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, path in files.items():
            archive.write(path, name)
    check = ROOT / "python" / "wheel" / "check_wheel.py"
    result = subprocess.run(
        [sys.executable, check, wheel], capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert "expected a file fp8/lib/libFP8C.*" in result.stderr
    assert ("fp8/_fp8c.so needs " in result.stderr) == bool(files)
    assert wheel.exists()
