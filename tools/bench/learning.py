"""Trains examples/char_gpt with every storage preset, and with f32 states.

    python learning.py --fp8-run build/bin/fp8-run --json learning.json --page learning.md

Every run of a seed starts from the same weights and reads the same batches, so that
differences from f32 states are paired. After the training steps come steps on held-out
text with a learning rate of 0. Their mean loss is the validation loss of the weights
that contractions read in training. Each run also computes an AdamW in f32
(learning_probe.py) from the same gradients.

Replaces the text between the lines <!-- table --> and <!-- end of table --> of the
page; the picture is a .svg file beside it, if matplotlib is installed. Exits with 1 if
an 8-bit preset misses the bounds of the page, at the beta2 that --check names.

With --base-steps the runs of a seed fine-tune: they start from the weights that f32
states reach in that many steps, with new moments, other batches and a constant learning
rate. Their table is between <!-- fine-tuning --> and <!-- end of fine-tuning -->.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import datetime
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys

import numpy as np
import safetensors

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples" / "char_gpt")]

import capture  # noqa: E402 (need the path)
import config as sizes  # noqa: E402
import data  # noqa: E402
import learning_figures  # noqa: E402
import learning_inputs  # noqa: E402
import learning_page  # noqa: E402
import learning_probe  # noqa: E402
import page  # noqa: E402

BASELINE = learning_figures.BASELINE
PRESETS = [BASELINE, "bf16-residual", "fp8-split8", "fp8-split16"]
#: Presets that must be named. anyprecision is another optimizer, without a probe.
OTHERS = ["msamp"]
#: Largest residuals of splits: type and value.
LARGEST = {"fp8-split8": (np.int8, 127), "fp8-split16": (np.int16, 32767)}


# --- runs --------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Run:
    beta2: float
    recipe: str
    preset: str
    seed: int

    def name(self):
        return f"{self.beta2}-{self.recipe}-{self.preset}-{self.seed}"

    def options(self, arguments):
        options = [f"--target={arguments.target}", "--loss=0", f"--recipe={self.recipe}"]
        options += ["--num-threads=1"] if arguments.target == "cpu" else []
        if self.preset == BASELINE:
            return options
        options += [f"--storage-override={text}" for text in arguments.storage_override]
        options.append(f"--storage={self.preset}")
        # Others round to nearest, and have no seed.
        return options + ([] if self.preset in OTHERS else [f"--arg=fp8.rng={self.seed}"])


def read_tensors(path):
    """Returns {name: (dtype, bytes)} of a safetensors file."""
    entries = dict(safetensors.deserialize(path.read_bytes()))
    return {name: (entry["dtype"], bytes(entry["data"])) for name, entry in entries.items()}


def start(arguments, command):
    done = subprocess.run(
        [str(arguments.fp8_run), *map(str, command)], capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr}")


def count_saturated(tensors, names, preset):
    """Counts the weights that are stored as the largest value of their planes."""
    if preset not in LARGEST:
        return None
    dtype, largest = LARGEST[preset]
    total = 0
    for name in names:
        # Stored otherwise, by an override.
        if tensors[f"params.{name}"][0] != "F8_E4M3":
            continue
        main = np.frombuffer(tensors[f"params.{name}"][1], np.uint8) & 0x7F
        rest = np.frombuffer(tensors[f"params.{name}.residual"][1], dtype)
        total += int(((main == 126) & (rest == largest)).sum())
    return total


def train_base(arguments, config, seed):
    """Returns {name: weight} that f32 states reach from the initial parameters."""
    given = arguments.work / f"base-{config.beta2}-{seed}.inputs.safetensors"
    out = arguments.work / f"base-{config.beta2}-{seed}.safetensors"
    out.unlink(missing_ok=True)
    data.write(given, learning_inputs.base_inputs(arguments, config, seed))
    options = Run(config.beta2, "none", BASELINE, seed).options(arguments)
    steps = [f"--steps={arguments.base_steps}", f"--inputs={given}", f"--outputs={out}"]
    start(arguments, [arguments.work / f"plain-{config.beta2}.mlir", *options, *steps])
    tensors, weights = read_tensors(out), {}
    for name, shape in sizes.parameter_shapes(config).items():
        dtype, raw = tensors[f"params.{name}"]
        assert dtype == "F32", "the states of the baseline are f32"
        weights[name] = np.frombuffer(raw, np.float32).reshape(shape)
    return weights


def train(arguments, module, given, run, config, begin, measure=None):
    """Returns the figures of one run that starts with the parameters `begin`.

    `measure` computes further figures from the final tensors of the run.
    """
    table = arguments.work / f"{run.name()}.csv"
    out = arguments.work / f"{run.name()}.safetensors"
    steps = arguments.steps + arguments.validation
    # Files of an earlier run must not be taken for files of this run.
    table.unlink(missing_ok=True)
    out.unlink(missing_ok=True)
    command = [module, *run.options(arguments), f"--steps={steps}"]
    command += [f"--inputs={given}", f"--csv={table}", f"--outputs={out}"]
    # Values instead of planes for `measure`.
    command += ["--unpack"] if measure and run.preset != BASELINE else []
    start(arguments, command)
    with open(table, newline="") as file:
        losses = [float(row["loss"]) for row in csv.DictReader(file)]
    if len(losses) != steps:
        sys.exit(f"{table}: expected {steps} steps, but got {len(losses)}")
    tensors = read_tensors(out)
    out.unlink()
    names = list(learning_probe.probed_shapes(config))

    def probe(kind, name):
        dtype, raw = tensors[f"probes.{kind}.{name}"]
        assert dtype == "F32", "no preset stores a probe"
        return np.frombuffer(raw, np.float32).astype(np.float64)

    sums = {k: {n: probe(k, n).sum() for n in names} for k in ("applied", "wanted", "missed")}
    total = {kind: sum(own.values()) for kind, own in sums.items()}
    updates = {n: math.sqrt(sums["applied"][n] / sums["wanted"][n]) for n in names}
    ways = {n: probe("wide_w", n) - begin[n].reshape(-1) for n in names}
    moved = sum((way**2).sum() for way in ways.values())
    lost = sum((probe("error", name) ** 2).sum() for name in names)
    along = sum((probe("error", name) * way).sum() for name, way in ways.items())
    training = losses[: arguments.steps]
    return dataclasses.asdict(run) | {
        "train": statistics.fmean(training[-arguments.tail :]),
        "validation": statistics.fmean(losses[arguments.steps :]),
        "update_ratio": math.sqrt(total["applied"] / total["wanted"]),
        "update_error": math.sqrt(total["missed"] / total["wanted"]),
        "updates": updates,
        "displacement_error": math.sqrt(lost / moved),
        "along": 1 + along / moved,
        "displacement": math.sqrt(moved / sum(math.prod(begin[n].shape) for n in names)),
        "limited": int(sum(probe("limited", name).sum() for name in names)),
        "saturated": None if measure else count_saturated(tensors, names, run.preset),
        "losses": training,
    } | (measure(tensors) if measure else {})


def measure_bytes(arguments, config, beta2, recipe, preset):
    """Returns the bytes of states per parameter in a checkpoint of the step.

    Returns two numbers: for the parameters that presets store, and for all.
    """
    module = arguments.work / f"plain-{beta2}.mlir"
    folder = arguments.work / f"checkpoint-{beta2}-{recipe}-{preset}"
    for path in folder.glob("*") if folder.is_dir() else []:
        path.unlink()
    run = Run(beta2, recipe, preset, 0)
    start(
        arguments,
        [module, *run.options(arguments), "--steps=1", "--inputs=random:1"]
        + ["--arg=idx=0", "--arg=targets=0", "--arg=lr=0", f"--checkpoint={folder}"],
    )
    (path,) = folder.glob("*.safetensors")
    tensors = read_tensors(path)
    shapes = learning_probe.probed_shapes(config)
    planes = ("", ".residual", ".scale_inv", ".amax")
    pairs = itertools.product(("params", "m", "v"), shapes, planes)
    stored = {f"{root}.{name}{plane}" for root, name, plane in pairs}
    wanted = [n for n in tensors if n in stored]
    states = [n for n in tensors if not n.startswith("fp8-run.")]
    numbers = sum(math.prod(shape) for shape in shapes.values())
    everything = sum(math.prod(s) for s in sizes.parameter_shapes(config).values())
    return {
        "bytes_per_stored": sum(len(tensors[n][1]) for n in wanted) / numbers,
        "bytes_per_parameter": sum(len(tensors[n][1]) for n in states) / everything,
        "stored": numbers,
        "parameters": everything,
    }


# --- command line ------------------------------------------------------------


def parse_arguments():
    # --beta2 is a list here.
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], conflict_handler="resolve"
    )
    sizes.add_arguments(parser)
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--presets", nargs="+", default=PRESETS)
    parser.add_argument("--storage-override", nargs="+", default=[], help="of fp8-run")
    parser.add_argument("--recipes", nargs="+", default=["none", "current"])
    parser.add_argument("--beta2", nargs="+", type=float, default=[0.999, 0.95])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1000, help="of training")
    parser.add_argument("--validation", type=int, default=256, help="steps on held out text")
    parser.add_argument("--counted", type=int, default=100, help="last steps whose updates count")
    parser.add_argument("--tail", type=int, default=50, help="last steps whose mean loss counts")
    parser.add_argument("--lr", type=float, default=1e-3, help="at the end of the warm-up")
    parser.add_argument(
        "--base-steps", type=int, default=0, help="steps in f32 before; then --lr is constant"
    )
    parser.add_argument("--base-lr", type=float, default=1e-3, help="of those, after a warm-up")
    parser.add_argument(
        "--check", nargs="*", type=float, default=[], help="the beta2 whose rows must hold"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--text", type=pathlib.Path, nargs="*", help="what to train on")
    arguments = parser.parse_args()
    if BASELINE not in arguments.presets:
        parser.error(f"--presets must hold {BASELINE}, which others are compared with")
    return arguments


def report(run):
    name = Run(*(run[field.name] for field in dataclasses.fields(Run))).name()
    figures = f"validation {run['validation']:.4f}  update {run['update_ratio']:.4f}"
    print(f"{name:32} {figures}", flush=True)


def collect(arguments, config, pool):
    """Returns all runs, and the bytes by beta2, recipe and preset."""
    runs, bytes_ = [], {}
    for beta2 in arguments.beta2:
        own = dataclasses.replace(config, beta2=beta2)
        module = arguments.work / f"probed-{beta2}.mlir"
        module.write_text(learning_probe.captured(own))
        (arguments.work / f"plain-{beta2}.mlir").write_text(capture.captured(own))
        settings = list(itertools.product(arguments.recipes, arguments.presets))
        for setting in settings:
            bytes_[beta2, *setting] = measure_bytes(arguments, own, beta2, *setting)
        for seed in range(arguments.seeds):
            given = arguments.work / f"inputs-{beta2}-{seed}.safetensors"
            begin = sizes.initial_parameters(own, seed)
            if arguments.base_steps:
                begin = train_base(arguments, own, seed)
            data.write(given, learning_inputs.inputs(arguments, own, seed, begin))
            jobs = [
                pool.submit(train, arguments, module, given, Run(beta2, *setting, seed), own, begin)
                for setting in settings
            ]
            for job in jobs:
                runs.append(job.result())
                report(runs[-1])
    return runs, bytes_


def main():
    arguments = parse_arguments()
    arguments.work.mkdir(parents=True, exist_ok=True)
    config = sizes.from_arguments(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs, bytes_ = collect(arguments, config, pool)
    rows = learning_figures.summarize(runs, bytes_)
    settings = ("target", "seeds", "steps", "validation", "counted", "tail", "lr")
    settings += ("base_steps", "base_lr") if arguments.base_steps else ()
    record = {
        "date": datetime.date.today().isoformat(),
        **{key: getattr(arguments, key) for key in settings},
        "storage_override": arguments.storage_override,
        "curve": learning_figures.CURVE,
        "text": [path.name for path in arguments.text or []] or data.LICENSES.name,
        "config": {k: v for k, v in dataclasses.asdict(config).items() if k != "beta2"},
        "rows": rows,
        "runs": [{k: v for k, v in run.items() if k != "losses"} for run in runs],
    }
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = learning_page.make_table(record)
    print(table)
    if arguments.page and arguments.base_steps:
        page.replace_table(arguments.page, table, "fine-tuning")
    elif arguments.page:
        page.replace_table(arguments.page, table)
        learning_page.draw(record, arguments.page.with_suffix(".svg"))
    find = learning_figures.failures
    if arguments.base_steps:
        find = learning_figures.failures_of_tuning
    if missed := find(rows, arguments.check):
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
