"""Steps that were captured from PyTorch, with their inputs and the losses of PyTorch.

Neither the files in Inputs nor the functions need torch, apart from capture().

    python test/Python/torch_graphs.py     captures the steps again
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import zlib

INPUTS = pathlib.Path(__file__).parent / "Inputs"
TABLE = INPUTS / "torch_steps.json"
STEPS = 20


def names():
    return sorted(json.loads(TABLE.read_text()))


def module(name):
    """Returns the path of the text."""
    return INPUTS / f"torch_{name}.mlir"


def eager_losses(name):
    return json.loads(TABLE.read_text())[name]["losses"]


def tensors(table):
    """Returns {name: array}: values that depend on the name and the entry alone."""
    import numpy as np

    arrays = {}
    for name, entry in table.items():
        # This generator never changes between versions of NumPy.
        random = np.random.RandomState(zlib.crc32(name.encode()))
        if "below" in entry:
            arrays[name] = random.randint(0, entry["below"], entry["shape"])
        else:
            normal = random.standard_normal(entry["shape"]) * entry["scale"]
            arrays[name] = (normal + entry.get("mean", 0.0)).astype(np.float32)
    return arrays


def losses(text, inputs, steps, folder, *flags):
    """Returns the losses of fp8-run, one for each step."""
    import pytest

    if "FP8_RUN" not in os.environ:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    table = folder / "loss.csv"
    command = [os.environ["FP8_RUN"], text, f"--inputs={inputs}", f"--steps={steps}"]
    command += [f"--csv={table}", "--loss=loss", *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(table, newline="") as file:
        return [float(row["loss"]) for row in csv.DictReader(file)]


def capture(name):
    """Returns the Captured of a step, its table of inputs, and the losses of torch."""
    import torch
    import torch_models as models

    import fp8

    torch.manual_seed(0)
    model, optimizer, step, batch = {
        "mlp": _mlp,
        "gpt": _gpt,
    }[
        name
    ](models)
    table = {}
    for path, parameter in model.named_parameters():
        scale = 0.2 if parameter.dim() > 1 else 0.01
        # The weights of a layer norm.
        mean = float(path.endswith("weight") and parameter.dim() == 1)
        entry = {"shape": list(parameter.shape), "scale": scale, "mean": mean}
        table[f"params.{path}"] = entry
    table |= batch
    arrays = {key: torch.from_numpy(value) for key, value in tensors(table).items()}
    with torch.no_grad():
        for path, parameter in model.named_parameters():
            parameter.copy_(arrays[f"params.{path}"])
    batches = [tuple(arrays[key][k] for key in batch) for k in range(STEPS)]
    captured = fp8.torch.capture(step, model, optimizer, *batches[0])
    return captured, table, models.eager(step, model, optimizer, batches)


def _mlp(models):
    model = models.MLP()
    optimizer = models.torch.optim.AdamW(models.groups(model), lr=1e-3)
    batch = {
        "x": {"shape": [STEPS, 16, 32], "scale": 1.0},
        "y": {"shape": [STEPS, 16], "below": 10},
    }
    return model, optimizer, models.clipped_step, batch


def _gpt(models):
    model = models.GPT(layers=1)
    optimizer = models.Lion(models.groups(model), lr=1e-3)
    batch = {key: {"shape": [STEPS, 4, 16], "below": 64} for key in ("x", "y")}
    return model, optimizer, models.step, batch


def main():
    table = {}
    for name in ("gpt", "mlp"):
        captured, inputs, theirs = capture(name)
        module(name).write_text(captured.text)
        table[name] = {"inputs": inputs, "losses": [round(x, 9) for x in theirs]}
    rows = (f'"{name}": {json.dumps(entry)}' for name, entry in table.items())
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
    main()
