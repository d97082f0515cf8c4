# RUN: %pytest %s
"""Ops without a form in linalg: fp8-run has the results of jax on the text that
fp8.jax.capture writes."""

import os
import subprocess

import numpy as np
import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
safetensors = pytest.importorskip("safetensors.numpy")
jnp, lax = jax.numpy, jax.lax

RUN = os.environ.get("FP8_RUN")
if not RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

X = np.random.RandomState(0).randn(6, 5, 4).astype(np.float32)
# Equal indices, and an index that counts from the end.
I = np.array([0, 3, 3, 4, -1], np.int32)  # noqa: E741
J = np.array([1, 1, 2, 0, 0], np.int32)


def rows(*shape):
    return jnp.arange(float(np.prod(shape))).reshape(shape) / 8


def along(x, axis, *shape):
    index = jnp.arange(np.prod(shape)).reshape(shape) * 7 % shape[axis]
    return jnp.take_along_axis(x, index, axis)


def grad(f):
    return jax.grad(lambda x: jnp.sum(f(x) ** 2))


SCATTERS = {
    "rows": lambda x, i: x.at[i].add(rows(5, 5, 4)),
    "out of bounds": lambda x, i: x.at[i * 2].add(rows(5, 5, 4)),
    "columns": lambda x, i: x.at[:, i].add(rows(6, 5, 4)),
    "two coordinates": lambda x, i: x.at[i, J].add(rows(5, 4)),
    "coordinates apart": lambda x, i: x.at[i, :, J].add(rows(5, 5)),
    "many": lambda x, i: jnp.zeros((7, 3)).at[jnp.arange(60) % 9, 1].add(rows(60)),
    "many columns": lambda x, i: (
        jnp.zeros((3, 7, 2)).at[:, jnp.arange(60) % 9].add(rows(3, 60, 2))
    ),
    "many in batches": lambda x, i: jax.vmap(lambda a, b: a.at[b].add(rows(300)))(
        x[:, :, 0], (jnp.arange(1800) % 5).reshape(6, 300)
    ),
    "batches": lambda x, i: jax.vmap(lambda a, b: a.at[b].add(1.5))(x, jnp.arange(6)),
    "gradient along an axis": lambda x, i: grad(lambda y: along(y, 1, 6, 2, 4))(x),
    "gradient along the last": lambda x, i: grad(lambda y: along(y, 2, 6, 5, 3))(x),
    "gradient of a diagonal": lambda x, i: grad(jnp.diag)(x[:5, :, 0]),
    "diagonal": lambda x, i: jnp.diag(x[0, :, 0]),
    "maximum": lambda x, i: x.at[i].max(rows(5, 5, 4) / 8),
    "minimum": lambda x, i: x.at[i].min(rows(5, 5, 4) / 8),
    "product": lambda x, i: x.at[i].multiply(rows(5, 5, 4)),
    "integers": lambda x, i: jnp.bincount(i, length=6) * 1.0,
    "written": lambda x, i: x.at[i].set(rows(5, 5, 4)),
    "written at one place": lambda x, i: x.at[2].set(1.0),
    "written at two coordinates": lambda x, i: x.at[i, J].set(rows(5, 4)),
    "written to a part": lambda x, i: x.at[1:4, 2].set(rows(3, 4)),
    "added to a part": lambda x, i: x.at[1:4, :, 2:].add(5.0),
    "written in batches": lambda x, i: jax.vmap(lambda a, b: a.at[b].set(1.5))(
        x, jnp.arange(12).reshape(6, 2) % 5
    ),
}

SORTS = {
    "sorted": lambda x, i: jnp.sort(x, 1),
    "down": lambda x, i: jnp.sort(x, 0, descending=True),
    "equal ones": lambda x, i: jnp.argsort(jnp.round(x), 1) * 1.0,
    "zeros": lambda x, i: jnp.argsort(x.at[0].set(0.0).at[1].set(-0.0), 0) * 1.0,
    "top": lambda x, i: lax.top_k(x, 2)[0] * lax.top_k(x, 2)[1],
    "gradient": lambda x, i: grad(lambda y: jnp.sort(y, 0)[2:])(x),
    "median": lambda x, i: jnp.median(x, 0),
}

LOOPS = {
    "scan": lambda x, i: lax.scan(lambda c, a: (jnp.tanh(c + a), c), x[0], x)[1],
    "gradient of a scan": lambda x, i: grad(
        lambda y: lax.scan(lambda c, a: (jnp.tanh(c * a), c), y[0], y)[1]
    )(x),
    "count": lambda x, i: lax.fori_loop(1, 4, lambda k, c: c * x[k] + k, x[0]),
    "nested": lambda x, i: lax.fori_loop(
        0, 2, lambda k, c: lax.fori_loop(0, k + 2, lambda _, d: d + x[k], c), x[0]
    ),
    "branch": lambda x, i: lax.cond(i[0] > 0, lambda: x * 2, lambda: x + 1),
    "branches": lambda x, i: lax.switch(
        i[1], [lambda: x, lambda: x * 2, lambda: x + 1]
    ),
    "threefry": lambda x, i: jax.random.normal(jax.random.PRNGKey(i[1]), (4,)),
    "key": lambda x, i: jax.random.uniform(jax.random.key(i[1]), (4,)),
    "running maximum": lambda x, i: jax.grad(lambda y: lax.cummax(y, 1).sum())(x),
    "associative": lambda x, i: grad(lambda y: jnp.cumprod(y, 1))(x),
}

#: Over more elements than the compiler reduces by any function.
REDUCTIONS = {
    "cumulative product": lambda x, i: jnp.cumprod(1 + x.reshape(-1) / 9),
    "from the end": lambda x, i: lax.cumlogsumexp(x.reshape(2, 60), 1, reverse=True),
    "product": lambda x, i: jnp.prod(1 + x.reshape(3, 5, 8) / 9, (0, 1, 2)),
    "one result for each row": lambda x, i: jnp.prod(1 + x.reshape(1, 120) / 9, 1),
    "in order": lambda x, i: lax.reduce(
        x.reshape(-1), np.float32(1), lambda a, b: jnp.where(b == 1, a, b), (0,)
    ),
}

POOLS = {
    "pool": ((1, 2, 2), (1, 2, 2), "VALID"),
    "overlapping": ((1, 3, 2), (1, 2, 1), "SAME"),
}


def check(f, tmp_path):
    text = fp8.jax.capture(f, (X, I), names=["x", "i"], result_names=["y"])
    run(text, {"x": X, "i": I}, jax.jit(f)(X, I), tmp_path)


def run(text, inputs, expected, tmp_path):
    (tmp_path / "step.mlir").write_text(text)
    safetensors.save_file(inputs, tmp_path / "in.safetensors")
    for target in ("reference", "cpu"):
        out = tmp_path / f"{target}.safetensors"
        done = subprocess.run(
            [RUN, tmp_path / "step.mlir", f"--target={target}", "--steps=1"]
            + [f"--inputs={tmp_path / 'in.safetensors'}", f"--outputs={out}"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        # A result that may be the new value of an argument has the argument's name.
        (result,) = safetensors.load_file(out).values()
        np.testing.assert_allclose(result, expected, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("name", SCATTERS)
def test_scatter(name, tmp_path):
    check(SCATTERS[name], tmp_path)


@pytest.mark.parametrize("name", SORTS)
def test_sort(name, tmp_path):
    check(SORTS[name], tmp_path)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction(name, tmp_path):
    check(REDUCTIONS[name], tmp_path)


@pytest.mark.parametrize("name", LOOPS)
def test_loop(name, tmp_path):
    check(LOOPS[name], tmp_path)


@pytest.mark.parametrize("name", POOLS)
def test_gradient_of_pooling(name, tmp_path):
    def pool(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, *POOLS[name])

    check(lambda x, i: grad(pool)(jnp.round(x * 2)), tmp_path)


def test_unsigned_state(tmp_path):
    """The state of a generator is an argument and a result of 32 bits."""

    def step(key, x):
        key, use = jax.random.split(key)
        return key, jnp.sum(x * jax.random.bernoulli(use, 0.5, x.shape))

    text = fp8.jax.capture(step, (jax.random.PRNGKey(3), X), names=["key", "x"])
    assert '%arg0: tensor<2xi32> {fp8.name = "key"}' in text
    assert "ui32" not in text and "unrealized" not in text


BYTES = {
    "scaled": lambda b: b.astype(jnp.float32) / 127.5 - 1,
    "compared": lambda b: jnp.where(b > 127, 1.0, -1.0),
    "divided": lambda b: (b // 16 * 16 + b % 3).astype(jnp.float32),
    "wrapped": lambda b: (b + jnp.uint8(100)).astype(jnp.float32),
    "shifted": lambda b: (b >> 3).astype(jnp.float32),
    "largest": lambda b: jnp.max(b, 1).astype(jnp.float32),
    "flipped": lambda b: (255 - b[:, ::-1]).astype(jnp.int32) * 0.5,
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes(name, tmp_path):
    """Images are data of 8 bits without a sign."""
    data = np.arange(256, dtype=np.uint8).reshape(16, 16)
    text = fp8.jax.capture(BYTES[name], (data,), names=["b"])
    assert "tensor<16x16xi8>" in text and "ui8" not in text
    run(text, {"b": data}, jax.jit(BYTES[name])(data), tmp_path)
