"""Trains the example with jax itself: the fp32 curve that fp8-run must follow.

python reference.py --csv jax.csv --steps 300
"""

import argparse
import pathlib
import time

import jax
import numpy as np

import config as sizes
import data
import model
import sample


def train(config, tensors, steps):
    """Runs `steps` steps on what data.inputs() made.

    Returns [(step, loss, seconds)], steps counted from 1 and seconds per step.
    """
    params = sample.parameters(tensors)
    zeros = jax.tree_util.tree_map(np.zeros_like, params)
    state = jax.device_put((params, zeros, zeros, np.float32(0.0)))
    step = jax.jit(model.step_function(config), donate_argnums=(0, 1, 2, 3))
    rows = []
    for k in range(steps):
        batch = [
            tensors[name][k % len(tensors[name])] for name in ("idx", "targets", "lr")
        ]
        # As for fp8-run, copies of the inputs are not part of a step.
        batch = jax.device_put(batch)
        start = time.perf_counter()
        loss, *state = jax.block_until_ready(step(*state, *batch))
        rows.append((k + 1, float(loss), time.perf_counter() - start))
    return rows


def leaves(tree):
    """Returns the arrays of a tree."""
    return jax.tree_util.tree_leaves(tree)


def write_csv(path, rows):
    """Writes `step,loss,seconds`, as fp8-run does."""
    lines = ["step,loss,seconds"] + [f"{k},{loss:.9g},{s:.6g}" for k, loss, s in rows]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--csv", type=pathlib.Path, default="jax.csv")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    sizes.add_arguments(parser)
    arguments = parser.parse_args()
    config = sizes.from_arguments(arguments)
    tensors = data.inputs(config, arguments.steps, arguments.seed)
    rows = train(config, tensors, arguments.steps)
    write_csv(arguments.csv, rows)
    for k, loss, _ in rows:
        if k == 1 or k % 100 == 0:
            print(f"step {k:4d}  loss {loss:.4f}")


if __name__ == "__main__":
    main()
