# RUN: %pytest %s
"""fp8.compile on arrays of other libraries than numpy, by DLPack."""

import ctypes
import re
import subprocess
import sys

import numpy as np
import pytest

import compiled
import fp8
from compiled import MLP, STEPS, all_bytes, go_on, train

compiled.require_module()


class Tensor:
    """An array of a library that is not numpy; its memory may change."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        if self.array is None:
            raise RuntimeError("the tensor is deleted")
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return (1, 0)


class OnDevice:
    """An array of float32 whose memory is on the first GPU."""

    class Managed(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("device_type", ctypes.c_int32),
            ("device_id", ctypes.c_int32),
            ("rank", ctypes.c_int32),
            ("code", ctypes.c_uint8),
            ("bits", ctypes.c_uint8),
            ("lanes", ctypes.c_uint16),
            ("shape", ctypes.POINTER(ctypes.c_int64)),
            ("strides", ctypes.c_void_p),
            ("offset", ctypes.c_uint64),
            ("context", ctypes.c_void_p),
            ("deleter", ctypes.c_void_p),
        ]

    def __init__(self, *shape):
        extents = (ctypes.c_int64 * len(shape))(*shape)
        self.managed = self.Managed(256, 2, 0, len(shape), 2, 32, 1, extents)

    def __dlpack__(self, **_):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (2, 0)


def test_states():
    """States and inputs of another library give the same bits, in their memory."""
    states, inputs = compiled.draw(MLP)
    arrays = {name: array.copy() for name, array in states.items()}
    step = fp8.compile(MLP, recipe="current")
    step.bind({name: Tensor(array) for name, array in arrays.items()})
    results = go_on(step, {name: Tensor(a) for name, a in inputs.items()}, STEPS)
    expected = all_bytes(*train(MLP, recipe="current"))
    found = [*arrays.items(), *results.items()]
    assert {name: array.tobytes() for name, array in found} == expected
    # Copies and values of such states, and states loaded into their memory.
    saved = step.state_dict()
    unpacked = step.unpack()
    for name, array in arrays.items():
        np.testing.assert_array_equal(saved["states"][name], array)
        np.testing.assert_array_equal(unpacked[name], array)
    step.load_state_dict({"number": 0, "states": states})
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, states[name])


@pytest.mark.parametrize("as_bits", [False, True])
def test_planes(as_bits):
    """Stored states are bound as types of ml_dtypes, or as their bits."""
    options = {"recipe": "current", "storage": "fp8-split8"}
    step, _ = train(MLP, steps=1, **options)
    expected = all_bytes(step, go_on(step, compiled.draw(MLP)[1], 2))
    start, _ = train(MLP, steps=1, **options)
    planes = {}
    for name, array in start.states.items():
        is_extension = array.dtype.kind == "V" or array.dtype.name.startswith("float8")
        bits = array.view(f"u{array.dtype.itemsize}") if is_extension else array
        planes[name] = (bits if as_bits else array).copy()
    assert any(a.dtype.name.startswith("float8") for a in planes.values()) != as_bits
    other = fp8.compile(MLP, **options)
    other.bind(planes)
    assert other.states == planes
    results = go_on(other, compiled.draw(MLP)[1], 2)
    assert {n: a.tobytes() for n, a in [*planes.items(), *results.items()]} == expected
    saved = other.state_dict()
    other.load_state_dict(saved)
    assert all(other.states[n].tobytes() == a.tobytes() for n, a in planes.items())


def test_moved_and_deleted_states():
    """A step finds the memory that a state has at the call, or refuses."""
    states, inputs = compiled.draw(MLP)
    tensors = {name: Tensor(array.copy()) for name, array in states.items()}
    step = fp8.compile(MLP)
    step.bind(tensors)
    go_on(step, inputs, 1)
    old = tensors["w1"].array
    before = old.copy()
    tensors["w1"].array = states["w1"].copy()
    go_on(step, inputs, 1)
    np.testing.assert_array_equal(old, before)
    assert (tensors["w1"].array != states["w1"]).any()
    tensors["w1"].array = np.zeros((3, 8), np.float32)
    with pytest.raises(ValueError, match=r"shape \(4, 8\) for 'w1', but got \(3, 8\)"):
        go_on(step, inputs, 1)
    tensors["w1"].array = None
    with pytest.raises(TypeError, match="exports its memory for 'w1', but got Tensor"):
        go_on(step, inputs, 1)
    assert step.number == 2


def test_device():
    step, _ = train(MLP, steps=1)
    x = OnDevice(16, 4)
    with pytest.raises(ValueError, match="an array in host memory for 'x', but got"):
        step(x, compiled.draw(MLP)[1]["y"], 0.01)


def test_jax():
    """Arrays of jax are inputs, of results and states they are refused."""
    jax = pytest.importorskip("jax", reason="jax is not installed")
    _, inputs = compiled.draw(MLP)
    step = train(MLP, steps=0, recipe="current")[0]
    arrays = {name: jax.numpy.asarray(array) for name, array in inputs.items()}
    results = go_on(step, arrays, STEPS)
    assert all_bytes(step, results) == all_bytes(*train(MLP, recipe="current"))
    with pytest.raises(ValueError, match="a jax array, which never changes"):
        step.bind({"w1": jax.numpy.zeros((4, 8))})
    with pytest.raises(ValueError, match="a jax array, which never changes"):
        step(**arrays, lr=0.01, out={"loss": jax.numpy.zeros(())})
    arrays["x"].delete()
    with pytest.raises(TypeError, match="exports its memory for 'x', but got"):
        go_on(step, arrays, 1)


def test_example_of_the_page():
    """The programs of docs/FromPython.md train."""
    pytest.importorskip("jax", reason="jax is not installed")
    page = (compiled.TEST.parent / "docs" / "FromPython.md").read_text()
    program = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    assert "fp8.compile(" in program and "fp8.jax.compile_step(" in program
    subprocess.run([sys.executable, "-c", program], check=True)
