"""Steps in StableHLO, and calls of fp8.jax.import_stablehlo."""

import re

import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

STEP = """
module @step {
  func.func private @scaled(%v: tensor<4x8xf32>, %by: tensor<f32>) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %by, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.multiply %v, %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func @main(%W0: tensor<4x8xf32>, %x: tensor<2x4xf32>, %lr: tensor<f32>)
      -> (tensor<4x8xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y = stablehlo.dot_general %x, %W0, contracting_dims = [1] x [0]
        : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
    %a = chlo.sinh %y : tensor<2x8xf32> -> tensor<2x8xf32>
    %loss = stablehlo.reduce(%a init: %zero) applies stablehlo.add across
        dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %x, %a, contracting_dims = [0] x [0]
        : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
    %s = call @scaled(%g, %lr) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %new = stablehlo.subtract %W0, %s : tensor<4x8xf32>
    return %new, %loss : tensor<4x8xf32>, tensor<f32>
  }
}
"""


def function(body, arguments="%x: tensor<4xf32>", results="tensor<4xf32>"):
    return f"func.func @main({arguments}) -> ({results}) {{\n{body}\n}}"


def identity(arguments="%x: tensor<4xf32>", results="tensor<4xf32>"):
    """A step that returns its first argument."""
    name, type_ = re.match(r"(%\w+): (tensor<[^>]*>)", arguments).groups()
    return function(f"return {name} : {type_}", arguments, results)


def attributes(text, key):
    return re.findall(rf'{re.escape(key)} = "([^"]*)"', text)


def imported(source, **options):
    text = fp8.jax.import_stablehlo(source, **options)
    assert "func.func public @train_step(" in text
    assert not re.search(r"(stablehlo|chlo|jax|mhlo|sdy)\.", text)
    return text


def refused(source, message, **options):
    with pytest.raises(fp8.CaptureError, match=message) as error:
        fp8.jax.import_stablehlo(source, **options)
    assert "\n" not in str(error.value)


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def update(params, x, lr):
    loss, grads = jax.value_and_grad(
        lambda p: jnp.sum(jnp.clip(x @ p["w"][0], -1.0, 1.0) ** 2)
    )(params)
    return loss, jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads)


ARGUMENTS = ({"w": [f32(16, 32)]}, f32(16, 16), f32())


def lowered():
    return jax.jit(update, donate_argnums=0).lower(*ARGUMENTS)
