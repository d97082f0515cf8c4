"""Steps of this process beside runs of fp8-run."""

import functools
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import fp8
import tensors

TEST = pathlib.Path(__file__).resolve().parents[1]
MLP = TEST.parent / "examples" / "mlp" / "mlp.mlir"
STEPS = 3
#: How fp8-run writes types of numpy to a file.
FILE_TYPES = {"float32": "F32", "int32": "I32"}


def require_module():
    """Skips the file that is being collected if fp8.compile cannot run."""
    from fp8 import _native

    try:
        _native.load()
    except ImportError as error:
        pytest.skip(str(error), allow_module_level=True)


@functools.cache
def draw(module, scale=0.3):
    """Returns {name: values} for the parameters of a step, and for its tensors of
    inputs."""
    from fp8._states import value_arguments

    step = fp8.compile(module)
    random = np.random.default_rng(1)

    def values(arguments):
        return {
            a.name: (scale * random.standard_normal(a.shape)).astype(np.float32)
            for a in arguments
        }

    states = value_arguments(step._functions).values()
    parameters = [a for a in states if a.kind == "param"]
    return values(parameters), values(a for a in step.inputs if a.role == "input")


def train(module, steps=STEPS, **options):
    """Returns the step after some steps, and the last results."""
    states, inputs = draw(module)
    step = fp8.compile(module, states=states, **options)
    return step, go_on(step, inputs, steps)


def go_on(step, inputs, steps):
    results = {}
    for _ in range(steps):
        scalars = {"lr": 0.01}
        if any(a.name == "t" for a in step.inputs):
            scalars["t"] = step.number + 1
        results = step(**inputs, **scalars)
    return results


def all_bytes(step, results):
    """Returns the bytes of the states and of the results of a step."""
    return {n: a.tobytes() for n, a in [*step.states.items(), *results.items()]}


def find_build():
    """Returns the folder of the build."""
    if "FP8_RUN" not in os.environ:
        pytest.skip(
            "FP8_RUN does not name the fp8-run binary", allow_module_level=True
        )
    return pathlib.Path(os.environ["FP8_RUN"]).resolve().parents[1]


def write(path, values):
    """Writes {name: array} to a file of safetensors."""
    tensors.write(
        path,
        {name: (FILE_TYPES[array.dtype.name], array) for name, array in values.items()},
    )


def run_tool(folder, module, values, *options, steps):
    """Returns the bytes of the results of fp8-run, by name."""
    given, out = folder / "given.safetensors", folder / "out.safetensors"
    write(given, values)
    tool = find_build() / "bin" / "fp8-run"
    command = [tool, module, f"--inputs={given}", f"--outputs={out}"]
    done = subprocess.run(
        [*command, f"--steps={steps}", *options], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return tensors.read_bytes(out)


def write_adamw(path):
    """Writes a step of AdamW on two layers with biases, captured from JAX."""
    jax = pytest.importorskip("jax", reason="jax is not installed")
    jnp = jax.numpy
    shapes = {"w1": (12, 24), "b1": (24,), "w2": (24, 8)}

    def step(params, m, v, x, y, lr, t):
        def loss_of(params):
            hidden = jax.nn.relu(x @ params["w1"] + params["b1"])
            return jnp.mean((hidden @ params["w2"] - y) ** 2)

        loss, gradients = jax.value_and_grad(loss_of)(params)
        map_ = jax.tree.map
        m = map_(lambda m, g: 0.9 * m + 0.1 * g, m, gradients)
        v = map_(lambda v, g: 0.99 * v + 0.01 * g * g, v, gradients)
        c1, c2 = 1 - jnp.float32(0.9) ** t, 1 - jnp.float32(0.99) ** t

        def move(p, m, v):
            return p - lr * (m / c1 / (jnp.sqrt(v / c2) + 1e-8) + 0.1 * p)

        return loss, map_(move, params, m, v), m, v

    def f32(*shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    states = {name: f32(*shape) for name, shape in shapes.items()}
    inputs = (f32(16, 12), f32(16, 8), f32(), f32())
    text = fp8.jax.capture(
        step,
        (states, states, states, *inputs),
        result_names=("loss", "params", "m", "v"),
        updates={name: name for name in ("params", "m", "v")},
        states={"params": "param", "m": "moment", "v": "moment"},
    )
    path.write_text(text)
    return path
