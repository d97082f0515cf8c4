#!/usr/bin/env python3
"""Packs a training step, kernels and matmuls for a machine with a GPU but without
this project.

    bundle.py [MODEL.mlir --inputs F.safetensors [--arg NAME=VALUE]...] [--cases REGEX] --output OUT.tar.gz

For a model, the archive contains the code of the kernels, the step, its states after
one step on the CPU, the inputs and the losses of the CPU. For each case of cases.py
that REGEX matches, it contains a small version with inputs and the outputs of the
reference, and a large version. libfp8rt and run.py, which explains its use, are
included. With --device-ir it also contains the IR that the mock of a driver runs.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import cases  # noqa: E402
import random_data  # noqa: E402
import tensor_file  # noqa: E402
from losses import read_losses  # noqa: E402: it is in another folder

LIMIT = 40 << 20
SCRIPTS = ("run.py", "budget.py", "profile_kernels.py", "training.py", "kernels.py", "peers.py",
           "gpt_peers.py", "torch_gpt.py", "jax_gpt.py", "random_data.py", "tensor_file.py",
           "fp8_step.py")
# The model of jax_gpt.py.
MODEL_SCRIPTS = ("model.py", "config.py")


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True,
                          check=False, **options)
    if done.returncode != 0:
        text = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
        sys.exit(f"{command[0]} failed:\n{text}")
    return done.stdout


def compile_step(options, text, stem, attention="kernels"):
    command = [options.build / "bin/fp8-translate", "--fp8-to-cuda",
               f"--cuda={stem}", f"--chips={options.chips}",
               f"--decode-blocks={options.decode_blocks}", f"--attention={attention}"]
    if options.device_ir:
        command.append("--cuda-device-ir")
    run(command, input=text)


def pack_model(options, folder):
    """Returns the data that run.py needs: the states after one step, and all losses."""
    command = [options.build / "bin/fp8-run", options.model,
               f"--recipe={options.recipe}", f"--wide-type={options.wide_type}",
               f"--attention={options.attention}", "--target=cpu",
               f"--inputs={options.inputs}"]
    command += [f"--arg={value}" for value in options.arg]
    run([*command, "--steps=1", f"--checkpoint={folder}/checkpoints"])
    shutil.move(folder / "checkpoints/step-1.safetensors",
                folder / "states.safetensors")
    shutil.rmtree(folder / "checkpoints")
    run([*command, f"--steps={options.steps}", f"--csv={folder}/losses.csv"])
    losses = read_losses(folder / "losses.csv")
    scaled = run([options.build / "bin/fp8-opt", options.model,
                  f"--fp8-train-pipeline=recipe={options.recipe} wide-type={options.wide_type} "
                  f"attention={options.attention}", "--mlir-print-debuginfo"])
    compile_step(options, scaled, folder / "step", options.attention)
    shutil.copy(options.inputs, folder / "inputs.safetensors")
    values = dict(value.split("=", 1) for value in options.arg)
    return {"loss": options.loss, "losses": losses, "values": values}


def make_inputs(values, stem):
    """Creates random arguments, except for arguments that the case sets to a number."""
    record = json.loads(pathlib.Path(f"{stem}.json").read_text())
    tensors, numbers = {}, []
    for seed, argument in enumerate(record["arguments"]):
        if argument["kind"] not in ("input", "state"):
            continue
        value = random_data.choose(values, argument["name"])
        if not isinstance(value, str):
            numbers.append(f"--arg={argument['name']}={value}")
            continue
        dtype = argument["type"]
        count = argument["bytes"] // random_data.SIZES[dtype]
        tensors[argument["name"]] = (dtype, argument["shape"],
                                     random_data.make(dtype, count, value, seed))
    tensor_file.write(f"{stem}.inputs.safetensors", tensors)
    return numbers


def compile_case(options, stem, case, extents):
    text = cases.make_text(case, extents).encode()
    if case.pipeline:
        text = run([options.build / "bin/fp8-opt",
                    f"--fp8-train-pipeline={case.pipeline}"], input=text)
    compile_step(options, text, stem, case.attention)
    return text


def pack_case(options, folder, name, case):
    """Returns the description of a case for run.py, besides its files."""
    extents = case.small if options.small_only else case.large
    compile_case(options, folder / f"cases/{name}.large", case, extents)
    if case.is_checked:
        stem = folder / f"cases/{name}.small"
        text = compile_case(options, stem, case, case.small)
        source = folder / "text.mlir"
        source.write_bytes(text)
        numbers = make_inputs(cases.get_values(case, case.small), stem)
        run([options.build / "bin/fp8-run", source, "--entry=step",
             "--target=reference", f"--inputs={stem}.inputs.safetensors", *numbers,
             "--steps=1", f"--outputs={stem}.outputs.safetensors"])
        source.unlink()

    def count(what):
        return int(what(extents)) if what else None

    return {"extents": extents, "values": cases.get_values(case, extents), "ulps": case.ulps,
            "bound": case.bound,
            "goals": case.goals, "peers": case.base or name, "is_checked": case.is_checked,
            "bytes": count(case.traffic), "flops": count(case.flops),
            "items": count(case.items)}


def find_commit():
    """Returns the commit of the code, if git knows it."""
    done = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def write_archive(folder, output):
    partial = output.with_name(output.name + ".tmp")
    with tarfile.open(partial, "w:gz") as archive:
        archive.add(folder, "fp8-gpu")
    size = partial.stat().st_size
    if size > LIMIT:
        partial.unlink()
        sys.exit(f"the bundle takes {size} bytes, expected at most {LIMIT}: "
                 "a smaller model, fewer inputs or fewer cases")
    os.replace(partial, output)
    return size


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=pathlib.Path, nargs="?")
    parser.add_argument("--inputs")
    parser.add_argument("--arg", action="append", default=[])
    parser.add_argument("--recipe", default="delayed")
    parser.add_argument("--wide-type", default="f32", choices=["f32", "bf16"])
    parser.add_argument("--attention", default="kernels", choices=["kernels", "library"],
                        help="of the model; library needs bf16 as wide type")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--chips", default="sm_90a")
    parser.add_argument("--decode-blocks", default="never",
                        choices=["never", "where-needed", "always"],
                        help="as of fp8-translate")
    parser.add_argument("--loss", default="loss", help="the name of the result")
    parser.add_argument("--cases", help="those whose name it matches")
    parser.add_argument("--small-only", action="store_true",
                        help="time the small ones, where speed is not the question")
    parser.add_argument("--device-ir", action="store_true")
    parser.add_argument("--build", type=pathlib.Path,
                        default=HERE.parents[2] / "build")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    if options.model and not options.inputs:
        parser.error("expected --inputs with a model")
    if not options.model and options.cases is None:
        parser.error("expected a model, or --cases")
    return options


def main():
    options = parse_options()
    chosen = [name for name in cases.CASES
              if options.cases is not None and re.search(options.cases, name)]
    if options.cases is not None and not chosen:
        sys.exit(f"no case matches '{options.cases}', there are "
                 f"{', '.join(cases.CASES)}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "cases").mkdir()
        record = {"commit": find_commit(), "cases": {name: pack_case(options, folder, name, cases.CASES[name])
                            for name in chosen}}
        if options.model:
            record |= pack_model(options, folder)
        (folder / "bundle.json").write_text(json.dumps(record))
        shutil.copy(options.build / "lib/libfp8rt.so", folder)
        for script in SCRIPTS:
            shutil.copy(HERE / script, folder)
        (folder / "char_gpt").mkdir()
        for script in MODEL_SCRIPTS:
            shutil.copy(HERE.parents[2] / "examples/char_gpt" / script, folder / "char_gpt")
        size = write_archive(folder, options.output)
    print(f"{options.output}: {size} bytes, {len(record.get('losses', []))} losses, "
          f"{len(chosen)} cases")


if __name__ == "__main__":
    main()
