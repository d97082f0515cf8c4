#!/usr/bin/env python3
"""Trains a GPT of examples/char_gpt on a GPU in several precisions, and compares
the losses.

    learning.py pack FOLDER --text ROOT... [--size 10m]
    learning.py train FOLDER --fp8-run F --json OUT.json [--steps N] [--only REGEX]
    learning.py page OUT.json PAGE.md FIGURE.svg

`pack` captures the step (needs JAX) and compresses at most --bytes of text from
the files below each ROOT, without equal files. `train` needs NumPy and safetensors.
It runs each row of SETTINGS on the same batches, and writes OUT.json after each run. A
setting that OUT.json already contains is not run again, so that several short calls
suffice; the model, the text, the number of steps and the options must then be the
same. `page` writes a table and a picture.

Batches are random windows of the text. Their number times their size is near the
size of the text, so few characters repeat, and the loss of the last steps
estimates the loss on unseen text.
"""
import argparse
import dataclasses
import hashlib
import json
import lzma
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = HERE.parents[2] / "examples/char_gpt"
sys.path += [str(EXAMPLE), str(HERE.parent)]

import cases  # noqa: E402: as config
import config as sizes  # noqa: E402: it is in another folder
from losses import read_losses  # noqa: E402: likewise

BASELINE = "bf16"
# Steps whose mean loss is compared, and steps per point of the picture.
LAST, POINT = 200, 50
SIZES = {
    "10m": sizes.Config(layers=6, width=384, heads=6, context=256, batch=64),
    "124m": sizes.Config(layers=12, width=768, heads=12, context=1024, batch=8),
}


@dataclasses.dataclass
class Setting:
    """Options of fp8-run besides the wide type, and the seed of the first weights."""

    options: list
    seed: int = 0


SETTINGS = {
    BASELINE: Setting(["--recipe=none"]),
    "bf16, other first weights": Setting(["--recipe=none"], seed=1),
    "delayed": Setting(["--recipe=delayed"]),
    "current": Setting(["--recipe=current"]),
    "block": Setting(["--recipe=block"]),
    "delayed, bf16-residual": Setting(["--recipe=delayed", "--storage=bf16-residual"]),
    "delayed, fp8-split8": Setting(["--recipe=delayed", "--storage=fp8-split8"]),
    "delayed, fp8-split16": Setting(["--recipe=delayed", "--storage=fp8-split16"]),
}


# --- Packing -------------------------------------------------------------------------


def collect_text(roots, limit):
    """Returns at most `limit` bytes of ASCII text from the files below `roots`."""
    parts, seen, total = [], set(), 0
    paths = sorted(path for root in roots for path in pathlib.Path(root).rglob("*")
                   if path.is_file() and not path.is_symlink())
    # Any order of files that does not follow their names.
    paths.sort(key=lambda path: hashlib.sha256(str(path).encode()).digest())
    for path in paths:
        data = path.read_bytes()[:1 << 20]
        digest = hashlib.sha256(data).digest()
        if len(data) < 1000 or digest in seen or not data.isascii() or b"\0" in data:
            continue
        seen.add(digest)
        parts.append(data)
        total += len(data)
        if total >= limit:
            break
    return b"\n".join(parts)[:limit]


def pack(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    text = collect_text(options.text, options.bytes)
    (options.folder / "text.xz").write_bytes(lzma.compress(text, preset=9))
    config = SIZES[options.size]
    extents = {name: getattr(config, name)
               for name in ("layers", "width", "heads", "context", "batch", "vocab")}
    (options.folder / "gpt.mlir").write_text(cases.capture_gpt(extents, options=()))
    (options.folder / "size").write_text(options.size)
    print(f"{len(text)} bytes of text, model {options.size}")


# --- Training ------------------------------------------------------------------------


def write_inputs(path, config, tokens, steps, seed):
    """Writes the first weights of `seed`, and batches that do not depend on it."""
    import data  # noqa: PLC0415: it needs numpy

    idx, targets = data.batches(tokens, steps, config)
    weights = {f"params.{name}": value
               for name, value in sizes.initial_parameters(config, seed).items()}
    data.write(path, weights | {"idx": idx, "targets": targets,
                                "lr": data.schedule(steps, peak=1e-3)})


def run_setting(options, folder, setting, steps):
    """Returns the record of a run: its losses and the time of a step."""
    losses = folder / "losses.csv"
    command = [options.fp8_run, options.folder / "gpt.mlir", f"--target={options.target}",
               "--wide-type=bf16", f"--inputs={folder}/inputs-{setting.seed}.safetensors",
               f"--steps={steps}", f"--csv={losses}", "--bench",
               *options.option, *setting.options]
    done = subprocess.run([str(part) for part in command], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        return {"error": done.stderr.strip().splitlines()[-1:]}
    bench = json.loads(re.search(r"^\{.*\}$", done.stdout, re.MULTILINE)[0])
    states = re.search(r"states ([\d.]+ \w?B)", done.stderr)
    return {"options": setting.options, "losses": read_losses(losses),
            "seconds": bench["median_step_seconds"],
            "states": states[1] if states else None}


def train(options):
    import data  # noqa: PLC0415: it needs numpy

    size = (options.folder / "size").read_text()
    config = SIZES[size]
    tokens = data.encode(lzma.decompress(
        (options.folder / "text.xz").read_bytes()).decode("ascii"))
    setup = {"size": size, "steps": options.steps, "target": options.target,
             "options": options.option, "characters": len(tokens)}
    record = setup | {"machine": options.machine, "runs": {}}
    if options.json.exists():
        record = json.loads(options.json.read_text())
        for key, value in setup.items():
            if record.get(key) != value:
                sys.exit(f"{options.json} has runs with {key} {record.get(key)}, "
                         f"not {value}")
    work = options.work
    work.mkdir(parents=True, exist_ok=True)
    for name, setting in SETTINGS.items():
        known = record["runs"].get(name, {})
        if "losses" in known or (options.only and not re.search(options.only, name)):
            continue
        path = work / f"inputs-{setting.seed}.safetensors"
        if not path.exists():
            write_inputs(path, config, tokens, options.steps, setting.seed)
        record["runs"][name] = run_setting(options, work, setting, options.steps)
        partial = options.json.with_name(options.json.name + ".tmp")
        partial.write_text(json.dumps(record))
        os.replace(partial, options.json)
        describe(name, record["runs"][name])


def describe(name, run):
    if "error" in run:
        print(f"{name}: {run['error']}", flush=True)
        return
    print(f"{name}: loss {statistics.fmean(run['losses'][-LAST:]):.4f}, "
          f"{run['seconds'] * 1e3:.3g} ms, states {run['states']}", flush=True)


# --- The page ------------------------------------------------------------------------


def average(values, length):
    """Returns the means of blocks of `length` values, without an incomplete last one."""
    return [statistics.fmean(values[i:i + length])
            for i in range(0, len(values) - length + 1, length)]


def subtract(run, base):
    return [a - b for a, b in zip(run["losses"], base["losses"], strict=True)]


def compare(run, base):
    """Returns the mean difference of the last losses, and its standard error over
    blocks of steps.
    """
    from learning_figures import spread  # noqa: PLC0415: it needs numpy

    result = spread(average(subtract(run, base)[-LAST:], min(20, LAST)))
    return result["mean"], result["error"] or 0


def make_table(record):
    import page as pages  # noqa: PLC0415: only here

    base, rows = record["runs"][BASELINE], []
    for name, run in record["runs"].items():
        if "error" in run:
            continue
        difference, error = compare(run, base)
        rows.append([f"`{name}`" if name != BASELINE else name,
                     f"{statistics.fmean(run['losses'][-LAST:]):.4f}",
                     "" if name == BASELINE else f"{difference:+.4f} ± {error:.4f}",
                     f"{run['seconds'] * 1e3:.3g}", run["states"] or ""])
    return pages.format_table(
        ["setting", f"loss of the last {LAST} steps", "difference from bf16",
         "ms per step", "states"], rows)


def draw(record, path):
    """Draws the difference of each run from the baseline, as means of POINT steps."""
    import matplotlib  # noqa: PLC0415: only here

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "fp8"
    from matplotlib import pyplot  # noqa: PLC0415

    base = record["runs"][BASELINE]
    figure, (top, bottom) = pyplot.subplots(2, 1, figsize=(7, 6), sharex=True)
    for name, run in record["runs"].items():
        if "error" in run:
            continue
        means = average(run["losses"], POINT)
        steps = [POINT * (i + 1) for i in range(len(means))]
        top.plot(steps, means, label=name, linewidth=1)
        if name != BASELINE:
            bottom.plot(steps, average(subtract(run, base), POINT), label=name,
                        linewidth=1)
    top.set_ylabel("loss")
    top.legend(fontsize=7)
    bottom.set_ylabel("difference from bf16")
    bottom.axhline(0, color="gray", linewidth=0.5)
    bottom.set_ylim(-0.05, 0.05)
    bottom.set_xlabel("step")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def write_page(options):
    import page as pages  # noqa: PLC0415: only here

    record = json.loads(options.json.read_text())
    pages.replace_table(options.page, make_table(record), "learning")
    draw(record, options.figure)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("folder", type=pathlib.Path)
    packing.add_argument("--text", nargs="+", required=True)
    packing.add_argument("--bytes", type=int, default=32 << 20)
    packing.add_argument("--size", choices=SIZES, default="10m")
    training = commands.add_parser("train")
    training.add_argument("folder", type=pathlib.Path)
    training.add_argument("--fp8-run", default="fp8-run")
    training.add_argument("--target", default="cuda")
    training.add_argument("--option", action="append", default=[],
                          help="one more option of every run, such as --attention=library")
    training.add_argument("--steps", type=int, default=2000)
    training.add_argument("--only", help="settings whose name it matches")
    training.add_argument("--machine", help="a name for the page")
    training.add_argument("--work", type=pathlib.Path, default=pathlib.Path.cwd())
    training.add_argument("--json", type=pathlib.Path, required=True)
    paging = commands.add_parser("page")
    paging.add_argument("json", type=pathlib.Path)
    paging.add_argument("page", type=pathlib.Path)
    paging.add_argument("figure", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = parse_options()
    {"pack": pack, "train": train, "page": write_page}[options.command](options)


if __name__ == "__main__":
    main()
