# RUN: %pytest %s
"""fp8.jax.compile_step: a step of JAX whose states stay in place."""

import re

import numpy as np
import pytest

import compiled
import fp8
from fp8._warn import split_warnings

compiled.require_module()
jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

RANDOM = np.random.default_rng(3)


def normal(*shape):
    return jnp.asarray(RANDOM.normal(0, 0.3, shape).astype(np.float32))


PARAMS = {"w1": normal(12, 24), "b1": normal(24), "w2": normal(24, 8)}
BATCHES = [{"x": normal(16, 12), "y": normal(16, 8)} for _ in range(20)]
NAMES = {
    "result_names": ("params", "m", "loss", "count"),
    "updates": {"params": "params", "m": "m", "count": "count"},
    "states": {"params": "param", "m": "moment", "count": "step"},
}


def momentum(params, m, batch, lr, count):
    def loss_of(params):
        hidden = jax.nn.relu(batch["x"] @ params["w1"] + params["b1"])
        return jnp.mean((hidden @ params["w2"] - batch["y"]) ** 2)

    loss, gradients = jax.value_and_grad(loss_of)(params)
    m = jax.tree.map(lambda m, g: 0.9 * m + g, m, gradients)
    params = jax.tree.map(lambda p, m: p - lr * m, params, m)
    return params, m, loss, count + 1


def example():
    zeros = jax.tree.map(jnp.zeros_like, PARAMS)
    return PARAMS, zeros, BATCHES[0], jnp.float32(0.01), 0


def train(**options):
    step = fp8.jax.compile_step(momentum, example(), **NAMES, **options)
    return step, [step(batch, 0.01).item() for batch in BATCHES]


def test_as_jit():
    """20 steps in f32 are those of jax.jit; the states are trees."""
    step, losses = train()
    assert step.input_names == ["batch", "lr"] and step.result_names == ["loss"]
    params, m, *_, count = example()
    jitted, expected = jax.jit(momentum), []
    for batch in BATCHES:
        params, m, loss, count = jitted(params, m, batch, 0.01, count)
        expected.append(loss.item())
    np.testing.assert_allclose(losses, expected, rtol=2e-6)
    states = step.states()
    assert states["count"] == count == step.step.number == 20
    assert states["count"].dtype == count.dtype
    for found, tree in ((states["params"], params), (states["m"], m)):
        jax.tree.map(
            lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6),
            found,
            tree,
        )
    # The values of the example are not the memory of the step.
    np.testing.assert_array_equal(PARAMS["w1"], example()[0]["w1"])
    assert (states["params"]["w1"] != PARAMS["w1"]).any()


def test_as_compile():
    """The bits are those of the captured text with the same options."""
    options = {"recipe": "delayed", "storage": "fp8-split8"}
    step, losses = train(**options)
    params, m, batch, lr, count = example()
    text = fp8.jax.capture(momentum, (params, m, batch, lr, count), **NAMES)
    values = {f"params.{name}": np.asarray(array) for name, array in params.items()}
    other = fp8.compile(text, states=values, **options)
    for batch, loss in zip(BATCHES, losses):
        found = other(**{f"batch.{n}": a for n, a in batch.items()}, lr=0.01)
        assert found["loss"].item() == loss
    for name, array in step.step.states.items():
        assert array.tobytes() == other.states[name].tobytes(), name
    assert step.step.states["params.w1"].dtype.name == "float8_e4m3fn"
    assert losses[-1] < losses[0]


def test_resumes():
    """A state dict of the step goes on with the same bits."""
    options = {"recipe": "delayed"}
    first = fp8.jax.compile_step(momentum, example(), **NAMES, **options)
    for batch in BATCHES[:5]:
        first(batch, 0.01)
    second = fp8.jax.compile_step(momentum, example(), **NAMES, **options)
    second.step.load_state_dict(first.step.state_dict())
    for batch in BATCHES[5:8]:
        assert first(batch, 0.01) == second(batch, 0.01)


def test_types_of_leaves():
    """Keys of generators, bf16, unsigned integers and truth values are leaves."""

    def step(w, key, seen, batch):
        key, drawn = jax.random.split(key)
        x = batch["x"].astype(jnp.float32) * jax.random.bernoulli(drawn, 0.5, (4, 8))
        loss = jnp.sum((x @ w) ** 2) * batch["on"]
        gradient = jax.grad(lambda w: jnp.sum((x @ w) ** 2) * batch["on"])(w)
        seen = seen + jnp.uint32(3)
        return (
            w - 0.01 * gradient,
            key,
            seen,
            (loss, seen % 2 == 1, x.astype(jnp.bfloat16)),
        )

    w, x = normal(8, 4), normal(4, 8).astype(jnp.bfloat16)
    batch = {"x": x, "on": jnp.bool_(True)}
    arguments = (w, jax.random.key(5), jnp.uint32(7), batch)
    updates = {"new_w": "w", "new_key": "key", "new_seen": "seen"}
    compiled_step = fp8.jax.compile_step(
        step, arguments, result_names=(*updates, "out"), updates=updates
    )
    for _ in range(3):
        *new, expected = step(*arguments)
        arguments = (*new, batch)
        found = compiled_step(batch)
        for a, b in zip(found, expected):
            assert a.dtype == b.dtype and a.shape == b.shape
            np.testing.assert_allclose(a.astype("f4"), b.astype("f4"), rtol=1e-5)
    states = compiled_step.states()
    assert states["seen"] == arguments[2] and states["seen"].dtype == jnp.uint32
    assert (jax.random.key_data(states["key"]) == jax.random.key_data(new[1])).all()


def test_whole_trees():
    """A leaf that no result depends on follows the rest of its tree."""

    def step(params, state, x):
        loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(params)
        m = jnp.where(state["first"], gradient, 0.9 * state["m"] + gradient)
        rate = 0.01 * state["unused"].shape[0]
        state = {"m": m, "first": jnp.bool_(False), "unused": state["unused"]}
        return params - rate * m, state, loss

    params, x = normal(12, 8), normal(16, 12)
    state = {"m": normal(12, 8), "first": jnp.bool_(True), "unused": jnp.zeros(1)}
    compiled_step = fp8.jax.compile_step(step, (params, state, x))
    assert compiled_step.input_names == ["x"]
    for _ in range(4):
        params, state, loss = jax.jit(step)(params, state, x)
        np.testing.assert_allclose(compiled_step(x), loss, rtol=2e-6)
    assert not compiled_step.states()["state"]["first"]

    # Other trees of the same types are no new values.
    def with_mask(p, x):
        loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(p["w"])
        return loss, (jnp.abs(g), p["w"] - p["mask"] * g)

    arguments = ({"mask": normal(12, 8), "w": normal(12, 8)}, x)
    with pytest.raises(fp8.CaptureError, match="'p.w' is a state and 'p.mask' is not"):
        fp8.jax.compile_step(with_mask, arguments)


def test_results_are_not_copied():
    """jax arrays have the memory that the step has written."""
    w, x = normal(8, 4), normal(4, 8)
    step = fp8.jax.compile_step(
        lambda w, x: (w * 0.5, x @ w, jnp.sum(w)),
        (w, x),
        result_names=("new_w", "out", "sum"),
        updates={"new_w": "w"},
    )
    make, made = step._make_result, []
    step._make_result = lambda argument: made.append(make(argument)) or made[-1]
    out, total = step(x)
    assert isinstance(out, jax.Array)
    pointers = [array.unsafe_buffer_pointer() for array in (out, total)]
    assert pointers == [array.ctypes.data for array in made]
    np.testing.assert_allclose(out, x @ w, rtol=1e-5)
    # The next step does not touch them.
    step(x)
    np.testing.assert_allclose(out, x @ w, rtol=1e-5)


def test_scalar_of_an_update_that_is_a_state():
    """A value that one update reads overwrites another state."""

    def step(p, x):
        loss, g = jax.value_and_grad(lambda w: jnp.mean((x * w) ** 2))(p["w"])
        return loss, (jnp.mean(g * g) ** 0.5, p["w"] - p["lr"] * g)

    p, x = {"lr": jnp.float32(0.1), "w": jnp.float32(2)}, normal(4)
    updates = {"result1.0": "p.lr", "result1.1": "p.w"}
    compiled_step = fp8.jax.compile_step(step, (p, x), updates=updates)
    for _ in range(3):
        loss, (rate, w) = jax.jit(step)(p, x)
        p = {"lr": rate, "w": w}
        np.testing.assert_allclose(compiled_step(x), loss, rtol=2e-6)


def test_refused():
    step = fp8.jax.compile_step(momentum, example(), **NAMES)
    batch = BATCHES[0]
    with pytest.raises(TypeError, match=r"2 arguments \(batch, lr\), but got 3; the"):
        step(PARAMS, batch, 0.01)
    with pytest.raises(TypeError, match=re.escape("expected the tree PyTreeDef({'x'")):
        step({"x": batch["x"]}, 0.01)
    with pytest.raises(ValueError, match=r"shape \(16, 12\) for 'batch.x', but got"):
        step({"x": batch["y"], "y": batch["y"]}, 0.01)
    with pytest.raises(TypeError, match="float32 for 'batch.x', but got bfloat16"):
        step(batch | {"x": batch["x"].astype(jnp.bfloat16)}, 0.01)
    assert step.step.number == 0

    def partly(both, x):
        w = both["w"]
        gradient = jax.grad(lambda w: jnp.sum((x @ w) ** 2))(w)
        return jnp.sum(x @ w) + both["scale"], w - gradient

    arguments = ({"w": normal(8, 4), "scale": jnp.float32(1)}, normal(4, 8))
    names = {"result_names": ("loss", "w"), "updates": {"w": "both.w"}}
    with pytest.raises(fp8.CaptureError, match="'both.w' is a state and 'both.scale' is"):
        fp8.jax.compile_step(partly, arguments, **names)
    with pytest.raises(fp8.CompileError, match="supported are none, current"):
        fp8.jax.compile_step(momentum, example(), **NAMES, recipe="fast")


def test_values_that_are_given_later():
    """States without values in the example have to be loaded."""
    abstract = jax.tree.map(
        lambda p: jax.ShapeDtypeStruct(p.shape, p.dtype), example()[:4]
    )
    step = fp8.jax.compile_step(momentum, (*abstract, 0), **NAMES)
    with pytest.raises(ValueError, match="expected values of the states params.b1, "):
        step(BATCHES[0], 0.01)
    values = step.step
    given = {f"params.{name}": np.asarray(a) for name, a in PARAMS.items()}
    zeros = {f"m.{name}": np.zeros(a.shape, "f4") for name, a in PARAMS.items()}
    count = {"count": np.zeros((), "i4")}
    values.load_state_dict({"number": 0, "states": given | zeros | count})
    assert step(BATCHES[0], 0.01).item() == train()[1][0]


def test_states_without_elements():
    """numpy gives arrays without elements strides of 0."""

    def step(w, empty, x):
        def loss_of(parameters):
            return jnp.mean((x @ parameters[0]) ** 2) + jnp.sum(parameters[1])

        loss, (g, e) = jax.value_and_grad(loss_of)((w, empty))
        return loss, w - g, empty - e

    w, x = normal(4, 3), normal(5, 4)
    empty = np.zeros((0, 4), np.float32)
    compiled_step = fp8.jax.compile_step(step, (w, empty, x))
    np.testing.assert_allclose(compiled_step(x), step(w, empty, x)[0], rtol=1e-6)
    assert compiled_step.states()["empty"].shape == (0, 4)


def unread(w, m, x):
    """A step that neither reads nor overwrites its moments."""
    loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return loss, w - gradient, gradient


def test_warnings_of_the_compiler():
    """They are raised where the step is compiled, each with its notes in one line."""
    w, x = normal(4, 3), normal(5, 4)
    with pytest.warns(fp8.CompilerWarning, match="overwrite no argument.*; .*note: ") as raised:
        found = fp8.jax.compile_step(unread, (w, w, x), recipe="delayed")
    (one,) = raised
    assert one.filename == __file__ and "\n" not in str(one.message)
    assert "overwrite no argument" in found.step.warnings
    with pytest.warns(fp8.CompilerWarning) as raised:
        fp8.jax.train(unread, (w, w, x), [(w, x)], progress=False)
    (one,) = raised
    assert one.filename == __file__


def test_remarks_are_no_warnings():
    lines = (
        "step:1:2: remark: warning: none\nstep:1:2: note: of a remark\nwarning: first\n"
        "step:3:4: warning: second\nstep:5:6: note: of the second\nremark: other\n"
    )
    assert split_warnings(lines) == [
        "warning: first",
        "step:3:4: warning: second; step:5:6: note: of the second",
    ]
