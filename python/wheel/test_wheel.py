#!/usr/bin/env python3
"""Installs a wheel in an empty environment and trains where there is no LLVM.

    test_wheel.py WHEEL

Everything runs in a mount namespace that hides the checkout, and LLVM, MLIR, oneDNN
and OpenBLAS of this machine: the code of docs/FromPython.md with JAX, a step on
numpy, an update of an optimizer, and the tools.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]
#: Libraries to hide, as the loader lists them.
HIDDEN = re.compile(r"/\S*/(?:libLLVM|libMLIR|libdnnl|libopenblas)\S*")
MAX_IMPORT_SECONDS = 0.1

IMPORT = """
import sys, time
start = time.perf_counter()
import fp8
seconds = time.perf_counter() - start
loaded = {"numpy", "torch", "jax", "fp8._fp8c"} & set(sys.modules)
assert not loaded, f"import fp8 loads {loaded}"
print(seconds)
"""

NUMPY = """
import pathlib, sys
import numpy as np
import fp8
from fp8 import _native

assert "jax" not in sys.modules
random = np.random.default_rng(0)
w1 = random.normal(0, 0.5, (4, 8)).astype(np.float32)
w2 = random.normal(0, 0.5, (8, 2)).astype(np.float32)
x = random.normal(size=(16, 4)).astype(np.float32)
y = random.normal(size=(16, 2)).astype(np.float32)
step = fp8.compile(
    pathlib.Path("mlp.mlir"), recipe="current", states={"w1": w1, "w2": w2}
)
losses = [step(x, y, 0.1)["loss"].item() for _ in range(20)]
assert losses[-1] < losses[0], losses
assert _native.load().__file__.startswith(sys.prefix)
assert "libscipy_openblas" in open("/proc/self/maps").read()
step.save("mlp")
"""

UPDATES = """
import numpy as np
from fp8 import _updates

update = _updates.find("sgd", "fp32", "f32")
param, gradient = np.ones(1000, np.float32), np.full(1000, 0.5, np.float32)
run = _updates.Run(update, [1000], [0])
for plane, array in (("param", param), ("grad", gradient)):
    role = _updates.STATE if plane == "param" else _updates.INPUT
    run.set_plane(update.index(plane, role), [array.ctypes.data])
run(2, {"gradient_scale": 1.0, "weight_decay": 0.0, "lr": 0.5})
assert (param == 0.75).all(), param
"""


def hidden_libraries():
    """Returns the folders and the files to hide."""
    folders = [*map(str, sorted(pathlib.Path("/usr/lib").glob("llvm-*"))), str(SOURCES)]
    listed = subprocess.run(
        ["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True
    ).stdout
    files = {os.path.realpath(path) for path in HIDDEN.findall(listed)}
    starts = tuple(f"{folder}/" for folder in folders)
    return folders, sorted(f for f in files if not f.startswith(starts))


def run(*command, folder):
    """Runs a command in `folder` with everything hidden. Returns its output."""
    folders, files = hidden_libraries()
    script = ["mount --make-rprivate /"]
    script += [f"mount -t tmpfs none {hidden}" for hidden in folders]
    script += [f"mount --bind /dev/null {hidden}" for hidden in files]
    script += [f"cd {folder}", 'exec "$@"']
    flags = "-m" if os.getuid() == 0 else "-rm"
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(
        ["unshare", flags, "bash", "-e", "-c", "\n".join(script), "_", *command],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def python_of(page):
    """Returns the Python code of a page, which is one program."""
    return "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))


def check_tools(bin, folder):
    """Checks that the tools of the wheel optimize, train and translate."""
    assert "fp8 " in run(bin / "fp8-opt", "--version", folder=folder)
    scaled = run(
        bin / "fp8-opt",
        "mlp.mlir",
        "--fp8-train-pipeline=recipe=current",
        folder=folder,
    )
    (folder / "scaled.mlir").write_text(scaled)
    run(
        bin / "fp8-translate",
        "scaled.mlir",
        "--fp8-to-object",
        "--object=translated",
        folder=folder,
    )
    assert (folder / "translated.o").stat().st_size > 0
    run(
        bin / "fp8-run",
        "mlp.mlir",
        "--steps=2",
        "--inputs=random:1",
        "--arg=lr=0.5",
        folder=folder,
    )


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bin = folder / "env" / "bin"
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        pip = [bin / "python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", f"{wheel}[jax]"], check=True)
        shutil.copy(SOURCES / "examples" / "mlp" / "mlp.mlir", folder)
        program = python_of(SOURCES / "docs" / "FromPython.md")
        python = bin / "python"

        seconds = min(float(run(python, "-c", IMPORT, folder=folder)) for _ in range(5))
        assert seconds < MAX_IMPORT_SECONDS, f"import fp8 takes {seconds} s"
        print(f"import fp8: {1e3 * seconds:.1f} ms")
        run(python, "-c", NUMPY, folder=folder)
        assert (folder / "mlp.o").stat().st_size > 0
        print("a step on numpy: trained")
        run(python, "-c", UPDATES, folder=folder)
        print("an update of an optimizer: ran")
        run(python, "-c", program, folder=folder)
        print("docs/FromPython.md: trained")
        check_tools(bin, folder)
        print("fp8-opt, fp8-translate, fp8-run: ran")


if __name__ == "__main__":
    main()
