# RUN: %pytest %s
"""Captured text has the results of jax, with upstream's LLVM tools or fp8-run."""

import os
import subprocess

import numpy as np
import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy


def check(step, arguments, folder, tools, tolerance=1e-6):
    """Compares jax with the captured text compiled by stock tools."""
    import stock

    expected = jax.tree_util.tree_leaves(jax.jit(step)(*arguments))
    leaves = [np.ascontiguousarray(a) for a in jax.tree_util.tree_leaves(arguments)]
    names = [f"a{i}" for i in range(len(arguments))]
    text = fp8.jax.capture(step, arguments, names=names)
    call = stock.build(text, folder, tools)
    results = stock.empty([value.shape for value in expected])
    call(leaves, results)
    for got, want in zip(results, expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)


def lookup_gradient(mode):
    def step(table, index, weight):
        def loss(t):
            return jnp.sum(weight * t.at[index].get(mode=mode))

        return jax.grad(loss)(table)

    return step


@pytest.mark.parametrize("mode", ["clip", "drop", "promise_in_bounds"])
@pytest.mark.parametrize("batch", [(6,), (2, 3)])
def test_embedding_gradient(mode, batch, tmp_path, tools):
    index = np.array([1, 4, 1, 0, 7, 1], np.int32)
    if mode != "promise_in_bounds":
        index[3] = 9  # out of bounds: clipped or dropped
    weight = np.random.RandomState(0).normal(size=(*batch, 5)).astype(np.float32)
    table = np.zeros((8, 5), np.float32)
    arguments = (table, index.reshape(batch), weight)
    check(lookup_gradient(mode), arguments, tmp_path, tools)


def test_gradient_along_last_axis(tmp_path, tools):
    def step(x, index):
        def loss(x):
            return jnp.sum(jnp.take_along_axis(jnp.sin(x), index, axis=-1) ** 2)

        return jax.value_and_grad(loss)(x)

    x = np.random.RandomState(0).normal(size=(2, 3, 7)).astype(np.float32)
    index = np.array([[[0, 2], [6, 6], [1, 3]], [[5, 4], [0, 0], [2, 6]]], np.int32)
    check(step, (x, index), tmp_path, tools)


def example_arguments(steps):
    """(config, inputs by name, arguments of the first step) of char_gpt."""
    import config as sizes
    import data

    if not data.LICENSES.is_dir():
        pytest.skip(f"{data.LICENSES} is missing")
    config = sizes.Config()
    tensors = data.inputs(config, steps)
    params = sizes.nested(sizes.initial_parameters(config))
    zeros = jax.tree_util.tree_map(np.zeros_like, params)
    batch = [tensors[name][0] for name in ("idx", "targets", "lr")]
    return config, tensors, (params, zeros, zeros, np.float32(0.0), *batch)


def test_char_gpt_step(tmp_path, tools):
    import model

    config, _, arguments = example_arguments(steps=300)
    # m / sqrt(v) of the first step magnifies rounding where a gradient is tiny.
    check(model.step_function(config), arguments, tmp_path, tools, tolerance=1e-4)


def test_fp8_run_follows_jax(tmp_path, example):
    import data
    import reference

    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    steps = 3
    config, tensors, _ = example_arguments(steps)
    data.write(tmp_path / "inputs.safetensors", tensors)
    subprocess.run(
        [
            fp8_run,
            str(example / "char_gpt.mlir"),
            f"--steps={steps}",
            "--inputs=inputs.safetensors",
            "--loss=0",
            "--recipe=none",
            "--target=upstream",
            "--csv=loss.csv",
        ],
        check=True,
        cwd=tmp_path,
    )
    got = np.loadtxt(tmp_path / "loss.csv", delimiter=",", skiprows=1)[:, 1]
    want = [loss for _, loss, _ in reference.train(config, tensors, steps)]
    np.testing.assert_allclose(got, want, rtol=1e-4)
