"""Steps for several devices, in JAX, and runs of their ranks by fp8-run.

Import this module before jax: jax reads the number of its devices once.
"""

import csv
import os
import subprocess

import numpy as np
import pytest
import tensors

import fp8

#: Number of devices of jax.
DEVICES = 4

os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "")
    + f" --xla_force_host_platform_device_count={DEVICES}"
)
jax = pytest.importorskip("jax", reason="jax is not installed")
if len(jax.devices()) < DEVICES:
    pytest.skip(
        "jax has started with fewer devices; run this file alone",
        allow_module_level=True,
    )

from jax.sharding import Mesh, PartitionSpec  # noqa: E402

jnp = jax.numpy
#: Sizes of a two-layer perceptron, and the batch of a rank.
INPUTS, HIDDEN, OUTPUTS, BATCH = 12, 16, 8, 4
RATE, STEPS = 0.1, 4
#: Largest relative difference of losses from jax's, which adds in another order.
TOLERANCE = 2e-6


def mesh(**axes):
    """Returns a mesh of some devices: mesh(replica=2, dp=2)."""
    count = np.prod(list(axes.values()))
    devices = np.array(jax.devices()[:count]).reshape(tuple(axes.values()))
    return Mesh(devices, tuple(axes))


def loss_of(params, x, y):
    hidden = jnp.tanh(x @ params["w1"] + params["b1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


def update(params, momentum, grads):
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
    return jax.tree.map(lambda p, m: p - RATE * m, params, momentum), momentum


def initial(count):
    """Returns parameters, their momentum, and STEPS batches of each rank."""
    numbers = np.random.RandomState(7)
    params = {
        "b1": numbers.randn(HIDDEN) * 0.1,
        "w1": numbers.randn(INPUTS, HIDDEN) * 0.3,
        "w2": numbers.randn(HIDDEN, OUTPUTS) * 0.3,
    }
    params = {name: value.astype(np.float32) for name, value in params.items()}
    momentum = {name: np.zeros_like(value) for name, value in params.items()}
    x, y = [
        numbers.randn(STEPS * count, BATCH, size).astype(np.float32)
        for size in (INPUTS, OUTPUTS)
    ]
    return params, momentum, x, y


def global_batches(values, count):
    """Returns the batches of all ranks at each step."""
    return values.reshape(STEPS, count * BATCH, -1)


def sharded(body, devices, states=PartitionSpec(), batches=None, **options):
    """Returns `body` as the step of each device."""
    axes = tuple(devices.axis_names)
    batches = PartitionSpec(axes) if batches is None else batches
    return jax.jit(
        jax.shard_map(
            body,
            mesh=devices,
            in_specs=(states, states, batches, batches),
            out_specs=(PartitionSpec(), states, states),
            **options,
        )
    )


def arguments(count):
    """Returns example arguments with the batch of all devices."""
    params, momentum, x, y = initial(count)
    return params, momentum, global_batches(x, count)[0], global_batches(y, count)[0]


def run_jax(step, count):
    """Returns the losses of jax, and the last parameters."""
    params, momentum, x, y = initial(count)
    losses = []
    for step_x, step_y in zip(*(global_batches(v, count) for v in (x, y)), strict=True):
        loss, params, momentum = step(params, momentum, step_x, step_y)
        losses.append(float(loss))
    return losses, {name: np.asarray(value) for name, value in params.items()}


def run_ranks(folder, text, count, *options, outputs=True):
    """Returns the losses of fp8-run as text, and the last states by name."""
    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    (folder / "step.mlir").write_text(text)
    params, momentum, x, y = initial(count)
    inputs = {"x": ("F32", x), "y": ("F32", y)}
    for root, tree in (("params", params), ("momentum", momentum)):
        inputs |= {f"{root}.{name}": ("F32", value) for name, value in tree.items()}
    tensors.write(folder / "in.safetensors", inputs)
    command = [fp8_run, "step.mlir", f"--steps={STEPS}", "--inputs=in.safetensors"]
    command += ["--csv=losses.csv", *options]
    if outputs:
        command.append("--outputs=out.safetensors")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(folder / "losses.csv") as file:
        losses = [row["loss"] for row in csv.DictReader(file)]
    states = tensors.read(folder / "out.safetensors") if outputs else {}
    return losses, {name: value for name, (_, value) in states.items()}


def averaged(params, momentum, x, y):
    """The tree of gradients is averaged."""
    loss, grads = jax.value_and_grad(loss_of)(params, x, y)
    loss, grads = jax.lax.pmean((loss, grads), "dp")
    return loss, *update(params, momentum, grads)


def captured(step, count=DEVICES, **options):
    names = ["params", "momentum", "x", "y"]
    return fp8.jax.capture(step, arguments(count), names=names, **options)


def check(tmp_path, step, text, count, *options, outputs=True):
    """Checks the ranks of fp8-run against jax's devices. Returns their losses."""
    expected, params = run_jax(step, count)
    found, states = run_ranks(tmp_path, text, count, *options, outputs=outputs)
    np.testing.assert_allclose(
        [float(loss) for loss in found], expected, rtol=TOLERANCE, atol=0
    )
    for name, value in params.items():
        if outputs:
            np.testing.assert_allclose(
                states[f"params.{name}"], value, rtol=1e-5, atol=1e-6
            )
    return found
