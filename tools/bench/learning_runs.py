"""Runs of fp8-run for learning.py and learning_cases.py, and their figures."""

import dataclasses
import itertools
import math
import pathlib
import statistics
import subprocess
import sys

import numpy as np
import safetensors

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples" / "char_gpt")]

import config as sizes  # noqa: E402 (need the path)
import data  # noqa: E402
import learning_cache  # noqa: E402
import learning_figures  # noqa: E402
import learning_inputs  # noqa: E402
import learning_probe  # noqa: E402
from losses import read_losses  # noqa: E402

BASELINE = learning_figures.BASELINE
#: Presets that must be named. anyprecision is another optimizer, without a probe.
OTHERS = ["msamp"]
#: Largest residuals of splits: type and value.
LARGEST = {"fp8-split8": (np.int8, 127), "fp8-split16": (np.int16, 32767)}


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
        # The other presets use the default seed in every run.
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
        # An override has selected another storage.
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
    losses = read_losses(table, steps)
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


def result_path(arguments, run, config, module):
    """Returns the file of a run's result, named by everything that the run depends on."""
    names = ("target", "storage_override", "steps", "validation", "counted", "tail", "lr")
    settings = {name: getattr(arguments, name) for name in (*names, "base_steps", "base_lr")}
    text = learning_cache.hash_of_text(data.read_text(arguments.text))
    binary = learning_cache.hash_of_file(arguments.fp8_run)
    key = learning_cache.hash_of(dataclasses.asdict(config), settings, text, binary, module)
    return arguments.work / "runs" / f"{run.name()}-{key}.json"
