#!/usr/bin/env python3
"""Creates a virtual environment with the packages of a requirements file.

    make-venv.py FOLDER REQUIREMENTS

The captured text of the examples depends on exact versions, which are built
for Debian 12's Python 3.11. That interpreter is preferred if it exists.
"""
import pathlib
import shutil
import subprocess
import sys


def main() -> int:
    folder, requirements = map(pathlib.Path, sys.argv[1:3])
    python = next(
        (p for p in ("/usr/bin/python3.11", shutil.which("python3.11")) if p and pathlib.Path(p).exists()),
        sys.executable,
    )
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    # Most modules are never imported: Python compiles the others at their first import.
    install = subprocess.run([*pip, "install", "--quiet", "--no-compile", "-r", requirements])
    if install.returncode:
        print(f"make-venv: could not install {requirements}", file=sys.stderr)
    return install.returncode


if __name__ == "__main__":
    sys.exit(main())
