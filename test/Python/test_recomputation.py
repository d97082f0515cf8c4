# RUN: %pytest %s
"""Steps that compute parts of their forward again: jax.checkpoint, under lax.scan."""

import collections
import functools
import os
import pathlib
import re
import subprocess

import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)
FP8_OPT = pathlib.Path(FP8_RUN).with_name("fp8-opt")

policies = jax.checkpoint_policies
CHECKPOINTS = {
    "checkpoint": jax.checkpoint,
    "no_cse": functools.partial(jax.checkpoint, prevent_cse=False),
    "nothing": functools.partial(jax.checkpoint, policy=policies.nothing_saveable),
    "dots": functools.partial(jax.checkpoint, policy=policies.dots_saveable),
    "plain_dots": functools.partial(
        jax.checkpoint, policy=policies.dots_with_no_batch_dims_saveable
    ),
    "everything": functools.partial(jax.checkpoint, policy=policies.everything_saveable),
    "twice": lambda layer: jax.checkpoint(jax.checkpoint(layer)),
}


def norm(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale


def attention(x, p):
    batch, tokens, width = x.shape
    heads = (norm(x, p["scale"]) @ p["qkv"]).reshape(batch, tokens, 4, -1)
    q, k, v = jnp.split(heads, 3, -1)
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 2
    scores = jnp.where(jnp.tril(jnp.ones((tokens, tokens), bool)), scores, -1e30)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
    x = x + mixed.reshape(batch, tokens, width) @ p["out"]
    return x + jax.nn.gelu(norm(x, p["scale"]) @ p["up"]) @ p["down"]


def gated(x, p):
    return x + (jax.nn.silu(x @ p["up"]) * (x @ p["gate"])) @ p["down"]


def plain(x, p):
    return jnp.tanh(x @ p["square"])


WIDTH = 16
SHAPES = {
    attention: {"scale": (WIDTH,), "qkv": (WIDTH, 48), "out": (WIDTH, WIDTH), "up": (WIDTH, 32), "down": (32, WIDTH)},
    gated: {"up": (WIDTH, 32), "gate": (WIDTH, 32), "down": (32, WIDTH)},
    plain: {"square": (WIDTH, WIDTH)},
}


def scan(layer, x, p, **options):
    return jax.lax.scan(lambda x, q: (layer(x, q), None), x, p, **options)[0]


def nested(layer, x, p):
    """Groups of layers, each recomputed as a whole and layer by layer."""
    return jax.lax.scan(lambda x, q: (scan(layer, x, q), None), x, p)[0]


def indexed(layer, x, p):
    """The parameters are no input of the scan, but are sliced by its index."""

    def body(x, i):
        return layer(x, jax.tree.map(lambda a: a[i], p)), None

    return jax.lax.scan(body, x, jnp.arange(3))[0]


def listed(layer, x, p):
    for i in range(3):
        x = layer(x, jax.tree.map(lambda a: a[i], p))
    return x


STACKS = {
    "scan": (scan, (3,)),
    "reverse": (functools.partial(scan, reverse=True), (3,)),
    "unrolled": (functools.partial(scan, unroll=2), (4,)),
    "nested": (nested, (2, 2)),
    "indexed": (indexed, (3,)),
    "listed": (listed, (3,)),
}


def capture(layer, stack, dtype, checkpoint):
    run, layers = STACKS[stack]

    def cast(x, p):
        return layer(x, jax.tree.map(lambda a: a.astype(dtype), p))

    def loss(params, x, y):
        out = run(checkpoint(cast), x.astype(dtype), params["layers"])
        out = (out @ params["head"].astype(dtype)).astype(jnp.float32)
        return jnp.mean((out - y) ** 2)

    def step(params, x, y):
        value, grads = jax.value_and_grad(loss)(params, x, y)
        return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)

    def f32(*shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    rows = (2, 8) if layer is attention else (16,)
    params = {"layers": {n: f32(*layers, *s) for n, s in SHAPES[layer].items()}, "head": f32(WIDTH, 12)}
    return fp8.jax.capture(step, (params, f32(*rows, WIDTH), f32(*rows, 12)))


def count_products(text):
    """Returns the numbers of quantized and of wide matmuls of each class."""
    command = [FP8_OPT, "-", "--fp8-train-pipeline=recipe=current", "-o", os.devnull]
    command += ["--remarks-filter=fp8-quantize-contractions", "--remark-policy=all", "--remark-format=emitRemark"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return collections.Counter(re.findall(r'Remark="(quantized|kept wide): ([^,"]+),', done.stderr))


def check(layer, stack, dtype, checkpoint):
    expected = count_products(capture(layer, stack, dtype, lambda layer: layer))
    found = count_products(capture(layer, stack, dtype, CHECKPOINTS[checkpoint]))
    assert found == expected
    # Each product of a linear layer has its two gradients, but for that of data.
    quantized = {role: n for (kind, role), n in expected.items() if kind == "quantized"}
    assert set(quantized) == {"fwd", "dX", "dW"}
    assert quantized["fwd"] == quantized["dW"]
    assert ("kept wide", "second-order") not in expected


@pytest.mark.parametrize("checkpoint", CHECKPOINTS)
def test_checkpoints(checkpoint):
    check(attention, "scan", jnp.float32, checkpoint)


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("layer", [gated, plain])
def test_stacks(layer, stack):
    check(layer, stack, jnp.float32, "checkpoint")


@pytest.mark.parametrize("stack", ["scan", "nested", "unrolled"])
def test_bf16(stack):
    check(attention, stack, jnp.bfloat16, "dots")
