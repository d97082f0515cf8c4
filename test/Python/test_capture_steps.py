# RUN: %pytest %s
"""Training steps of JAX with states of few bits, and with gradients per example:
fp8-run has the results of jax."""

import os
import subprocess

import numpy as np
import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
safetensors = pytest.importorskip("safetensors.numpy")
jnp, tree = jax.numpy, jax.tree_util

RUN = os.environ.get("FP8_RUN")
if not RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

RANDOM = np.random.RandomState(0)


def values(*shape, scale=0.25):
    return (RANDOM.randn(*shape) * scale).astype(np.float32)


PARAMS = {"w": values(16, 32), "b": values(32), "v": values(32, 16)}
X, Y = values(8, 16, scale=1.0), values(8, 16)


def apply(params, x):
    return jax.nn.relu(x @ params["w"] + params["b"]) @ params["v"]


def loss_of(params, x, y):
    return jnp.mean((apply(params, x) - y) ** 2)


def cast(values, dtype):
    return tree.tree_map(lambda value: jnp.asarray(value).astype(dtype), values)


def leaves(name, value):
    paths, _ = tree.tree_flatten_with_path(value)
    return {
        ".".join([name, *(entry.key for entry in path)]): np.asarray(leaf)
        for path, leaf in paths
    }


def run(step, states, data, tmp_path, flags=(), rtol=2e-5, atol=1e-5):
    """Runs `step` of {name: state} and {name: data}, which returns the new states
    and the loss, by fp8-run and by jax."""
    named = {**states, **data}
    results = [f"new_{name}" for name in states]
    text = fp8.jax.capture(
        step,
        tuple(named.values()),
        names=list(named),
        result_names=[*results, "loss"],
        updates=dict(zip(results, states, strict=True)),
    )
    (tmp_path / "step.mlir").write_text(text)
    inputs = {}
    for name, value in named.items():
        inputs.update(leaves(name, value))
    safetensors.save_file(inputs, tmp_path / "in.safetensors")
    out = tmp_path / "out.safetensors"
    done = subprocess.run(
        [RUN, tmp_path / "step.mlir", "--steps=1", f"--outputs={out}", *flags]
        + [f"--inputs={tmp_path / 'in.safetensors'}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = safetensors.load_file(out)
    # Op by op, because jit keeps narrow values wide between ops.
    *expected, loss = step(*named.values())
    want = {"loss": np.asarray(loss)}
    for name, value in zip(states, expected, strict=True):
        want.update(leaves(f"new_{name}", value))
    for name, value in want.items():
        got = found[name if name in found else name.removeprefix("new_")]
        assert got.dtype == value.dtype, name
        np.testing.assert_allclose(
            got.astype(np.float64), value.astype(np.float64), rtol, atol, err_msg=name
        )


@pytest.mark.parametrize("target", ["reference", "cpu", "sim"])
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_momentum_in_16_bits(dtype, target, tmp_path):
    """The states and the whole step have 16 bits."""

    def step(params, moments, x, y):
        loss, grads = jax.value_and_grad(loss_of)(params, x, y)
        moments = tree.tree_map(lambda m, g: m * 0.5 + g, moments, grads)
        params = tree.tree_map(lambda p, m: p - m * 0.5, params, moments)
        return params, moments, loss

    states = {"params": cast(PARAMS, dtype), "moments": cast(PARAMS, dtype)}
    data = {"x": cast(X, dtype), "y": cast(Y, dtype)}
    step_of = 2.0**-7 if dtype == "bfloat16" else 2.0**-10
    flags = [f"--target={target}"]
    run(step, states, data, tmp_path, flags, rtol=2 * step_of, atol=step_of)


@pytest.mark.parametrize("recipe", ["none", "current"])
def test_master_weights(recipe, tmp_path):
    """The forward reads parameters in bf16; the optimizer updates f32 parameters."""

    def step(params, master, x, y):
        x, y = x.astype(jnp.bfloat16), y.astype(jnp.bfloat16)
        loss, grads = jax.value_and_grad(loss_of)(params, x, y)
        grads = cast(grads, jnp.float32)
        master = tree.tree_map(lambda p, g: p - g * 0.5, master, grads)
        return cast(master, jnp.bfloat16), master, loss.astype(jnp.float32)

    states = {"params": cast(PARAMS, "bfloat16"), "master": PARAMS}
    # Codes of 8 bits change the gradients.
    bound = 2.0**-7 if recipe == "none" else 0.1
    flags = ["--target=cpu", f"--recipe={recipe}"]
    run(step, states, {"x": X, "y": Y}, tmp_path, flags, rtol=bound, atol=bound)


@pytest.mark.parametrize("target", ["reference", "cpu", "sim"])
def test_moments_in_8_bits(target, tmp_path):
    """Moments are integers with a scale for each row, as the graph spells it."""

    def encode(value):
        scale = jnp.max(jnp.abs(value), -1, keepdims=True) / 127
        codes = jnp.clip(jnp.round(value / scale), -127, 127).astype(jnp.int8)
        return codes, scale

    def step(params, codes, scales, x, y):
        loss, grads = jax.value_and_grad(loss_of)(params, x, y)
        moments = tree.tree_map(
            lambda c, s, g: 0.5 * (c.astype(jnp.float32) * s) + g, codes, scales, grads
        )
        params = tree.tree_map(lambda p, m: p - 0.5 * m, params, moments)
        encoded = {name: encode(moment) for name, moment in moments.items()}
        codes = {name: pair[0] for name, pair in encoded.items()}
        return params, codes, {n: pair[1] for n, pair in encoded.items()}, loss

    first = {name: encode(jnp.asarray(value)) for name, value in PARAMS.items()}
    states = {
        "params": PARAMS,
        "codes": {name: pair[0] for name, pair in first.items()},
        "scales": {name: pair[1] for name, pair in first.items()},
    }
    flags = [f"--target={target}", "--recipe=none"]
    # A code may be the next one where the moment differs in its last bit.
    run(step, states, {"x": X, "y": Y}, tmp_path, flags, rtol=0.02, atol=1e-5)


def clipped_step(params, noise, x, y):
    """DP-SGD: the gradient of each example is clipped, then noise is added."""

    def one(params, x, y):
        return loss_of(params, x[None], y[None])

    losses, grads = jax.vmap(jax.value_and_grad(one), (None, 0, 0))(params, x, y)
    squares = sum(jnp.sum(g * g, range(1, g.ndim)) for g in tree.tree_leaves(grads))
    factors = jnp.minimum(1.0, 0.5 / jnp.sqrt(squares))
    grads = tree.tree_map(
        lambda g, n: (jnp.tensordot(factors, g, 1) + n) / len(x), grads, noise
    )
    return tree.tree_map(lambda p, g: p - 0.5 * g, params, grads), jnp.mean(losses)


@pytest.mark.parametrize("recipe", ["none", "current"])
@pytest.mark.parametrize("target", ["cpu", "sim"])
def test_gradients_by_example(target, recipe, tmp_path):
    data = {"noise": tree.tree_map(lambda p: values(*p.shape), PARAMS), "x": X, "y": Y}
    bound = 2e-5 if recipe == "none" else 0.02
    flags = [f"--target={target}", f"--recipe={recipe}"]
    run(clipped_step, {"params": PARAMS}, data, tmp_path, flags, bound, bound)


def test_gradients_by_example_have_no_micro_batches(tmp_path):
    """A mean would mix gradients that are clipped per example."""
    named = {"params": PARAMS, "noise": PARAMS, "x": X, "y": Y}
    text = fp8.jax.capture(
        clipped_step,
        tuple(named.values()),
        names=list(named),
        result_names=["new", "loss"],
        updates={"new": "params"},
    )
    (tmp_path / "step.mlir").write_text(text)
    command = [RUN, tmp_path / "step.mlir", "--steps=1", "--inputs=random:1"]
    flags = ["--microbatches=2", "--shared=noise.*"]
    done = subprocess.run([*command, *flags], capture_output=True, text=True)
    assert done.returncode != 0
    assert "error: expected" in done.stderr
