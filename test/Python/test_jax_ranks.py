# RUN: %pytest %s
"""Steps of jax.shard_map as the step of one rank: losses and states of jax's devices."""

import ranks  # Before jax.

import numpy as np
import pytest
import tensors
from jax.sharding import PartitionSpec as P
from ranks import TOLERANCE, averaged, captured, check

jax = ranks.jax
jnp = jax.numpy
N = ranks.DEVICES

# Data-parallel steps.


def summed(params, momentum, x, y):
    """Gradients are summed one by one, and divided."""
    loss, grads = jax.value_and_grad(ranks.loss_of)(params, x, y)
    grads = jax.tree.map(lambda g: jax.lax.psum(g, "dp") / N, grads)
    return jax.lax.pmean(loss, "dp"), *ranks.update(params, momentum, grads)


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


def test_rows_of_the_states_of_a_step(tmp_path):
    """fp8 divides the states of a data-parallel step, which keeps its bits."""
    step = ranks.sharded(averaged, ranks.mesh(dp=N), check_vma=False)
    options = (f"--mesh=dp:{N}", "--target=cpu", "--recipe=delayed")
    options += ("--storage=fp8-split16",)
    shards = ("--shard=zero3", "--shard-min-elements=0")
    whole, rows = [
        ranks.run_ranks(tmp_path, captured(step), N, *options, *more)
        for more in ((), shards)
    ]
    assert whole[0] == rows[0]
    assert set(whole[1]) == set(rows[1])
    for name, value in whole[1].items():
        assert value.tobytes() == rows[1][name].tobytes(), name


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
    message = (
        "error: expected the batch of one rank, but 'x' is the batch of all devices"
    )
    assert message in done.stderr and "jax.shard_map" in done.stderr
    assert done.stderr.count("error:") == 1
