"""Training steps of JAX whose roles are known, and the roles that fp8-opt finds."""

import collections
import os
import re
import subprocess

import fp8.jax
import jax
import jax.numpy as jnp

OPT = os.environ.get("FP8_OPT")
tree = jax.tree_util


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


NET = {"w1": f32(32, 64), "b1": f32(64), "w2": f32(64, 64), "b2": f32(64)}
NET["w3"] = f32(64, 16)
X, Y, LABELS = f32(24, 32), f32(24, 16), i32(24)


def apply(p, x):
    hidden = jax.nn.relu(x @ p["w1"] + p["b1"])
    return jax.nn.relu(hidden @ p["w2"] + p["b2"]) @ p["w3"]


def mse(p, x, y):
    return jnp.mean((apply(p, x) - y) ** 2)


def cross_entropy(p, x, labels):
    logits = jax.nn.log_softmax(apply(p, x))
    return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], 1))


def sgd(p, state, g):
    return tree.tree_map(lambda a, b: a - 0.05 * b, p, g), state


def momentum(p, state, g):
    m = tree.tree_map(lambda a, b: 0.9 * a + b, state["m"], g)
    return tree.tree_map(lambda a, b: a - 0.05 * b, p, m), {"m": m}


def adam(p, state, g):
    t = state["t"] + 1
    count = t.astype(jnp.float32)
    m = tree.tree_map(lambda a, b: 0.9 * a + 0.1 * b, state["m"], g)
    v = tree.tree_map(lambda a, b: 0.99 * a + 0.01 * b * b, state["v"], g)
    unbias_m, unbias_v = 1 - 0.9**count, 1 - 0.99**count

    def move(a, b, c):
        return a - 1e-3 * (b / unbias_m) / (jnp.sqrt(c / unbias_v) + 1e-8)

    return tree.tree_map(move, p, m, v), {"m": m, "v": v, "t": t}


OPTIMIZERS = {"sgd": sgd, "momentum": momentum, "adam": adam}


def states_of(optimizer, params=None):
    params = params or NET
    if optimizer is sgd:
        return {}
    if optimizer is momentum:
        return {"m": params}
    return {"m": params, "v": params, "t": i32()}


def capture(step, arguments, results, updates):
    return fp8.jax.capture(step, arguments, result_names=results, updates=updates)


def run_pipeline(text, tmp_path, options="recipe=current"):
    path = tmp_path / "step.mlir"
    path.write_text(text)
    command = [OPT, path, f"--fp8-train-pipeline={options}", "-o", os.devnull]
    command += ["--remark-format=emitRemark", "--remarks-filter=fp8-quantize.*"]
    return subprocess.run(command, capture_output=True, text=True)


def find_roles(text, tmp_path, options="recipe=current"):
    """Returns the number of matmuls per remark."""
    done = run_pipeline(text, tmp_path, options)
    assert done.returncode == 0, done.stderr
    remarks = re.findall(r'Remark="(quantized[^"]*|kept[^"]*)"', done.stderr)
    return collections.Counter(remarks)


def count_by_role(roles):
    """{role of a product: number}, all of which must be quantized."""
    assert all(remark.startswith("quantized: ") for remark in roles), roles
    counts = collections.Counter()
    for remark, number in roles.items():
        counts[remark.removeprefix("quantized: ").split(",")[0]] += number
    return dict(counts)
