# REQUIRES: updates
# RUN: %pytest %s
"""Updates of libfp8rt_updates, called as C functions: the bits of fp8-run."""

import importlib.util
import os
import subprocess

import numpy as np
import pytest

import tensors
from conftest import ROOT

from fp8 import _updates

try:
    _updates.find("sgd", "fp32", "f32")
except (ImportError, RuntimeError) as error:
    pytest.skip(str(error), allow_module_level=True)

SHAPES = ["7", "1", "0", "3x5", "129x33", "40000", "256"]
STEPS = 3
#: Scalars of each step, other than the numbers of steps and seeds.
SCALARS = {
    "gradient_scale": [1.0, -0.5, 2.0],
    "decay": [0.999, 1.0, 0.99],
    "beta1": [0.9] * 3,
    "one_minus_beta1": [0.1] * 3,
    "beta2": [0.99] * 3,
    "one_minus_beta2": [0.01] * 3,
    "eps": [1e-8] * 3,
    "step_size": [1e-2, 3e-3, 1e-3],
    "root_scale": [10.0, 7.0, 5.0],
    "lr": [1e-2, 3e-3, 1e-3],
    "weight_decay": [0.1, 0.0, 0.1],
    "momentum": [0.9] * 3,
    "undamped": [1.0, 0.9, 0.9],
}
CASES = [
    *[(name, "fp32", "f32") for name in ("adamw", "sgd-momentum", "sgd-nesterov", "lion")],
    ("sgd", "fp32", "bf16"),
    *[("adamw", "fp8-split8", gradient) for gradient in ("f32", "bf16")],
    ("lion", "fp8-split8", "bf16"),
    *[(name, "fp8-split8", "f32") for name in ("sgd", "sgd-momentum", "sgd-nesterov")],
]


def load_generator():
    path = ROOT / "tools" / "scripts" / "make-updates.py"
    spec = importlib.util.spec_from_file_location("make_updates", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_updates = load_generator()


def to_bf16(values):
    """Rounds toward zero; returns bits."""
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def make_inputs(optimizer, gradient):
    """Returns {name: (dtype, array)} of fp8-run: states, gradients, scalars."""
    random = np.random.default_rng(1)
    given = {}
    for k, text in enumerate(SHAPES):
        shape = [int(extent) for extent in text.split("x")]
        given[f"params.{k}"] = ("F32", random.normal(0, 0.05, shape).astype(np.float32))
        for key in make_updates.OPTIMIZERS[optimizer].states:
            values = random.normal(0, 0.01, shape).astype(np.float32)
            if key == "exp_avg_sq":
                values *= values
            given[f"params.{k}.{key}"] = ("F32", values)
        values = random.normal(0, 0.01, [STEPS, *shape]).astype(np.float32)
        dtype = "F32"
        if gradient == "bf16":
            dtype, values = "BF16", to_bf16(values)
        given[f"params.{k}.grad"] = (dtype, values)
    for name in make_updates.GRADIENT | make_updates.OPTIMIZERS[optimizer].scalars:
        given[name] = ("F32", np.array(SCALARS[name], np.float32))
    return given


def expect(folder, optimizer, storage, gradient, given):
    """Returns the states of fp8-run after all steps, as bytes by name."""
    (folder / "step.mlir").write_text(make_updates.write(optimizer, gradient, SHAPES))
    tensors.write(folder / "in.safetensors", given)
    command = [os.environ["FP8_RUN"], "step.mlir", "--target=cpu", f"--steps={STEPS}"]
    command += ["--inputs=in.safetensors", "--outputs=out.safetensors"]
    if storage != "fp32":
        command += [f"--storage={storage}", f"--storage-override=params.*={storage}"]
        if optimizer.startswith("sgd"):
            command.append("--storage-policy=current")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    found = tensors.read(folder / "out.safetensors")
    return {name: array.tobytes() for name, (_, array) in found.items()}


class States:
    """Planes of all parameters, and runs of updates on them."""

    def __init__(self, optimizer, storage, gradient, threads):
        self.key = (optimizer, storage, gradient)
        self.threads = threads
        self.sizes = [int(np.prod([int(n) for n in text.split("x")])) for text in SHAPES]
        # fp8-run numbers the parameters that it stores, which have elements.
        self.numbers = [sum(n != 0 for n in self.sizes[:k]) for k in range(len(SHAPES))]
        self.planes = {}

    def run(self, function, inputs, scalars):
        update = _updates.find(*self.key, function)
        run = _updates.Run(update, self.sizes, self.numbers)
        written = {}
        for i, plane in enumerate(update.planes):
            if plane.role == _updates.INPUT:
                arrays = inputs[plane.name]
            elif plane.role == _updates.STATE:
                arrays = self.planes[plane.name]
            else:
                arrays = [np.empty(plane.count(n) * plane.bytes, np.uint8) for n in self.sizes]
                written[plane.name] = arrays
            for array, n in zip(arrays, self.sizes, strict=True):
                assert array.nbytes == plane.count(n) * plane.bytes
            run.set_plane(i, [array.ctypes.data for array in arrays])
        run(self.threads, scalars)
        return written


def run_updates(optimizer, storage, gradient, given, threads=2):
    """Returns the states after all steps, as bytes by name."""
    states = States(optimizer, storage, gradient, threads)
    for plane in ["param", *make_updates.OPTIMIZERS[optimizer].states]:
        suffix = "" if plane == "param" else "." + plane
        states.planes[plane] = [
            given[f"params.{k}{suffix}"][1].copy() for k in range(len(SHAPES))
        ]
    if storage != "fp32":
        states.planes = states.run("pack", states.planes, {})
    for step in range(STEPS):
        scalars = {name: values[step] for name, values in SCALARS.items()}
        scalars |= {"fp8.rng": 0, "fp8.step": step}
        gradients = [given[f"params.{k}.grad"][1][step].copy() for k in range(len(SHAPES))]
        states.run("step", {"grad": gradients}, scalars)
    found = {}
    for plane, arrays in states.planes.items():
        for k, array in enumerate(arrays):
            if states.sizes[k] == 0:
                continue
            name = f"params.{k}" if plane == "param" else f"params.{k}.{plane}"
            found[name] = array.tobytes()
    return found


@pytest.mark.parametrize(("optimizer", "storage", "gradient"), CASES)
def test_bits(tmp_path, monkeypatch, optimizer, storage, gradient):
    given = make_inputs(optimizer, gradient)
    expected = expect(tmp_path, optimizer, storage, gradient, given)
    found = run_updates(optimizer, storage, gradient, given)
    for name in found:
        assert found[name] == expected[name], name
    # Code for AVX2 computes the same.
    monkeypatch.setenv("FP8RT_CPU", "x86-64-v3")
    _updates.find.cache_clear()
    assert run_updates(optimizer, storage, gradient, given, threads=1) == found
    _updates.find.cache_clear()


# ----------------------------------------------------------------------------
# Parts of tensors
# ----------------------------------------------------------------------------


def run_on(update, sizes, planes, scalars, offsets=None):
    """Runs an update on tensors; `planes` has the arrays of each plane and tensor."""
    run = _updates.Run(update, sizes, list(range(len(sizes))), offsets)
    for i, plane in enumerate(update.planes):
        run.set_plane(i, [array.ctypes.data for array in planes[plane.name, plane.role]])
    run(2, scalars)


def make_state(optimizer, size):
    """Returns the stored planes of a parameter, as bytes by name."""
    pack = _updates.find(optimizer, "fp8-split8", "f32", "pack")
    random = np.random.default_rng(2)
    planes = {}
    for plane in pack.planes:
        if plane.role == _updates.INPUT:
            array = random.normal(0, 0.05, size).astype(np.float32)
            array = np.abs(array) if plane.name == "exp_avg_sq" else array
        else:
            array = np.zeros(plane.count(size) * plane.bytes, np.uint8)
        planes[plane.name, plane.role] = [array]
    run_on(pack, [size], planes, {})
    return {n: arrays[0] for (n, role), arrays in planes.items() if role == _updates.RESULT}


@pytest.mark.parametrize("optimizer", ["adamw", "lion"])
def test_parts(optimizer):
    """Parts that exchange `amax` have the bits of the whole."""
    size, cuts = 20_037, [0, 128, 9_856, 20_037, 20_037]
    update = _updates.find(optimizer, "fp8-split8", "f32")
    whole = make_state(optimizer, size)
    ranges = list(zip(cuts, cuts[1:]))

    def cut(plane, array, begin, end):
        width = plane.bytes if plane.granule else 0
        stop = plane.count(end) * width if plane.granule else None
        return array[plane.count(begin) * width : stop].copy()

    states = [p for p in update.planes if p.role == _updates.STATE]
    parts = {p.name: [cut(p, whole[p.name], *place) for place in ranges] for p in states}
    random = np.random.default_rng(3)
    for step in range(STEPS):
        scalars = {name: values[step] for name, values in SCALARS.items()}
        scalars |= {"fp8.rng": 5, "fp8.step": step}
        gradient = random.normal(0, 0.01, size).astype(np.float32)
        planes = {(name, _updates.STATE): [array] for name, array in whole.items()}
        planes["grad", _updates.INPUT] = [gradient]
        run_on(update, [size], planes, scalars)
        for t, (begin, end) in enumerate(ranges):
            planes = {(n, _updates.STATE): [arrays[t]] for n, arrays in parts.items()}
            planes["grad", _updates.INPUT] = [gradient[begin:end].copy()]
            run_on(update, [end - begin], planes, scalars, [begin])
        amax = max(array.view(np.float32)[0] for array in parts["amax"])
        for array in parts["amax"]:
            array.view(np.float32)[0] = amax
        for plane in states:
            for place, found in zip(ranges, parts[plane.name], strict=True):
                expected = cut(plane, whole[plane.name], *place)
                assert found.tobytes() == expected.tobytes(), (plane.name, step, place)


def test_parts_that_are_refused():
    state = make_state("adamw", 256)
    planes = {(name, _updates.STATE): [array] for name, array in state.items()}
    planes["grad", _updates.INPUT] = [np.zeros(256, np.float32)]
    scalars = {name: values[0] for name, values in SCALARS.items()}
    scalars |= {"fp8.rng": 0, "fp8.step": 0}
    update = _updates.find("adamw", "fp8-split8", "f32")
    with pytest.raises(ValueError, match="part 0 starts at element 64, expected a multiple of 128 from 0 to"):
        run_on(update, [256], planes, scalars, [64])
    state = make_state("sgd-momentum", 256)
    planes |= {(name, _updates.STATE): [array] for name, array in state.items()}
    update = _updates.find("sgd-momentum", "fp8-split8", "f32")
    with pytest.raises(ValueError, match="reads a reduction over a whole tensor"):
        run_on(update, [256], planes, scalars, [0])
