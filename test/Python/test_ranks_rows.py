# RUN: %pytest %s
"""Steps of jax.shard_map whose devices hold rows of states, or know their number."""

import ranks  # Before jax.

import numpy as np
import pytest
from jax.sharding import PartitionSpec as P
from ranks import TOLERANCE, averaged, captured, check

import fp8

jax = ranks.jax
jnp = jax.numpy
N = ranks.DEVICES


# Sharded states.


def gathered(params, momentum, x, y):
    """ZeRO-3 by hand: the transpose of all_gather is a sum of rows."""

    def loss(shards):
        whole = jax.tree.map(
            lambda p: jax.lax.all_gather(p, "dp", axis=0, tiled=True), shards
        )
        return ranks.loss_of(whole, x, y)

    value, grads = jax.value_and_grad(loss)(params)
    grads = jax.tree.map(lambda g: g / jax.lax.axis_size("dp"), grads)
    return jax.lax.pmean(value, "dp"), *ranks.update(params, momentum, grads)


def scattered(params, momentum, x, y):
    """The same with psum_scatter."""
    whole = jax.tree.map(
        lambda p: jax.lax.all_gather(p, "dp", axis=0, tiled=True), params
    )
    value, grads = jax.value_and_grad(ranks.loss_of)(whole, x, y)
    grads = jax.tree.map(
        lambda g: (
            jax.lax.psum_scatter(g, "dp", scatter_dimension=0, tiled=True)
            / jax.lax.axis_size("dp")
        ),
        grads,
    )
    return jax.lax.pmean(value, "dp"), *ranks.update(params, momentum, grads)


@pytest.mark.parametrize("target", ["reference", "cpu"])
@pytest.mark.parametrize("body", [gathered, scattered])
def test_rows_of_states(tmp_path, body, target):
    devices = ranks.mesh(dp=N)
    step = ranks.sharded(body, devices, states=P("dp"), check_vma=False)
    text = captured(step)
    assert 'tensor<3x16xf32> {fp8.name = "params.w1", fp8.shard = ' in text
    assert text.count('#fp8.shard<"dp", rows = 12, unit = 1>') == 4
    options = (f"--mesh=dp:{N}", f"--target={target}")
    losses = check(tmp_path, step, text, N, *options)
    whole = captured(ranks.sharded(averaged, devices, check_vma=False))
    assert losses == ranks.run_ranks(tmp_path, whole, N, *options)[0]


def test_rows_under_recipes(tmp_path):
    """Gathered weights are quantized as whole ones are."""
    devices = ranks.mesh(dp=2)
    options = ("--mesh=dp:2", "--target=cpu", "--recipe=delayed")
    texts = [
        captured(ranks.sharded(body, devices, states=states, check_vma=False), 2)
        for body, states in ((scattered, P("dp")), (averaged, P()))
    ]
    found = [
        ranks.run_ranks(tmp_path, text, 2, *options, outputs=False)[0] for text in texts
    ]
    assert found[0] == found[1]


def test_rows_along_one_axis_of_two(tmp_path):
    """Rows are divided in each half of the devices, and both halves are averaged."""

    def body(params, momentum, x, y):
        whole = jax.tree.map(
            lambda p: jax.lax.all_gather(p, "dp", axis=0, tiled=True), params
        )
        value, grads = jax.value_and_grad(ranks.loss_of)(whole, x, y)
        grads = jax.tree.map(
            lambda g: jax.lax.psum_scatter(g, "dp", scatter_dimension=0, tiled=True),
            grads,
        )
        grads = jax.tree.map(lambda g: jax.lax.psum(g, "replica") / N, grads)
        value = jax.lax.pmean(value, ("replica", "dp"))
        return value, *ranks.update(params, momentum, grads)

    devices = ranks.mesh(replica=2, dp=2)
    step = ranks.sharded(body, devices, states=P("dp"), check_vma=False)
    text = captured(step)
    assert '#fp8.mesh<"replica" = 2, "dp" = 2>' in text
    for axes in ('["replica"]', '["dp"]', '["replica", "dp"]'):
        assert f"axes = {axes}" in text
    options = ("--mesh=replica:2,dp:2", "--target=cpu")
    check(tmp_path, step, text, N, *options)


@pytest.mark.parametrize("option", ["--storage=fp8-split16", "--shard=zero3"])
def test_other_forms_of_rows_are_refused(tmp_path, option):
    step = ranks.sharded(scattered, ranks.mesh(dp=2), states=P("dp"), check_vma=False)
    options = ("--mesh=dp:2", "--target=cpu", option)
    message = f"unsupported {option.split('=')[0]} of a step whose ranks hold rows of"
    with pytest.raises(AssertionError, match=message):
        ranks.run_ranks(tmp_path, captured(step, 2), 2, *options)


def test_rows_along_the_first_of_two_axes(tmp_path):
    """Files have rows along the last axis alone."""

    def body(params, momentum, x, y):
        whole = jax.tree.map(
            lambda p: jax.lax.all_gather(p, "dp", axis=0, tiled=True), params
        )
        value, grads = jax.value_and_grad(ranks.loss_of)(whole, x, y)
        grads = jax.tree.map(lambda g: jax.lax.psum(g, "replica") / N, grads)
        grads = jax.tree.map(
            lambda g: jax.lax.psum_scatter(g, "dp", scatter_dimension=0, tiled=True),
            grads,
        )
        value = jax.lax.pmean(value, ("dp", "replica"))
        return value, *ranks.update(params, momentum, grads)

    step = ranks.sharded(
        body, ranks.mesh(dp=2, replica=2), states=P("dp"), check_vma=False
    )
    text = captured(step)
    options = ("--mesh=dp:2,replica:2", "--target=cpu")
    check(tmp_path, step, text, N, *options, outputs=False)
    message = 'unsupported --outputs or --checkpoint of rows along "dp"; supported is'
    with pytest.raises(AssertionError, match=message):
        ranks.run_ranks(tmp_path, text, N, *options)


# Numbers of ranks, other dimensions and types.


@pytest.mark.parametrize("axes", [{"dp": N}, {"replica": 2, "dp": 2}])
def test_numbers_of_ranks(tmp_path, axes):
    """Each rank weights its gradients."""
    names = tuple(axes)

    def body(params, momentum, x, y):
        weight = 1.0 + jax.lax.axis_index(names).astype(jnp.float32)
        last = jax.lax.axis_index(names[-1]).astype(jnp.float32)
        loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
        scaled = jax.tree.map(lambda g: g * weight - 0.5 * g * last, grads)
        grads = jax.tree.map(lambda g: jax.lax.psum(g, names) / 10, scaled)
        return jax.lax.pmean(loss, names), *ranks.update(params, momentum, grads)

    step = ranks.sharded(body, ranks.mesh(**axes), check_vma=False)
    text = captured(step)
    (rank,) = [a for a in text.split("%arg") if 'fp8.name = "fp8.rank"' in a]
    assert "tensor<i32> {" in rank and "fp8.state = #fp8.state<rank>" in rank
    option = ",".join(f"{name}:{size}" for name, size in axes.items())
    check(tmp_path, step, text, N, f"--mesh={option}", "--target=cpu")


def test_other_dimensions_and_types(tmp_path):
    """Gathers and sums along the second dimension, of bf16, and maxima."""

    def body(params, momentum, x, y):
        columns = jax.lax.all_gather(x, "dp", axis=1, tiled=True)
        part = jax.lax.psum_scatter(columns, "dp", scatter_dimension=1, tiled=True)
        x = x + 0.01 * part
        stack = jax.lax.all_gather(y, "dp")
        y = y + 0.1 * jnp.mean(stack, axis=0)
        loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
        largest = jax.lax.pmax(jnp.max(jnp.abs(grads["w2"])), "dp")
        narrow = jax.tree.map(lambda g: g.astype(jnp.bfloat16), grads)
        total = jax.tree.map(lambda g: jax.lax.psum(g, "dp"), narrow)
        grads = jax.tree.map(lambda g: g.astype(jnp.float32) / N, total)
        grads["w2"] = grads["w2"] / (1.0 + largest)
        return jax.lax.pmean(loss, "dp"), *ranks.update(params, momentum, grads)

    step = ranks.sharded(body, ranks.mesh(dp=N), check_vma=False)
    text = captured(step)
    assert "kind = 1 : i32" in text
    losses, _ = ranks.run_ranks(tmp_path, text, N, f"--mesh=dp:{N}", "--target=cpu")
    expected, _ = ranks.run_jax(step, N)
    # A sum in f32 is rounded to bf16 once, jax's after each addition.
    np.testing.assert_allclose([float(v) for v in losses], expected, rtol=2e-2)
    np.testing.assert_allclose(float(losses[0]), expected[0], rtol=TOLERANCE)


def test_results_of_each_rank(tmp_path):
    """Values between two shard_maps, and rows that the step returns."""
    devices = ranks.mesh(dp=2)
    specs = {"mesh": devices, "check_vma": False}
    first = jax.shard_map(
        lambda w, x: jnp.tanh(x @ w),
        in_specs=(P(), P("dp")),
        out_specs=P("dp"),
        **specs,
    )
    second = jax.shard_map(
        lambda h: jax.lax.pmean(jnp.mean(h**2), "dp"),
        in_specs=P("dp"),
        out_specs=P(),
        **specs,
    )

    def step(w, x):
        hidden = first(w, x)
        return second(hidden), hidden, w * 0.5

    shapes = [jax.ShapeDtypeStruct(s, jnp.float32) for s in ((8, 4), (6, 8))]
    text = fp8.jax.capture(step, shapes, updates={"result2": "w"})
    assert '-> (tensor<f32> {fp8.name = "result0"}, tensor<3x4xf32> {' in text
    assert 'fp8.name = "result1", fp8.shard = #fp8.shard<"dp", rows = 6' in text
