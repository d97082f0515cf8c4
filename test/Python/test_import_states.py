# RUN: %pytest %s
"""fp8.jax.import_stablehlo: which results update which arguments."""

import os
import pathlib
import re
import subprocess

import pytest

from stablehlo_modules import (
    STEP,
    attributes,
    f32,
    function,
    i32,
    identity,
    imported,
    lowered,
    refused,
)

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy
RUN = os.environ.get("FP8_RUN")


def pairs_of(text, **options):
    return attributes(imported(text, **options), "fp8.updates")


def two_states(first, second, results="tensor<4xf32>, tensor<4xf32>"):
    return function(
        "return %a, %b : tensor<4xf32>, tensor<4xf32>",
        f"%a: tensor<4xf32> {first}, %b: tensor<4xf32> {second}",
        results,
    )


ALIAS = "tf.aliasing_output"


def test_aliases_of_memory_are_left_to_the_compiler():
    """They identify states, but do not pair two states of one type."""
    one, zero = f"{{{ALIAS} = 1 : i32}}", f"{{{ALIAS} = 0 : i32}}"
    text = imported(two_states(one, zero))
    assert attributes(text, "fp8.updates") == []
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["1", "0"]
    # Only the caller's updates count.
    for updates, expected in (({"result0": "a"}, ["a"]), ({}, [])):
        text = imported(two_states(one, zero), updates=updates)
        assert attributes(text, "fp8.updates") == expected and ALIAS not in text
    refused(two_states(f"{{{ALIAS} = 2 : i32}}", ""), "does not have the type of 'a'")


def test_aliases_are_updates_where_types_leave_no_choice():
    assert pairs_of(identity(f"%x: tensor<4xf32> {{{ALIAS} = 0 : i32}}")) == ["x"]


def test_donors_are_aliases_where_types_leave_no_choice():
    donor = "{jax.buffer_donor = true}"
    assert ALIAS not in imported(two_states(donor, donor))
    text = imported(two_states(donor, f"{{{ALIAS} = 0 : i32}}"))
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["1", "0"]
    assert pairs_of(identity(f"%x: tensor<4xf32> {donor}")) == ["x"]


@pytest.mark.skipif(not RUN, reason="FP8_RUN does not name the fp8-run binary")
def test_memory_of_the_loss(tmp_path):
    """jax gives the loss the memory of the scalar that is donated first, and
    moments that are returned first that of the parameters."""

    def step(params, moments, x):
        def loss(p):
            return jnp.mean((x @ p["w"] * jnp.exp(p["t"])) ** 2)

        value, grads = jax.value_and_grad(loss)(params)
        moments = {k: 0.5 * moments[k] + grads[k] for k in grads}
        return value, moments, {k: params[k] - moments[k] for k in params}

    params = {"t": f32(), "w": f32(8, 4)}
    lowered = jax.jit(step, donate_argnums=(0, 1)).lower(params, params, f32(2, 8))
    (tmp_path / "step.mlir").write_text(imported(lowered.as_text(debug_info=True)))
    fp8_opt = pathlib.Path(RUN).with_name("fp8-opt")
    done = subprocess.run(
        [fp8_opt, tmp_path / "step.mlir", "--fp8-annotate-states"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    pairs = re.findall(
        r'fp8.name = "(\S*)", fp8.state = #fp8.state<\w+>, fp8.updates = "(\S*)"',
        done.stdout,
    )
    assert pairs == [
        ("result1.t", "moments.t"),
        ("result1.w", "moments.w"),
        ("result2.t", "params.t"),
        ("result2.w", "params.w"),
    ]


def test_trees_pair_with_trees():
    """Arguments that are donated, or contain the tree of a donated one, in any order."""

    def step(params, moments, x):
        grads = jax.grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
        moments = {"mu": {"w": 0.5 * moments["mu"]["w"] + grads["w"]}}
        return moments, {"w": params["w"] - moments["mu"]["w"]}

    params, moments = {"w": f32(8, 4)}, {"mu": {"w": f32(8, 4)}}
    for donated in (0, (0, 1)):
        jitted = jax.jit(step, donate_argnums=donated)
        lowered = jitted.lower(params, moments, f32(2, 8))
        text = imported(lowered.as_text(debug_info=True))
        assert attributes(text, "fp8.updates") == ["moments.mu.w", "params.w"]
    # Two of one tree, of which one is donated, are left to the compiler; so is
    # a count, which has the memory of that in the tree that is returned first.
    text = imported(
        jax.jit(
            lambda p, ema, n: (
                {"w": p["w"] * 0.5, "n": p["n"] + 1},
                {"w": ema["w"] + p["w"], "n": ema["n"]},
                n + 1,
            ),
            donate_argnums=(0, 2),
        )
        .lower(*[{"n": i32(), "w": f32(4)}] * 2, i32())
        .as_text(debug_info=True)
    )
    assert attributes(text, "fp8.updates") == []
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["0", "1", "4"]
    # Without donations there is no attribute.
    text = imported(
        jax.jit(step).lower(params, moments, f32(2, 8)).as_text(debug_info=True)
    )
    assert attributes(text, "fp8.updates") == [] and ALIAS not in text


def test_gradients_are_no_parameters():
    """They have the tree of parameters, which are not donated."""

    def step(params, moments, x):
        value, grads = jax.value_and_grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
        return value, grads, jax.tree.map(lambda m, g: m / 2 + g, moments, wrap(grads))

    params = {"w": f32(8, 4)}
    for wrap in (lambda tree: {"mu": tree}, lambda tree: tree):
        for donated in ((), 1):
            jitted = jax.jit(step, donate_argnums=donated)
            text = imported(
                jitted.lower(params, wrap(params), f32(2, 8)).as_text(debug_info=True)
            )
            assert "params.w" not in attributes(text, "fp8.updates")
            signature = text[text.index("%arg0") : text.index("%arg1")]
            assert ALIAS not in signature


def test_donated_batch_takes_no_result_of_a_tree():
    jitted = jax.jit(
        lambda params, x: (jnp.sum(x), {"w": params["w"] * x}), donate_argnums=1
    )
    lowered = jitted.lower({"w": f32(8, 8)}, f32(8, 8))
    text = imported(lowered.as_text(debug_info=True))
    assert attributes(text, "fp8.updates") != ["x"]


def test_updates_of_leaves():
    text = lowered().as_text(debug_info=True)
    assert pairs_of(text, updates={"result1.w.0": "params.w.0"}) == ["params.w.0"]
    refused(text, "updates names no result: 'new'", updates={"new": "params"})
    both = {"result1": "params", "result1.w": "params.w"}
    assert pairs_of(text, updates=both) == ["params.w.0"]
    refused(text, "their trees differ", updates={"result1": "x"})


def test_states():
    text = imported(STEP, updates={"result0": "W0"}, states={"W0": "param"})
    assert text.count("fp8.state = #fp8.state<param>") == 1
    refused(STEP, "states names no argument: 'w'", states={"w": "param"})
    refused(STEP, "supported are param, moment, step", states={"W0": "weight"})
