# RUN: %pytest %s
"""Step.as_ffi(): a step inside jax.jit, against the step itself."""

import subprocess
import sys

import numpy as np
import pytest

import compiled
import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
compiled.require_module()

import jax.numpy as jnp  # noqa: E402

from fp8 import _native  # noqa: E402

if not hasattr(_native.load(), "ffi_handler"):
    pytest.skip("the module has no jax.ffi", allow_module_level=True)


def make(module=compiled.MLP, **options):
    states, inputs = compiled.draw(module)
    step = fp8.compile(module, states=states, **options)
    return step, inputs


def states_of(step):
    return {name: jnp.array(array) for name, array in step.states.items()}


def jit(call, **options):
    @jax.jit
    def run(states, inputs, number):
        return call(states, **inputs, lr=0.01, number=number)

    @jax.jit(donate_argnums=0)
    def run_in_place(states, inputs, number):
        return call(states, **inputs, lr=0.01, number=number)

    return run_in_place if options.get("donates") else run


@pytest.mark.parametrize("donates", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"recipe": "delayed", "storage": "fp8-split8"},
        {"recipe": "current", "target": "reference"},
    ],
    ids=["f32", "delayed", "reference"],
)
def test_as_the_step(options, donates):
    """The same bits as calls of the step, whose first function differs under the
    recipe delayed."""
    step, inputs = make(**options)
    run = jit(step.as_ffi(), donates=donates)
    states = states_of(step)
    for number in range(3):
        results, states = run(states, inputs, number)
        expected = step(**inputs, lr=0.01)
        assert set(results) == set(expected)
        for name, array in expected.items():
            assert np.asarray(results[name]).tobytes() == array.tobytes()
    assert set(states) == set(step.states)
    for name, array in step.states.items():
        assert np.asarray(states[name]).tobytes() == array.tobytes(), name


def test_donated_states_keep_their_memory():
    step, inputs = make()
    run = jit(step.as_ffi(), donates=True)
    states = states_of(step)
    before = {name: a.unsafe_buffer_pointer() for name, a in states.items()}
    _, states = run(states, inputs, 0)
    assert before == {n: a.unsafe_buffer_pointer() for n, a in states.items()}


def test_states_that_are_not_donated_stay():
    step, inputs = make()
    states = states_of(step)
    before = {name: np.array(a) for name, a in states.items()}
    jit(step.as_ffi())(states, inputs, 0)
    for name, array in before.items():
        np.testing.assert_array_equal(states[name], array)


def test_loop_inside_jit():
    """Many steps in one program of XLA, with the number as its counter."""
    step, inputs = make(recipe="delayed")
    call = step.as_ffi()

    @jax.jit
    def train(states):
        def body(number, carried):
            states, losses = carried
            results, states = call(states, **inputs, lr=0.01, number=number)
            return states, losses.at[number].set(results["loss"])

        return jax.lax.fori_loop(0, 4, body, (states, jnp.zeros(4)))

    _, losses = train(states_of(step))
    expected = [step(**inputs, lr=0.01)["loss"].item() for _ in range(4)]
    np.testing.assert_array_equal(np.asarray(losses), np.float32(expected))


def test_two_calls_at_once():
    """Independent calls of one step, which XLA may start on two threads."""
    step, inputs = make()
    call = step.as_ffi()
    states = states_of(step)
    double = {name: 2 * array for name, array in states.items()}

    @jax.jit
    def both(first, second):
        calls = [call(s, **inputs, lr=0.01, number=0) for s in (first, second)]
        return [results["loss"] for results, _ in calls]

    run = jit(call)
    expected = [run(s, inputs, 0)[0]["loss"] for s in (states, double)]
    assert both(states, double) == expected


def test_refused():
    step, inputs = make()
    call = step.as_ffi()
    states = states_of(step)
    with pytest.raises(ValueError, match="expected the states w1, w2, but got w1"):
        call({"w1": states["w1"]}, **inputs, lr=0.01, number=0)
    with pytest.raises(TypeError, match="expected float32 for 'x', but got int32"):
        call(states, inputs["x"].astype("i4"), inputs["y"], 0.01, number=0)
    with pytest.raises(ValueError, match=r"expected the shape \(16, 4\) for 'x'"):
        call(states, inputs["x"][:2], inputs["y"], 0.01, number=0)
    with pytest.raises(TypeError, match="expected a value for lr"):
        call(states, **inputs, number=0)
    with pytest.raises(TypeError, match="an integer for 'number', but got float32"):
        call(states, **inputs, lr=0.01, number=jnp.float32(1))
    with pytest.raises(jax.errors.JaxRuntimeError, match="number of completed steps"):
        jit(call)(states, inputs, -1)


def test_call_with_other_buffers():
    """XLA passes addresses, so the handler compares shapes with the step's."""
    step, inputs = make()
    call = step.as_ffi()
    states = list(states_of(step).values())
    made = [jax.ShapeDtypeStruct(s.shape, s.dtype) for s in states]
    made += [jax.ShapeDtypeStruct((), "f4")]
    values = [inputs["x"], inputs["y"], jnp.float32(0.01)]

    def run(operands, results):
        aliases = {0: 0, 1: 1} if len(results) > 1 else {}
        wrong = jax.ffi.ffi_call("fp8_step", results, input_output_aliases=aliases)
        return jax.jit(lambda *a: wrong(*a, key=call._key))(*operands)

    run(states + values + [jnp.int32(0)], made)
    refused = [
        (states + [inputs["x"][:2]] + values[1:] + [jnp.int32(0)], made, "shape of 'x'"),
        (states + values[:2] + [jnp.int32(0)], made, "6 operands and 3 results"),
        (states + values + [jnp.int32(0)], made[2:], "6 operands and 3 results"),
        (states + values + [jnp.float32(0)], made, "of type int32"),
    ]
    for operands, results, message in refused:
        with pytest.raises(jax.errors.JaxRuntimeError, match=message):
            run(operands, results)


def test_module_without_the_headers(monkeypatch):
    step, _ = make()
    monkeypatch.setattr(_native, "load", object)
    with pytest.raises(ImportError, match="built with the headers of jaxlib"):
        step.as_ffi()


def test_program_of_another_process():
    """A key that this process has not drawn runs nothing."""
    step, inputs = make()
    call = step.as_ffi()
    call._key = np.int64(7)
    with pytest.raises(jax.errors.JaxRuntimeError, match="a step of this process"):
        jit(call)(states_of(step), inputs, 0)


def test_exit_with_shared_steps():
    """The process may end with steps that programs of XLA name."""
    program = (
        "import pathlib, sys, fp8; step = fp8.compile(pathlib.Path(sys.argv[1])); "
        "step.as_ffi()"
    )
    subprocess.run([sys.executable, "-c", program, compiled.MLP], check=True)
