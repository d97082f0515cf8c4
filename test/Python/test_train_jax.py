# RUN: %pytest %s
"""fp8.jax.train, save and load: trees in, losses and trees out."""

import io
import os
import subprocess
import sys

import numpy as np
import pytest

import compiled
import fp8
from fp8 import _safetensors

compiled.require_module()
jax = pytest.importorskip("jax", reason="jax is not installed")
optax = pytest.importorskip("optax", reason="optax is not installed")
jnp = jax.numpy

RANDOM = np.random.default_rng(5)
OPTIMIZER = optax.adamw(1e-2)
FP8 = {"recipe": "delayed", "storage": "fp8-split8"}


def normal(*shape):
    return RANDOM.normal(0, 0.3, shape).astype(np.float32)


PARAMS = {"w1": normal(16, 32), "w2": normal(32, 16)}
BATCHES = [(normal(32, 16), normal(32, 16)) for _ in range(4)]
ARGS = (PARAMS, OPTIMIZER.init(PARAMS), *BATCHES[0])


def step(params, opt_state, x, y):
    def loss_of(params):
        return jnp.mean((jax.nn.relu(x @ params["w1"]) @ params["w2"] - y) ** 2)

    loss, gradients = jax.value_and_grad(loss_of)(params)
    updates, opt_state = OPTIMIZER.update(gradients, opt_state, params)
    return loss, optax.apply_updates(params, updates), opt_state


def train(batches=BATCHES, steps=10, args=ARGS, function=step, **options):
    options = {"progress": False} | options
    return fp8.jax.train(function, args, batches, steps=steps, **options)


def same(found, expected):
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        np.testing.assert_array_equal(a, b)


def test_as_jit():
    """The losses and the new arguments are those of a loop over jax.jit."""
    losses, args = train()
    jitted, (params, state, *_) = jax.jit(step), ARGS
    for number, loss in enumerate(losses):
        expected, params, state = jitted(params, state, *BATCHES[number % 4])
        assert loss == pytest.approx(float(expected), rel=1e-5)
    assert jax.tree.structure(args) == jax.tree.structure((params, state, *BATCHES[0]))
    np.testing.assert_allclose(args[0]["w1"], params["w1"], rtol=1e-3, atol=1e-5)
    assert args[1][0].count == 10 and args[1][0].count.dtype == jnp.int32
    same(args[2:], BATCHES[0])


def one_input(w, x):
    loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return loss, w - 0.1 * gradient


def test_one_input():
    """A batch of the only input is its value, or a dict with its name."""
    args, x = (normal(4, 4), normal(8, 4)), normal(8, 4)
    losses = [
        train([batch], steps=1, args=args, function=one_input).losses
        for batch in (x, {"x": x})
    ]
    assert losses[0] == losses[1]
    for batch, text in (({"z": x}, "a dict with the keys 'z'"), ([1, 2], "a list of 2")):
        with pytest.raises(TypeError, match=f"expected an array for 'x', but got {text}"):
            train([batch], steps=1, args=args, function=one_input)


def test_names_of_exceptions():
    """Tracebacks show the names of the documentation."""
    for error in (fp8.CaptureError, fp8.CompileError):
        assert f"{error.__module__}.{error.__qualname__}" == f"fp8.{error.__name__}"


def test_goes_on_with_arguments():
    """In f32, new arguments start another run with the bits of the first."""
    losses, args = train()
    first, args = train(BATCHES[:3], steps=None, args=ARGS)
    rest, args = train([*BATCHES[3:], *BATCHES, *BATCHES[:2]], steps=None, args=args)
    assert first + rest == losses and args[1][0].count == 10


@pytest.mark.parametrize(
    "batches",
    [
        (batch for batch in BATCHES * 3),
        [{"y": y, "x": x} for x, y in BATCHES],
        [[x.astype(np.float64), jnp.asarray(y)] for x, y in BATCHES],
        [(np.asfortranarray(x), y) for x, y in BATCHES],
    ],
    ids=["generator", "dicts", "types", "layouts"],
)
def test_iterables(batches):
    assert train(batches).losses == train().losses


def test_one_input():
    """A batch is the value of the only input; values by name may be left out."""

    def one(w, batch, rate):
        loss, gradient = jax.value_and_grad(lambda w: jnp.mean((batch["x"] @ w) ** 2))(w)
        return loss, w - rate * gradient

    w, x = normal(16, 16), normal(8, 16)
    fixed = train([{"batch": {"x": x}}], args=(w, {"x": x}, 0.1), function=one)
    schedule = [{"rate": rate} for rate in (0.1, 0.1)]
    assert train(schedule, args=(w, {"x": x}, 0.1), function=one).losses == fixed.losses
    rest = lambda w, batch: one(w, batch, jnp.float32(0.1))  # noqa: E731
    only = train([{"x": x}], args=(w, {"x": x}), function=rest)
    np.testing.assert_allclose(only.losses, fixed.losses, rtol=1e-6)


def test_state_without_leaves():
    """The state of plain SGD has no leaves and is no part of a batch."""
    optimizer = optax.sgd(0.1)

    def sgd(w, state, x):
        loss, gradient = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
        updates, state = optimizer.update(gradient, state, w)
        return loss, optax.apply_updates(w, updates), state

    w, x = normal(16, 16), normal(8, 16)
    losses, args = train([x], args=(w, optimizer.init(w), x), function=sgd)
    assert losses[-1] < losses[0] and args[1] == optimizer.init(w)


def test_iterator_ends():
    with pytest.warns(UserWarning, match="ended after 3 of 10 steps; an iterable that"):
        losses, args = train(iter(BATCHES[:3]))
    assert losses == train().losses[:3] and args[1][0].count == 3


def test_resumes(tmp_path):
    """An interrupted run goes on with the bits of one that was not."""
    path = tmp_path / "run.safetensors"
    whole = train(**FP8)

    def interrupted():
        yield from BATCHES
        yield BATCHES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(interrupted(), checkpoint=path, **FP8)
    rest = train(checkpoint=path, resume=True, **FP8)
    assert rest.losses == whole.losses
    same(rest.args, whole.args)
    # Nothing is left to run.
    same(train(checkpoint=path, resume=True, **FP8), whole)


def test_checkpoint_every(tmp_path):
    path, sizes = tmp_path / "run.safetensors", []

    def look(number, loss):
        sizes.append(path.exists())

    train(steps=5, checkpoint=path, checkpoint_every=2, progress=look)
    assert sizes == [False, False, True, True, True]


def test_checkpoint_refused(tmp_path):
    path = tmp_path / "run.safetensors"
    with pytest.raises(ValueError, match="expected `checkpoint`, the file"):
        train(resume=True)
    with pytest.raises(ValueError, match="expected `checkpoint`, .*`checkpoint_every`"):
        train(checkpoint_every=2)
    with pytest.raises(ValueError, match="expected a folder for"):
        train(checkpoint=tmp_path / "none" / "run.safetensors")
    train(steps=2, checkpoint=path, resume=True)
    with pytest.raises(ValueError, match="at least 2 steps, which .* but got 1"):
        train(steps=1, checkpoint=path, resume=True)
    with pytest.raises(ValueError, match="expected no file .*; resume=True"):
        train(checkpoint=path)
    with pytest.raises(ValueError, match="of another step, or of a step with other"):
        train(checkpoint=path, resume=True, recipe="current")
    arrays, metadata = _safetensors.read(path)
    del metadata[_safetensors.CHECKSUM]
    _safetensors.write(path, arrays, metadata)
    with pytest.raises(ValueError, match="no checksum, so an earlier version .* wrote it"):
        train(checkpoint=path, resume=True)
    fp8.jax.save(path, params=PARAMS)
    with pytest.raises(ValueError, match="is not a checkpoint of fp8.jax.train"):
        train(checkpoint=path, resume=True)
    path.write_bytes(b"no tensors")
    with pytest.raises(ValueError, match="is not a safetensors file"):
        train(checkpoint=path, resume=True)


def test_refused():
    with pytest.raises(ValueError, match=r"expected 2 values .*\(x, y\).* got 3 values"):
        train([(1, 2, 3)])
    with pytest.raises(ValueError, match="some of x, y, but got z"):
        train([{"z": 1}])
    with pytest.raises(ValueError, match="the iterable has none"):
        train([])
    shapes = (*ARGS[:2], *(jax.ShapeDtypeStruct(b.shape, b.dtype) for b in BATCHES[0]))
    with pytest.raises(ValueError, match="expected a value of 'y' in each batch"):
        train([{"x": BATCHES[0][0]}], args=shapes)
    with pytest.raises(ValueError, match="shape .* for 'x', but got"):
        train([(BATCHES[0][0][:8], BATCHES[0][1])])


def test_loss():
    """The loss is found, or named."""

    def two(params, state, x, y):
        loss, *new = step(params, state, x, y)
        return {"loss": loss, "twice": 2 * loss}, *new

    names = {"result_names": ("out", "params", "opt_state")}
    losses = train(function=two, loss="out.twice", **names).losses
    np.testing.assert_allclose(losses, 2 * np.array(train().losses), rtol=1e-6)
    with pytest.raises(fp8.CompileError, match="no result is called 'out.other'"):
        train(function=two, loss="out.other", **names)
    with pytest.raises(TypeError, match="loss to be the name of a result, but got 1"):
        train(function=two, loss=1, **names)


def test_two_losses():
    """Several losses are named, and the first is reported."""

    def pair(v, w, x):
        def loss_of(w):
            return jnp.mean((x @ w) ** 2)

        v_loss, v_gradient = jax.value_and_grad(loss_of)(v)
        w_loss, w_gradient = jax.value_and_grad(loss_of)(w)
        return v_loss, w_loss, v - 0.1 * v_gradient, w - 0.1 * w_gradient

    x, v, w = BATCHES[0][0], np.ones((16, 4), np.float32), np.ones((16, 3), np.float32)
    names = {"result_names": ("first", "second", "v", "w")}
    with pytest.raises(fp8.CompileError, match="but 2 results may be"):
        train([x], args=(v, w, x), function=pair, **names)
    expected = [float(loss) for loss in pair(v, w, x)[:2]]
    for name, loss in (("first,second", expected[0]), ("second,first", expected[1])):
        losses = train([x], 1, (v, w, x), pair, loss=name, **names).losses
        assert losses == pytest.approx([loss])


def test_no_number():
    bad = (np.full_like(BATCHES[0][0], np.inf), BATCHES[0][1])
    with pytest.warns(RuntimeWarning, match="the loss of step 3 is nan") as caught:
        assert len(train([*BATCHES[:2], bad], steps=5).losses) == 5
    assert len(caught) == 1 and caught[0].filename == __file__


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress(monkeypatch):
    seen, terminal, log = [], Terminal(), io.StringIO()
    losses, _ = train(progress=lambda *values: seen.append(values))
    assert seen == list(enumerate(losses, 1))
    monkeypatch.setattr(fp8._progress, "_LINE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    train(progress=True)
    lines = terminal.getvalue().split("\r")
    assert len(lines) == 11 and lines[4].startswith(f"step 5/10, loss {losses[4]:.4f}, ")
    assert lines[4].rstrip().endswith(" s left") and lines[-1].endswith(" steps/s\n")
    monkeypatch.setattr(sys, "stderr", log)
    train(progress=True)
    assert log.getvalue().count("\n") == 1
    # The stream of a notebook is no terminal; its errors have another colour.
    notebook = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setattr(sys, "stdout", notebook)
    train(progress=True)
    assert notebook.getvalue().count("\r") == 10
    assert log.getvalue().count("\n") == 1


def run_tool(*arguments):
    if "FP8_RUN" not in os.environ:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    done = subprocess.run([os.environ["FP8_RUN"], *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("names", [{}, {"result_names": ("loss", "new_params", "new_state")}])
def test_round_trip(tmp_path, names):
    """What --outputs writes, load() and --inputs read; what save() writes, too."""
    text = tmp_path / "step.mlir"
    text.write_text(fp8.jax.capture(step, ARGS, **names))
    first, after, rest = (tmp_path / f"{n}.safetensors" for n in "abc")
    x, y = BATCHES[0]
    fp8.jax.save(first, params=PARAMS, opt_state=ARGS[1], x=x, y=y)
    run_tool(text, f"--inputs={first}", "--steps=3", f"--outputs={after}")
    losses, args = train([BATCHES[0]], steps=3)
    found = fp8.jax.load(after, params=PARAMS, opt_state=ARGS[1])
    same(found, {"params": args[0], "opt_state": args[1]})
    fp8.jax.save(tmp_path / "data.safetensors", **found, x=x, y=y)
    run_tool(text, f"--inputs={tmp_path / 'data.safetensors'}", "--steps=2", f"--outputs={rest}")
    values = {"params": PARAMS, "opt_state": ARGS[1]}
    _, args = train([BATCHES[0]], steps=5)
    same(fp8.jax.load(rest, **values), {"params": args[0], "opt_state": args[1]})
    # The states of one run, and the data of another option.
    np.save(tmp_path / "x.npy", x), np.save(tmp_path / "y.npy", y)
    data = [f"--arg={n}={tmp_path / n}.npy" for n in "xy"]
    run_tool(text, f"--inputs={after}", *data, "--steps=2", f"--outputs={rest}")
    same(fp8.jax.load(rest, **values), {"params": args[0], "opt_state": args[1]})
    # States as they are stored.
    stored = [f"--inputs={after}", *data, "--storage=fp8-split8", "--steps=1"]
    run_tool(text, *stored, f"--outputs={rest}")
    run_tool(text, f"--inputs={rest}", "--inputs-storage=fp8-split8", *data, "--steps=1")


def test_load_refused(tmp_path):
    path = tmp_path / "a.safetensors"
    keys = {"key": jax.random.key(3), "n": 7, "b": normal(4).astype(jnp.bfloat16)}
    fp8.jax.save(path, **keys)
    found = fp8.jax.load(path, **keys)
    same(jax.random.key_data(found.pop("key")), jax.random.key_data(keys.pop("key")))
    same(found, keys)
    with pytest.raises(ValueError, match="to have a tensor 'm', but it has none"):
        fp8.jax.load(path, m=PARAMS["w1"])
    with pytest.raises(ValueError, match=r"'b' of .* to be float32\[4\], but it is bfl"):
        fp8.jax.load(path, b=np.zeros(4, np.float32))
