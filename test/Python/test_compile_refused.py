# RUN: %pytest %s
"""fp8.compile and its steps: calls that they refuse, threads and processes."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import compiled
import fp8
from compiled import MLP, TEST, all_bytes, train

compiled.require_module()

@pytest.fixture(scope="module")
def mlp():
    """A step, and its tensors of inputs."""
    return train(MLP, steps=1)[0], compiled.draw(MLP)[1]


def refused(step, error, match, **changes):
    """Checks the error of a call, and that it has changed nothing."""
    inputs = compiled.draw(MLP)[1] | {"lr": 0.01}
    before = {name: array.tobytes() for name, array in step.states.items()}
    number = step.number
    with pytest.raises(error, match=match) as raised:
        step(**(inputs | changes))
    assert "\n" not in str(raised.value)
    # A trace shows no other error.
    assert raised.value.__suppress_context__ or raised.value.__context__ is None
    assert before == {name: array.tobytes() for name, array in step.states.items()}
    assert number == step.number


def test_refused_arrays(mlp):
    step, values = mlp
    x = values["x"]
    refused(step, TypeError, "expected float32 for 'x', but got float64", x=x.astype("f8"))
    refused(step, TypeError, "expected float32 for 'x', but got int32", x=x.astype("i4"))
    refused(step, ValueError, r"shape \(16, 4\) for 'x', but got \(15, 4\)", x=x[1:])
    refused(step, ValueError, r"shape \(16, 4\) for 'x', but got \(64,\)", x=x.ravel())
    refused(step, ValueError, "contiguous memory in row-major order for 'x'", x=np.asfortranarray(x))
    refused(step, ValueError, "contiguous memory", x=np.zeros((16, 8), "f4")[:, ::2])
    refused(step, TypeError, "an array that exports its memory for 'x', but got list", x=x.tolist())
    refused(step, TypeError, "an array that exports its memory for 'x', but got NoneType", x=None)
    refused(step, TypeError, "an array that exports its memory for 'x', but got float", x=0.5)
    # Of the other order of bytes.
    refused(step, TypeError, "an array that exports its memory for 'x'", x=x.astype(">f4"))
    refused(step, ValueError, "a number that float32 holds for 'lr', but got 1j", lr=1j)
    refused(step, TypeError, "expected float32 for 'lr', but got float64", lr=np.zeros(()))


def test_refused_memory_of_another_argument(mlp):
    step, _ = mlp
    function = step._functions["step"]
    number = next(a for a in function.arguments if a.shape == ())
    index = function.arguments.index(number)
    small = step._bind("step", index, np.zeros((), number.dtype))
    memories = [small] * len(function.arguments)
    with pytest.raises(ValueError, match="expected memory of [0-9]+ bytes for '.*', but got 4$"):
        step._native.run(function.index, memories)
    with pytest.raises(ValueError, match="expected memory of [0-9]+ bytes for '.*', but got 4$"):
        step._native.train(memories, [], [])


def test_refused_memory(mlp):
    step, values = mlp
    shared = step.states["w1"]
    refused(step, ValueError, "overlap", out={"loss": shared.reshape(-1)[:1].reshape(())})
    frozen = np.zeros((), "f4")
    frozen.flags.writeable = False
    refused(step, ValueError, "memory that can be written for 'loss', but got a read-only", out={"loss": frozen})
    both = np.zeros(160, "f4")
    offset = both[16:80].reshape(16, 4)
    refused(step, ValueError, "overlap", x=offset, out={"loss": both[20:21].reshape(())})
    odd = np.zeros(257, "u1")[1:].view("f4").reshape(16, 4)
    refused(step, ValueError, "to be a multiple of 4", x=odd)
    # Inputs may be the same memory, and may be read-only.
    x = values["x"].copy()
    x.flags.writeable = False
    step(x, x[:, :2].copy(), 0.01)
    with pytest.raises(ValueError, match="'w1' of @step and argument 'w2' overlap"):
        half = np.zeros(40, "f4")
        other = fp8.compile(MLP)
        other.bind({"w1": half[:32].reshape(4, 8), "w2": half[24:40].reshape(8, 2)})
        other(values["x"], values["y"], 0.01)


def test_refused_states(mlp):
    """States are bound together or not at all."""
    step, _ = mlp
    before = dict(step.states)
    with pytest.raises(ValueError, match=r"the shape \(8, 2\) for 'w2', but got \(2,"):
        step.bind({"w1": np.zeros((4, 8), "f4"), "w2": np.zeros((2, 8), "f4")})
    assert all(step.states[name] is array for name, array in before.items())


def test_refused_names(mlp):
    step, values = mlp
    refused(step, TypeError, "expected inputs called x, y, lr, but got 'z'", z=1)
    refused(step, TypeError, "expected results called loss in `out`, but got 'w1'", out={"w1": values["x"]})
    with pytest.raises(TypeError, match="expected a value for y, lr"):
        step(values["x"])
    with pytest.raises(TypeError, match=r"at most 3 inputs \(x, y, lr\), but got 4"):
        step(1, 2, 3, 4)
    with pytest.raises(TypeError, match="expected one value for 'x', but got two"):
        step(values["x"], x=values["x"])
    states = compiled.draw(MLP)[0]
    with pytest.raises(ValueError, match=r"names of states \(w1, w2\), but got 'x'"):
        fp8.compile(MLP, states={"x": values["x"]})
    with pytest.raises(ValueError, match=r"names of states \(w1, w2\), but got 'x'"):
        step.bind({"x": values["x"]})
    with pytest.raises(ValueError, match="a dict with number and states, but got one with w1"):
        step.load_state_dict({"w1": states["w1"]})
    with pytest.raises(ValueError, match=r"their values \(w1, w2\), but got w1"):
        step.load_state_dict({"number": 0, "states": {"w1": states["w1"]}})
    with pytest.raises(TypeError, match="expected float32 for 'w1', but got float64"):
        fp8.compile(MLP, states={"w1": states["w1"].astype("f8")})


def test_refused_init():
    """@init has to compute arguments of the step, from a seed."""
    text = (TEST / "Run" / "Inputs" / "init.mlir").read_text()
    with pytest.raises(ValueError, match="a seed from 0 to 2.32 - 1, but got -1"):
        fp8.compile(text, seed=-1)
    more = text.replace("@init(%seed: i32)", "@init(%seed: i32, %more: i32)")
    with pytest.raises(fp8.CompileError, match="@init to take nothing or an i32"):
        fp8.compile(more)
    name = text.replace('"w.master"}) {', '"w.mastre"}) {')
    with pytest.raises(fp8.CompileError, match="none is called 'w.mastre'"):
        fp8.compile(name)
    assert len({text, more, name}) == 3


@pytest.mark.parametrize(
    "options, match",
    [
        ({"recipe": "fast"}, "recipe: unsupported 'fast'; supported are none, current"),
        ({"recpie": "row"}, "in the options of training: no such option recpie; did you mean 'recipe'"),
        ({"target": "tpu"}, "unsupported target 'tpu'; supported are cpu, reference, sim, upstream"),
        ({"target": "cuda"}, "unsupported target 'cuda'; supported are cpu, reference"),
        ({"target_options": {"chip": "sm_90"}}, "options of target 'cpu': no such option chip"),
        ({"target": "sim", "target_options": {"chip": "sm_1"}}, "sm_1"),
        ({"ranks": 2}, "expected mesh=dp:2, because the step is one rank of it"),
        ({"mesh": {"dp": 0}}, "positive numbers of ranks, such as dp:4, but got 'dp:0'"),
        (
            {"mesh": {"dp": 2}, "target": "upstream"},
            "a mesh of 2 ranks on target 'upstream'; supported are cpu, reference",
        ),
        ({"mesh": {"dp": 2}, "shard": "zero1"}, "supported is shard=ddp here"),
        ({"override": ["w1='wide'"]}, "unsupported characters in the option override"),
    ],
)
def test_refused_options(options, match):
    with pytest.raises(fp8.CompileError, match=match) as raised:
        fp8.compile(MLP, **options)
    assert "\n" not in str(raised.value)


def test_refused_modules(tmp_path):
    """Errors have the location in the module."""
    text = MLP.read_text()
    with pytest.raises(fp8.CompileError, match=r"^step:\d+:\d+: error: "):
        fp8.compile(text.replace("arith.subf", "arith.subtract", 1))
    (tmp_path / "bad.mlir").write_text(text.replace("tensor<f32>", "tensor<?xf32>"))
    with pytest.raises(fp8.CompileError, match=r"bad\.mlir:\d+:\d+: error: "):
        fp8.compile(tmp_path / "bad.mlir")
    with pytest.raises(fp8.CompileError, match=r"^here:\d+:\d+: error: "):
        fp8.compile("func.func @step(", file_name="here")
    with pytest.raises(fp8.CompileError, match="error: "):
        fp8.compile("module {}\n")
    with pytest.raises(fp8.CompileError, match="a step without fp8 ops"):
        fp8.compile(TEST / "Run" / "Inputs" / "stored.mlir", recipe="row")
    with pytest.raises(TypeError, match=r"pass pathlib.Path\('mlp.mlir'\)"):
        fp8.compile("mlp.mlir")
    with pytest.raises(TypeError, match=r"pass pathlib.Path\('my mlp.mlir'\)"):
        fp8.compile("my mlp.mlir")
    with pytest.raises(TypeError, match="or a pathlib.Path, but got a int"):
        fp8.compile(3)
    with pytest.raises(FileNotFoundError):
        fp8.compile(tmp_path / "absent.mlir")


# --- threads and processes -----------------------------------------------------


def test_one_thread_at_a_time(mlp):
    """A thread that meets another one in the step is refused."""
    step, values = mlp
    refusals, runs = [], []

    def work():
        for _ in range(300):
            try:
                step(values["x"], values["y"], 0.0)
                runs.append(1)
            except RuntimeError as error:
                refusals.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(2)]
    with step._use:
        with pytest.raises(RuntimeError, match="in use by another thread"):
            step(values["x"], values["y"], 0.0)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs) + len(refusals) == 600 and runs
    assert set(refusals) <= {"the step is in use by another thread; expected one thread at a time"}


def test_steps_run_beside_each_other():
    """Three threads with a step each compute the bits of one."""
    expected = all_bytes(*train(MLP, recipe="current"))
    found = []

    def work():
        found.append(all_bytes(*train(MLP, recipe="current")))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 3


def test_fork():
    """A child cannot use the step of its parent, and is told so."""
    program = f"""
import os, pathlib, numpy as np, fp8
step = fp8.compile(pathlib.Path({str(MLP)!r}), states=dict(w1=np.ones((4, 8), 'f4'), w2=np.ones((8, 2), 'f4')))
arguments = (np.ones((16, 4), 'f4'), np.ones((16, 2), 'f4'), 0.01)
step(*arguments)
child = os.fork()
if child == 0:
    try:
        step(*arguments)
    except ValueError as error:
        os._exit(3 if 'the process that has forked this one' in str(error) else 4)
    os._exit(5)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
step(*arguments)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


def test_import_is_light():
    """`import fp8` loads the standard library alone."""
    program = "import sys, fp8; assert not {'numpy', 'jax', 'torch', 'fp8._fp8c'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_interrupt():
    """Ctrl-C is an exception of Python; the step and its number stay in step."""
    program = f"""
import os, pathlib, signal, threading, numpy as np, fp8
w1, w2 = np.ones((4, 8), 'f4'), np.ones((8, 2), 'f4')
step = fp8.compile(pathlib.Path({str(MLP)!r}), states=dict(w1=w1, w2=w2))
arguments = (np.ones((16, 4), 'f4'), np.ones((16, 2), 'f4'), 0.001)
# A process in the background starts without Python's handler.
signal.signal(signal.SIGINT, signal.default_int_handler)
main = threading.main_thread().ident
timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
timer.start()
try:
    while True:
        step(*arguments)
except KeyboardInterrupt:
    pass
assert step.number > 0
again = fp8.compile(pathlib.Path({str(MLP)!r}), states=dict(w1=w1, w2=w2))
while again.number < step.number:
    again(*arguments)
for name, array in again.states.items():
    np.testing.assert_array_equal(array, step.states[name])
step(*arguments)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
