"""Makes the mistakes of docs/guide/Mistakes.md: mistakes.py PAGE MLP LABELS WIDE

Runs each row of the page in the current folder, with variants of the files MLP,
LABELS and WIDE. Its message is one line, among at most one error.
"""

import concurrent.futures
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys

ROW = re.compile(r"^\| (\d+) \| [^|]+ \| `([^`]+)` \| `([^`]+)` \| ([AB]) \|$", re.M)
# Signs of a trace, or of a crash.
TRACES = re.compile(r"Traceback|Stack dump|bug report|Assertion|Aborted|terminate called")


def write_tensors(path, **tensors):
    """Writes tensors, given as the type and the shape, that are zeros."""
    header, size = {}, 0
    for name, (dtype, *shape) in tensors.items():
        end = size + math.prod(shape) * {"F16": 2, "F32": 4}[dtype]
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [size, end]}
        size = end
    text = json.dumps(header).encode()
    pathlib.Path(path).write_bytes(struct.pack("<Q", len(text)) + text + bytes(size))


def make_files(mlp, labels, wide):
    shutil.copy(mlp, "mlp.mlir")
    shutil.copy(labels, "labels.mlir")
    shutil.copy(wide, "wide.mlir")
    text = pathlib.Path(mlp).read_text()
    variants = {
        "attribute.mlir": text.replace('fp8.name = "lr"', 'fp8.nam = "lr"'),
        "state.mlir": text.replace('"w1"}', '"w1", fp8.state = #fp8.state<weight>}', 1),
        "dynamic.mlir": "func.func @step(%x: tensor<?xf32> {fp8.name = \"x\"}) -> tensor<?xf32> {\n"
        "  return %x : tensor<?xf32>\n}\n",
        "two.mlir": "".join(
            f"func.func @{name}(%x: tensor<4xf32>) -> tensor<4xf32> {{\n  return %x : tensor<4xf32>\n}}\n"
            for name in ("train", "other")
        ),
        "stablehlo.mlir": "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n",
        "torch.mlir": "func.func @main(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {\n"
        "  %0 = torch.aten.relu %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>\n"
        "  return %0 : !torch.vtensor<[4],f32>\n}\n",
        "notes.txt": "Hello\n",
        "empty.mlir": "",
        "binary.mlir": "\x7fELF" + 16 * "\0",
        "step.py": "import jax\n",
    }
    for name, variant in variants.items():
        pathlib.Path(name).write_text(variant)
    tensors = {
        "w1": ("F32", 4, 8), "w2": ("F32", 8, 2), "x": ("F32", 16, 4), "y": ("F32", 16, 2), "lr": ("F32",),
    }  # fmt: skip
    write_tensors("names.safetensors", **tensors, **{"params.lr": ("F32",)})
    write_tensors("shape.safetensors", **{**tensors, "x": ("F32", 16, 5)})
    write_tensors("type.safetensors", **{**tensors, "x": ("F16", 16, 4)})
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (16, 5), }".ljust(117) + "\n"
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(320)
    pathlib.Path("x.npy").write_bytes(array)
    pathlib.Path("folder").mkdir()
    pathlib.Path("cut.safetensors").write_bytes(pathlib.Path("names.safetensors").read_bytes()[:100])
    run = "fp8-run mlp.mlir --steps=1 --inputs=random:1 --arg=lr=1 --checkpoint=run"
    subprocess.run(run.split(), check=True, capture_output=True)


def check(number, output, message):
    """Returns what is wrong with an output, or an empty string."""
    lines = [line for line in output.splitlines() if message in line]
    errors = [line for line in output.splitlines() if "error: " in line]
    if not lines or len(errors) > 1 or TRACES.search(output) or max(map(len, lines)) > 400:
        return f"{number}: expected one line with\n    {message}\nbut got\n{output}\n"
    return ""


def run_command(row):
    number, command, message, _ = row
    arguments = [sys.executable if word == "python" else word for word in shlex.split(command)]
    environment = {**os.environ, "FP8RT_CUDA_DRIVER": "/nonexistent/libcuda.so.1"}
    done = subprocess.run(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    # A note after an error has the advice.
    is_error = "error:" in done.stdout or not message.startswith(("note:", "warning:"))
    if (done.returncode != 0) != is_error:
        return f"{number}: exit status {done.returncode} of {command}\n{done.stdout}"
    return check(number, done.stdout, message)


def make_python_names():
    """Returns the names that programs of the page use."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import fp8

    def step(w, x):
        loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
        return loss, w - 0.1 * gradient

    def silent(w, x):
        return w - 0.1 * (x.T @ (x @ w))

    def printing(w, x):
        jax.debug.print("{}", x)
        return step(w, x)

    w, x = np.ones((4, 4), np.float32), np.ones((8, 4), np.float32)
    train, compile_step = fp8.jax.train, fp8.jax.compile_step
    return locals()


def run_python(rows):
    names = make_python_names() if rows else {}
    for number, program, message, _ in rows:
        try:
            eval(program, names)
        except Exception as error:
            yield check(number, f"error: {error}".splitlines()[0], message)
        else:
            yield f"{number}: no error of {program}\n"


def main():
    page, *files = sys.argv[1:]
    folder = os.path.dirname(os.environ["FP8_RUN"])
    os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
    make_files(*files)
    rows = ROW.findall(pathlib.Path(page).read_text())
    commands = [row for row in rows if row[1].startswith(("fp8-", "python "))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults = list(pool.map(run_command, commands))
    faults += run_python([row for row in rows if row not in commands])
    # FileCheck reads standard output, and lit shows standard error.
    print("".join(faults), end="", file=sys.stderr)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)), "rows are numbered"
    print(f"{len(rows)} mistakes, {sum(row[3] == 'A' for row in rows)} of grade A")
    sys.exit(1 if any(faults) else 0)


if __name__ == "__main__":
    main()
