# RUN: %pytest %s
"""capture(locations=True): lines and scopes of the user's program."""

import inspect
import os
import subprocess

import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

OPT = os.environ.get("FP8_OPT")
needs_opt = pytest.mark.skipif(not OPT, reason="FP8_OPT does not name fp8-opt")


def step(params, x, y):
    def loss(p):
        with jax.named_scope("attention"):
            h = x @ p["up"]
            scores = h @ h.T
        return jnp.mean((scores @ h @ p["down"] - y) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def capture(**options):
    params = {"up": jnp.zeros((16, 32)), "down": jnp.zeros((32, 16))}
    x = jnp.zeros((8, 16))
    return fp8.jax.capture(step, (params, x, x), **options)


def optimize(folder, *options):
    """Runs fp8-opt on the captured step."""
    path = folder / "step.mlir"
    path.write_text(capture(locations=True))
    command = [OPT, str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_text_has_no_locations_by_default():
    assert "loc(" not in capture()


@needs_opt
def test_products_without_weight_have_the_name_of_their_scope(tmp_path):
    text = optimize(tmp_path, "--fp8-train-pipeline=scope=all").stdout
    assert 'fp8.name = "attention#1:a.e4m3"' in text
    assert 'fp8.name = "up:dy.e5m2"' in text


@needs_opt
def test_diagnostics_show_the_line_of_python(tmp_path):
    remarks = optimize(
        tmp_path,
        "--fp8-train-pipeline",
        f"-o={os.devnull}",
        "--remark-format=emitRemark",
        "--remarks-filter=fp8-quantize-contractions",
    ).stderr
    lines, first = inspect.getsourcelines(step)
    line = first + next(i for i, text in enumerate(lines) if "h @ h.T" in text)
    assert f"test_locations.py:{line}:" in remarks
    assert "'attention#1:y': it is not in a linear layer" in remarks
