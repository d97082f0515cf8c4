# RUN: %pytest %s
"""fp8.jax.capture and jax.jit of one step: neither changes the other, they take the
same arguments, and a run reads the states that it wrote."""

import os
import re
import subprocess

import numpy as np
import pytest
import tensors

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

RUN = os.environ.get("FP8_RUN")


def attributes(text, key):
    return re.findall(rf'{re.escape(key)} = "([^"]*)"', text)


def make_step():
    """Returns a new function, because jax caches lowered functions."""

    def step(w, unused, x):
        return w - 0.1 * jax.grad(lambda w: jnp.mean(jnp.tanh(x @ w) ** 2))(w)

    return step


ARGUMENTS = (
    np.linspace(0, 1, 12, dtype=np.float32).reshape(4, 3),
    np.zeros(2, np.float32),
    np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4),
)


@pytest.mark.parametrize("keep_unused", [True, False])
def test_jax_lowers_and_runs_a_captured_step(keep_unused):
    step = make_step()
    wanted = np.asarray(jax.jit(make_step())(*ARGUMENTS))
    lowered = jax.jit(step, keep_unused=True).lower(*ARGUMENTS)
    before = lowered.as_text()
    captured = fp8.jax.capture(step, ARGUMENTS)
    assert lowered.as_text() == before
    again = jax.jit(step, keep_unused=True).lower(*ARGUMENTS)
    assert again.as_text() == before
    np.testing.assert_array_equal(again.compile()(*ARGUMENTS), wanted)
    result = jax.jit(step, keep_unused=keep_unused)(*ARGUMENTS)
    np.testing.assert_array_equal(result, wanted)
    assert fp8.jax.capture(step, ARGUMENTS) == captured


def test_a_capture_that_fails_leaves_the_step():
    def step(x):
        return jax.pure_callback(lambda v: v, x, jnp.tanh(x))

    before = jax.jit(step, keep_unused=True).lower(np.ones(4, np.float32)).as_text()
    for _ in range(2):
        with pytest.raises(fp8.CaptureError, match="runs without Python"):
            fp8.jax.capture(step, (np.ones(4, np.float32),))
    again = jax.jit(step, keep_unused=True).lower(np.ones(4, np.float32)).as_text()
    normal = lambda text: re.sub(r"\d{6,}", "N", text)  # noqa: E731 - of the callback
    assert normal(again) == normal(before)


def test_the_context_of_jax_allows_what_it_did():
    step = make_step()
    lowered = jax.jit(step, keep_unused=True).lower(*ARGUMENTS)
    context = lowered.compiler_ir("stablehlo").context
    allowed = context.allow_unregistered_dialects
    fp8.jax.capture(step, ARGUMENTS)
    assert context.allow_unregistered_dialects == allowed


def test_an_export_that_is_imported_stays():
    export = pytest.importorskip("jax.export")
    exported = export.export(jax.jit(make_step()))(*ARGUMENTS)
    before = exported.mlir_module()
    text = fp8.jax.import_stablehlo(exported)
    assert exported.mlir_module() == before
    assert fp8.jax.import_stablehlo(exported) == text
    np.testing.assert_array_equal(
        exported.call(*ARGUMENTS), jax.jit(make_step())(*ARGUMENTS)
    )


def test_numbers_are_arguments():
    def step(count, flag, x):
        # A weak int times bfloat16 is bfloat16.
        return count + 1, jnp.where(flag, x * count, x)

    x = jax.ShapeDtypeStruct((3,), jnp.bfloat16)
    text = fp8.jax.capture(step, (5, True, x), updates={"result0": "count"})
    types = re.findall(r"%arg\d: (\S+) {fp8", text)
    assert types == ["tensor<i32>", "tensor<i1>", "tensor<3xbf16>"]
    assert attributes(text, "fp8.name")[:3] == ["count", "flag", "x"]
    assert attributes(text, "fp8.updates") == ["count"]
    assert "f32" not in text and "dense<5>" not in text


def test_numbers_in_a_tree():
    def step(state):
        return {"step": state["step"] + 1, "w": state["w"] * 0.5}

    state = {"step": 0, "w": np.ones(4, np.float32)}
    text = fp8.jax.capture(step, (state,), updates={"result0": "state"})
    assert attributes(text, "fp8.updates") == ["state.step", "state.w"]


def test_a_number_that_int32_does_not_hold():
    with pytest.raises(
        fp8.CaptureError, match="'n' is 1099511627776, which does not fit in int32"
    ):
        fp8.jax.capture(lambda n: n, (2**40,))


def run(folder, inputs, outputs, steps):
    command = [RUN, "step.mlir", "--target=reference", f"--steps={steps}"]
    command += [f"--inputs={inputs}", f"--outputs={outputs}", "--arg=x=x.npy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return tensors.read(folder / outputs)


@pytest.mark.skipif(not RUN, reason="FP8_RUN does not name the fp8-run binary")
@pytest.mark.parametrize("imported", [False, True])
def test_a_run_reads_what_it_wrote(tmp_path, imported):
    def step(params, momentum, count, x):
        def loss(p):
            return jnp.mean((jnp.tanh(x @ p["w"]) + p["b"]) ** 2)

        value, grads = jax.value_and_grad(loss)(params)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
        params = jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum)
        norm = jnp.sqrt(jnp.sum(grads["w"] ** 2))
        return params, momentum, count + 1, {"loss": value, "norm": norm}

    numbers = np.random.RandomState(1)
    params = {
        "b": numbers.randn(8).astype(np.float32),
        "w": numbers.randn(4, 8).astype(np.float32),
    }
    zeros = {name: np.zeros_like(value) for name, value in params.items()}
    x = numbers.randn(16, 4).astype(np.float32)
    arguments = (params, zeros, 0, x)
    if imported:
        lowered = jax.jit(step, keep_unused=True).lower(*arguments)
        text = fp8.jax.import_stablehlo(lowered.as_text(debug_info=True))
    else:
        text = fp8.jax.capture(step, arguments)
    (tmp_path / "step.mlir").write_text(text)
    np.save(tmp_path / "x.npy", x)
    states = {f"params.{name}": ("F32", value) for name, value in params.items()}
    states |= {f"momentum.{name}": ("F32", value) for name, value in zeros.items()}
    states |= {"count": ("I32", np.array(0, np.int32))}
    tensors.write(tmp_path / "in.safetensors", states)

    whole = run(tmp_path, "in.safetensors", "whole.safetensors", 5)
    assert set(states) < set(whole)
    assert set(whole) - set(states) == {"result3.loss", "result3.norm"}
    run(tmp_path, "in.safetensors", "half.safetensors", 2)
    rest = run(tmp_path, "half.safetensors", "rest.safetensors", 3)
    assert rest["count"][1] == 5
    for name, (_, value) in whole.items():
        np.testing.assert_array_equal(rest[name][1], value)
