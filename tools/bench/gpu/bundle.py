#!/usr/bin/env python3
"""Packs a training step for a machine with a GPU and nothing of this project.

    bundle.py MODEL.mlir --inputs F.safetensors [--arg NAME=VALUE]... --output OUT.tar.gz

The archive holds the code of the kernels, the step, its states after one step
on the CPU, the inputs, the losses of the CPU, libfp8rt and run.py, which says
how to use it. With --device-ir it also holds what the mock of a driver runs.
"""
import argparse
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 40 << 20


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True,
                          check=False, **options)
    if done.returncode != 0:
        text = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
        sys.exit(f"{command[0]} failed:\n{text}")
    return done.stdout


def train(options, folder):
    """The states after one step, and the losses of all."""
    command = [options.build / "bin/fp8-run", options.model,
               f"--recipe={options.recipe}", "--target=cpu",
               f"--inputs={options.inputs}"]
    command += [f"--arg={value}" for value in options.arg]
    run([*command, "--steps=1", f"--checkpoint={folder}/checkpoints"])
    shutil.copy(folder / "checkpoints/step-1.safetensors",
                folder / "states.safetensors")
    run([*command, f"--steps={options.steps}", f"--csv={folder}/losses.csv"])
    with open(folder / "losses.csv", newline="") as file:
        return [float(row["loss"]) for row in csv.DictReader(file)]


def compile_step(options, folder):
    scaled = run([options.build / "bin/fp8-opt", options.model,
                  f"--fp8-train-pipeline=recipe={options.recipe}",
                  "--mlir-print-debuginfo"])
    command = [options.build / "bin/fp8-translate", "--fp8-to-cuda",
               f"--cuda={folder}/step", f"--chips={options.chips}"]
    if options.device_ir:
        command.append("--cuda-device-ir")
    run(command, input=scaled)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--arg", action="append", default=[])
    parser.add_argument("--recipe", default="delayed")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--chips", default="sm_90a")
    parser.add_argument("--loss", default="loss", help="the name of the result")
    parser.add_argument("--device-ir", action="store_true")
    parser.add_argument("--build", type=pathlib.Path,
                        default=HERE.parents[2] / "build")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        losses = train(options, folder)
        compile_step(options, folder)
        values = dict(value.split("=", 1) for value in options.arg)
        (folder / "bundle.json").write_text(json.dumps(
            {"loss": options.loss, "losses": losses, "values": values}))
        shutil.copy(options.inputs, folder / "inputs.safetensors")
        shutil.copy(options.build / "lib/libfp8rt.so", folder / "libfp8rt.so")
        for script in ("run.py", "fp8_step.py"):
            shutil.copy(HERE / script, folder)
        files = ["bundle.json", "inputs.safetensors", "states.safetensors",
                 "step.image", "step.json", "libfp8rt.so", "run.py",
                 "fp8_step.py"]
        if options.device_ir:
            files.append("step.ll")
        partial = options.output.with_name(options.output.name + ".tmp")
        with tarfile.open(partial, "w:gz") as archive:
            for file in files:
                archive.add(folder / file, f"fp8-gpu/{file}")
        size = partial.stat().st_size
        if size > LIMIT:
            partial.unlink()
            sys.exit(f"the bundle takes {size} bytes, expected at most {LIMIT}: "
                     "a smaller model, or fewer inputs")
        os.replace(partial, options.output)
    print(f"{options.output}: {size} bytes, {len(losses)} losses")


if __name__ == "__main__":
    main()
