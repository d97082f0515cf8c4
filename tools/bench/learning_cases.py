"""Trains examples/char_gpt in cases where low-precision states could do hidden harm.

    python learning_cases.py --fp8-run build/bin/fp8-run --work build/learning-cases \\
        --json learning-cases.json --page learning.md

Each part is a kind of training that most benchmarks leave out:

    dying   units of a ReLU without gradients: a quarter of them is shut off
    epochs  fine-tuning on 2 to 1000 batches, repeatedly
    rare    embeddings of symbols that occur once in some 300 steps
    rates   fine-tuning at a rate of 1e-6
    long    20,000 steps

The work folder caches the results of runs, by everything that they depend on: the
binary, the step, the text and the settings. A cached run is not repeated, so the
command can be stopped at any time. --parts selects parts; the rows of other parts stay
in the JSON file. --quick trains a tiny model for a few steps and checks no goal.

Replaces the text between the lines <!-- cases --> and <!-- end of cases --> of the page.
Exits with 1 if a goal is missed.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import functools
import json
import math
import pathlib
import sys
import time

import numpy as np

import learning_runs  # also adds the example and the package to the path
import learning_cache
import learning_goals
import learning_inputs
import learning_probe
import page
from learning_parts import DEFAULTS, PARTS, QUICK, QUICK_MODEL
from learning_runs import BASELINE, Run

import capture  # noqa: E402 (learning_runs adds its path)
import config as sizes  # noqa: E402
import data  # noqa: E402


# --- jobs --------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Job:
    """One variant of a part: the settings that the runs of all presets and seeds share.
    """

    part: str
    variant: str
    arguments: argparse.Namespace
    config: sizes.Config

    def override(self, preset):
        return [text.format(preset=preset) for text in self.arguments.storage_override]


def make_jobs(arguments, name):
    part, fields = PARTS[name], {field.name for field in dataclasses.fields(sizes.Config)}
    variants = list(part.variants.items())
    for variant, own in variants[:1] if arguments.quick else variants:
        values = part.model | part.settings | own
        if arguments.quick:
            values |= QUICK | QUICK_MODEL
            values["base_steps"] = min(values.get("base_steps", 0), 6)
        if arguments.text:
            values["text"] = arguments.text
        model = {key: value for key, value in values.items() if key in fields}
        settings = DEFAULTS | {key: value for key, value in values.items() if key not in fields}
        folder = arguments.work / name / (variant.replace(" ", "-") or "all")
        folder.mkdir(parents=True, exist_ok=True)
        namespace = argparse.Namespace(**settings, fp8_run=arguments.fp8_run, work=folder)
        yield Job(name, variant, namespace, sizes.Config(**model))


# --- measures ----------------------------------------------------------------


def find_array(tensors, name, shape):
    dtype, raw = tensors[name]
    assert dtype == "F32", f"{name} is not unpacked"
    return np.frombuffer(raw, np.float32).astype(np.float64).reshape(shape)


def measure_dead(config, begin, given, tensors):
    """Returns the rms of the input weights of shut off units and of the others, and how many
    of the others have died.
    """
    shut = learning_inputs.is_shut(config)
    squares, died = {True: [], False: []}, 0
    for layer in range(config.layers):
        name = f"h{layer}.mlp.fc"
        weight = find_array(tensors, f"params.{name}.weight", begin[f"{name}.weight"].shape)
        for side, own in squares.items():
            own.append(np.square(weight[:, shut == side]).mean())
        # The moments of a bias are f32: 400 steps of decay by 0.9 leave 1e-18.
        moment = find_array(tensors, f"m.{name}.bias", begin[f"{name}.bias"].shape)
        died += int((np.abs(moment[~shut]) < 1e-20).sum())
    return {
        "dead_rms": math.sqrt(np.mean(squares[True])),
        "alive_rms": math.sqrt(np.mean(squares[False])),
        "died": died,
    }


def measure_rare(config, begin, given, tensors):
    """Returns the rms movement of embeddings that occur once in 150 to 600 steps."""
    steps = int(given["training"].sum()) + 1
    per_symbol = np.bincount(given["idx"][:steps].reshape(-1), minlength=config.vocab)
    rare = (per_symbol * 150 <= steps) & (per_symbol * 600 >= steps)
    way = find_array(tensors, "params.wte", begin["wte"].shape) - begin["wte"]
    return {
        "rare_symbols": int(rare.sum()),
        "rare_way": float(np.sqrt(np.square(way[rare]).mean())) if rare.any() else 0.0,
    }


def measure_drawn(config, begin, given, tensors):
    """Returns the loss relative to the loss with independent random bits."""
    names = learning_probe.probed_shapes(config)

    def total(kind, power):
        arrays = (find_array(tensors, f"probes.{kind}.{n}", shape) for n, shape in names.items())
        return sum((array**power).sum() for array in arrays)

    return {"of_independent": math.sqrt(total("error", 2) / total("drawn", 1))}


MEASURES = {"dying": measure_dead, "epochs": measure_drawn, "rare": measure_rare}

# --- runs --------------------------------------------------------------------


class Trainer:
    """Runs the trainings whose results are not in the work folder."""

    def __init__(self, arguments, pool):
        self.pool, self.runs, self.made = pool, arguments.work / "runs", 0
        self.bases = {}

    def begin(self, job, seed):
        """Returns the initial parameters: parameters of the example, or the result of
        training with f32 states."""
        arguments, config = job.arguments, job.config
        if not arguments.base_steps:
            return sizes.initial_parameters(config, seed)
        base = (arguments.base_steps, arguments.base_lr)
        key = learning_cache.hash_of(dataclasses.asdict(config), *base, seed)
        if key not in self.bases:
            plain = arguments.work / f"plain-{config.beta2}.mlir"
            plain.write_text(capture.captured(config))
            self.bases[key] = learning_runs.train_base(arguments, config, seed)
        return self.bases[key]

    def path(self, job, preset, seed, module):
        settings = {k: v for k, v in vars(job.arguments).items() if k not in ("work", "fp8_run")}
        text = learning_cache.hash_of_text(data.read_text(job.arguments.text))
        binary = learning_cache.hash_of_file(job.arguments.fp8_run)
        model = dataclasses.asdict(job.config)
        run = (job.part, job.override(preset), preset, seed)
        key = learning_cache.hash_of(*run, model, settings, text, binary, module)
        return self.runs / f"{job.part}-{preset}-{seed}-{key}.json"

    def train(self, job, run, module, given, begin, path):
        started = time.monotonic()
        arguments = argparse.Namespace(**vars(job.arguments))
        arguments.storage_override = job.override(run.preset)
        measure = None
        if job.part in MEASURES:
            from safetensors.numpy import load_file

            measure = functools.partial(MEASURES[job.part], job.config, begin, load_file(given))
        figures = learning_runs.train(arguments, module, given, run, job.config, begin, measure)
        del figures["losses"], figures["updates"]
        figures |= {"part": job.part, "variant": job.variant}
        figures["seconds"] = round(time.monotonic() - started, 1)
        learning_cache.store(path, figures)
        return figures

    def collect(self, job, presets, seeds):
        """Returns the figures of all runs of a job."""
        config, arguments = job.config, job.arguments
        text = learning_probe.captured(config, drawn=job.part == "epochs")
        module = arguments.work / "probed.mlir"
        module.write_text(text)
        paths = {(p, s): self.path(job, p, s, text) for s in range(seeds) for p in presets}
        for seed in range(seeds):
            missing = [p for p in presets if not paths[p, seed].exists()]
            if not missing:
                continue
            begin = self.begin(job, seed)
            given = arguments.work / f"inputs-{seed}.safetensors"
            data.write(given, learning_inputs.inputs(arguments, config, seed, begin))
            futures = []
            for preset in missing:
                run = Run(config.beta2, arguments.recipe, preset, seed)
                own = (job, run, module, given, begin, paths[preset, seed])
                futures.append(self.pool.submit(self.train, *own))
            for future in futures:
                report(future.result())
                self.made += 1
            given.unlink()
        return [learning_cache.load(path) for path in paths.values()]


def report(run):
    keys = ("along", "displacement_error", "of_independent", "dead_rms", "died", "rare_way")
    rest = "  ".join(f"{key} {run[key]:.4g}" for key in keys if key in run)
    where = f"{run['part']} {run['variant']} {run['preset']} {run['seed']}"
    print(f"{where:40} validation {run['validation']:.4f}  {rest}  {run['seconds']} s", flush=True)


# --- command line ------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument(
        "--quick", action="store_true", help="tiny models, a few steps, one variant, no goals"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--text", type=pathlib.Path, nargs="*", help="what to train on")
    return parser.parse_args()


def describe(part, jobs, runs):
    """Describes the settings of the rows of a part."""
    first = jobs[0]
    return {
        "about": part.about,
        "date": datetime.date.today().isoformat(),
        "model": dataclasses.asdict(first.config),
        "parameters": sum(int(np.prod(s)) for s in sizes.parameter_shapes(first.config).values()),
        "steps": sorted({job.arguments.steps for job in jobs}),
        "lr": first.arguments.lr,
        "base_steps": first.arguments.base_steps,
        "minutes": round(sum(run["seconds"] for run in runs) / 60, 1),
        "seeds": len({run["seed"] for run in runs}),
        "recipe": first.arguments.recipe,
    }


def main():
    arguments = parse_arguments()
    record = json.loads(arguments.json.read_text()) if arguments.json.exists() else {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        trainer = Trainer(arguments, pool)
        for name in arguments.parts:
            part, jobs = PARTS[name], list(make_jobs(arguments, name))
            presets, seeds = part.presets, part.seeds
            if arguments.quick:
                presets, seeds = (BASELINE, "fp8-split8"), 1
            runs = [run for job in jobs for run in trainer.collect(job, presets, seeds)]
            rows = learning_goals.summarize(name, runs)
            record[name] = describe(part, jobs, runs) | {"rows": rows, "runs": runs}
            # Write each finished part, because a later part may fail.
            arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    record = {name: record[name] for name in PARTS if name in record}
    table = learning_goals.make_table(record)
    print(f"{trainer.made} runs made\n\n{table}")
    if arguments.page:
        page.replace_table(arguments.page, table, "cases")
    missed = [] if arguments.quick else learning_goals.failures(record)
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
