# RUN: %pytest %s
"""Steps of jax.shard_map as the step of one rank: losses and states of jax's devices."""

import ranks  # Before jax.

import numpy as np
import pytest
import tensors
from jax.sharding import PartitionSpec as P

import fp8

jax = ranks.jax
jnp = jax.numpy
N = ranks.DEVICES

# Largest relative difference of losses from jax's, which adds in another order.
TOLERANCE = 2e-6


def captured(step, count=N, **options):
    names = ["params", "momentum", "x", "y"]
    return fp8.jax.capture(step, ranks.arguments(count), names=names, **options)


def check(tmp_path, step, text, count, *options, outputs=True):
    """Checks the ranks of fp8-run against jax's devices. Returns their losses."""
    expected, params = ranks.run_jax(step, count)
    found, states = ranks.run_ranks(tmp_path, text, count, *options, outputs=outputs)
    np.testing.assert_allclose(
        [float(loss) for loss in found], expected, rtol=TOLERANCE, atol=0
    )
    for name, value in params.items():
        if outputs:
            np.testing.assert_allclose(
                states[f"params.{name}"], value, rtol=1e-5, atol=1e-6
            )
    return found


# Data-parallel steps.


def summed(params, momentum, x, y):
    """Gradients are summed one by one, and divided."""
    loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
    grads = jax.tree.map(lambda g: jax.lax.psum(g, "dp") / N, grads)
    return jax.lax.pmean(loss, "dp"), *ranks.update(params, momentum, grads)


def averaged(params, momentum, x, y):
    """The tree of gradients is averaged."""
    loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
    loss, grads = jax.lax.pmean((loss, grads), "dp")
    return loss, *ranks.update(params, momentum, grads)


def inside(params, momentum, x, y):
    """The gradient of the mean loss: jax adds the sums."""

    def loss(p):
        return jax.lax.pmean(ranks.loss_of(p, x, y), "dp")

    value, grads = jax.value_and_grad(loss)(params)
    return value, *ranks.update(params, momentum, grads)


def outside(devices):
    """The gradient is taken outside of the shard_map, and so is the update."""
    loss = jax.shard_map(
        lambda p, x, y: jax.lax.pmean(ranks.loss_of(p, x, y), "dp"),
        mesh=devices,
        in_specs=(P(), P("dp"), P("dp")),
        out_specs=P(),
    )

    def step(params, momentum, x, y):
        value, grads = jax.value_and_grad(loss)(params, x, y)
        return value, *ranks.update(params, momentum, grads)

    return jax.jit(step)


STEPS = {
    "psum": lambda mesh: ranks.sharded(summed, mesh, check_vma=False),
    "pmean": lambda mesh: ranks.sharded(averaged, mesh, check_vma=False),
    "typed pmean": lambda mesh: ranks.sharded(inside, mesh),
    "outside": outside,
}


@pytest.mark.parametrize("target", ["reference", "cpu"])
@pytest.mark.parametrize("name", STEPS)
def test_data_parallel_steps(tmp_path, name, target):
    step = STEPS[name](ranks.mesh(dp=N))
    text = captured(step)
    assert 'module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>}' in text
    assert text.count("fp8.batch") == 2 and "fp8.shard" not in text
    check(tmp_path, step, text, N, f"--mesh=dp:{N}", f"--target={target}")


def test_the_bits_of_ranks_without_collectives(tmp_path):
    """The step of one batch, whose gradients fp8 averages, gives the same bits."""

    def local(params, momentum, x, y):
        loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
        return loss, *ranks.update(params, momentum, grads)

    step = ranks.sharded(averaged, ranks.mesh(dp=N), check_vma=False)
    options = (f"--mesh=dp:{N}", "--target=reference", "--recipe=delayed")
    found = [
        ranks.run_ranks(tmp_path, text, N, *options)
        for text in (captured(step), captured(local, 1))
    ]
    assert found[0][0] == found[1][0]
    assert set(found[0][1]) == set(found[1][1])
    for name, value in found[0][1].items():
        assert value.tobytes() == found[1][1][name].tobytes(), name


def test_a_loss_of_each_rank(tmp_path):
    """fp8-run prints the mean of the losses of all ranks."""

    def body(params, momentum, x, y):
        loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
        return loss, *ranks.update(params, momentum, jax.lax.pmean(grads, "dp"))

    devices = ranks.mesh(dp=N)
    text = captured(ranks.sharded(body, devices, check_vma=False))
    mean = ranks.sharded(averaged, devices, check_vma=False)
    check(tmp_path, mean, text, N, f"--mesh=dp:{N}", "--target=cpu")


@pytest.mark.parametrize("recipe", ["current", "delayed", "mx"])
def test_recipes(tmp_path, recipe):
    """All ranks compute the same states, which fp8-run checks."""
    step = ranks.sharded(averaged, ranks.mesh(dp=2), check_vma=False)
    options = ("--mesh=dp:2", "--target=cpu", f"--recipe={recipe}", "--train=scope=all")
    options = tuple(o for o in options if recipe != "mx" or "scope" not in o)
    expected, _ = ranks.run_jax(step, 2)
    found, _ = ranks.run_ranks(tmp_path, captured(step, 2), 2, *options)
    found = [float(loss) for loss in found]
    assert found != expected
    np.testing.assert_allclose(found, expected, rtol=0.1)


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
    losses = check(tmp_path, step, text, N, *options, outputs=False)
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
    check(tmp_path, step, text, N, *options, outputs=False)


def test_outputs_of_rows_are_refused(tmp_path):
    step = ranks.sharded(scattered, ranks.mesh(dp=2), states=P("dp"), check_vma=False)
    with pytest.raises(AssertionError, match="unsupported --outputs of a step whose"):
        ranks.run_ranks(tmp_path, captured(step, 2), 2, "--mesh=dp:2", "--target=cpu")


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
        lambda w, x: jnp.tanh(x @ w), in_specs=(P(), P("dp")), out_specs=P("dp"), **specs
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


def test_a_run_reads_only_its_mesh(tmp_path):
    step = ranks.sharded(averaged, ranks.mesh(dp=2), check_vma=False)
    with pytest.raises(AssertionError, match="expected --mesh=dp:2, because the step"):
        ranks.run_ranks(tmp_path, captured(step, 2), 2, "--mesh=dp:4")
    with pytest.raises(AssertionError, match="expected --mesh=dp:2, because the step"):
        ranks.run_ranks(tmp_path, captured(step, 2), 2)


def test_a_state_of_each_rank_is_refused(tmp_path):
    """The running mean of a batch."""

    def body(params, momentum, x, y):
        loss, params, momentum = averaged(params, momentum, x, y)
        momentum["b1"] = 0.9 * momentum["b1"] + 0.1 * jnp.mean(x)
        return loss, params, momentum

    text = captured(ranks.sharded(body, ranks.mesh(dp=2), check_vma=False), 2)
    # One update computes both states.
    message = r"expected all ranks to compute the same state '\w+.b1', but it depends"
    with pytest.raises(AssertionError, match=message):
        ranks.run_ranks(tmp_path, text, 2, "--mesh=dp:2", "--target=cpu")


# Programs in global view.


def test_global_view(tmp_path):
    """The program of all devices runs on one, and its ranks are refused."""
    devices = ranks.mesh(dp=2)

    def local(params, momentum, x, y):
        loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
        return loss, *ranks.update(params, momentum, grads)

    rows = jax.sharding.NamedSharding(devices, P("dp"))
    whole = jax.sharding.NamedSharding(devices, P())
    step = jax.jit(local, in_shardings=(rows, whole, rows, rows))
    text = captured(step, 2)
    assert text.count('mhlo.sharding = "{devices=[2,1]0,1}"') == 4
    assert text.count('mhlo.sharding = "{devices=[2]0,1}"') == 1
    params, momentum, x, y = ranks.arguments(2)
    expected = float(step(params, momentum, x, y)[0])
    values = {"x": ("F32", x), "y": ("F32", y)}
    for root, tree in (("params", params), ("momentum", momentum)):
        values |= {f"{root}.{name}": ("F32", value) for name, value in tree.items()}
    tensors.write(tmp_path / "in.safetensors", values)
    import csv
    import os
    import subprocess

    (tmp_path / "step.mlir").write_text(text)
    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    command = [fp8_run, "step.mlir", "--inputs=in.safetensors", "--steps=1"]
    command += ["--csv=loss.csv", "--target=cpu"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "loss.csv") as file:
        (row,) = csv.DictReader(file)
    assert abs(float(row["loss"]) / expected - 1) < TOLERANCE
    command.append("--mesh=dp:2")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    message = "error: expected the batch of one rank, but 'x' is the batch of all devices"
    assert message in done.stderr and "jax.shard_map" in done.stderr
    assert done.stderr.count("error:") == 1
