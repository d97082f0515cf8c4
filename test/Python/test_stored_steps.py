# RUN: %pytest %s
"""A few steps with stored states, compared with f32: the loss is at most the rounding of
the planes of a weight."""

import numpy as np
import pytest

import formats
import tensors
from test_storage import FP8_RUN, INPUTS, TARGETS, TEST, f32, run


def step(tmp_path, module, values, *options, storage="fp8-split16", target="reference", steps=1):
    given, out = tmp_path / "given.safetensors", tmp_path / "out.safetensors"
    tensors.write(given, {name: ("F32", value) for name, value in values.items()})
    command = [FP8_RUN, INPUTS / module, f"--inputs={given}", f"--outputs={out}", f"--storage={storage}"]
    run([*command, f"--target={target}", f"--steps={steps}", *options])
    return {name: array for name, (_, array) in tensors.read(out).items()}


def weight(planes, bits=16):
    """The value of w, of one plane or of two with so many bits beside."""
    if "w.residual" not in planes:
        return planes["w"].astype(np.float64)
    codes = formats.join_parts(planes["w"].reshape(-1), planes["w.residual"].reshape(-1), bits)
    return (codes.astype(np.float64) * planes["w.scale_inv"]).reshape(planes["w"].shape)


def unit(values):
    """Returns the largest error of a weight in e4m3 and 16 more bits. A unit is 32 * 2^-16
    codes, and the largest weight is at least 224 / 1.01 codes. Packing adds half a unit,
    stochastic rounding one unit, and matmuls in f32 half a unit."""
    return 4 * (32 * 2.0**-17 / 224 * 1.01) * np.abs(values).max()


def normal(shape, scale, seed):
    return (np.random.default_rng(seed).normal(0, scale, shape)).astype(f32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("large", [1.0, 1e30, np.inf])
def test_clip_bounds_the_update(tmp_path, large, target):
    """A clipped gradient moves a weight by the rate at most, however large it is."""
    values = {"w": np.linspace(-0.03, 0.03, 16, dtype=f32).reshape(4, 4), "x": np.ones((2, 4), f32)}
    values["g"] = np.zeros((4, 4), f32)
    values["g"][0, 0] = large
    exact = values["w"].astype(np.float64)
    exact[0, 0] -= 0.001
    found = weight(step(tmp_path, "clipped.mlir", values, target=target))
    assert np.abs(found - exact).max() <= unit(exact)


@pytest.mark.parametrize("target", TARGETS)
def test_zero_moments_leave_the_scale(tmp_path, target):
    """A row whose moments are all 0 says nothing of how large others are: the scale is
    that of amax(w) + rate * (0.9 * amax(m) + amax(g)), where amax(m) <= 10 * amax(g), and
    moments are rounded by 1/16 and weights by 1/128 at most."""
    values = {"w": normal((2, 128), 0.02, 1), "g": normal((2, 128), 1e-3, 2)}
    values.update(m=np.zeros((2, 128), f32), x=np.ones((2, 2), f32))
    values["g"][1] = 0
    planes = step(tmp_path, "momentum.mlir", values, "--arg=lr=0.1", storage="fp8-split8", target=target, steps=20)
    largest = np.abs(values["w"]).max() + 20 * 0.1 * 10 * np.abs(values["g"]).max()
    assert planes["w.scale_inv"] <= largest * (1 + 1 / 16 + 1 / 128) / 224


@pytest.mark.parametrize("target", TARGETS)
def test_roundings_cancel(tmp_path, target):
    """fp8-split8 loses a hundredth of 400 steps of about half a unit each. Independent
    random bits lose five times as much. Quasi-random bits with a scale that follows the
    largest weight, and thereby its random bits, lose at least ten times as much."""
    values = {"w": normal((8, 128), 0.02, 1), "g": normal((8, 128), 1e-3, 2), "x": np.ones((2, 8), f32)}
    way = 400 * 3e-3 * values["g"].astype(np.float64)
    planes = step(tmp_path, "sgd.mlir", values, "--arg=lr=0.003", storage="fp8-split8", target=target, steps=400)
    lost = weight(planes, bits=8) - (values["w"] - way)
    assert np.linalg.norm(lost) <= 0.01 * np.linalg.norm(way)


@pytest.mark.parametrize("target", TARGETS)
def test_what_does_not_move_keeps_its_codes(tmp_path, target):
    """While other weights move, and the largest of them."""
    values = {"w": normal((8, 128), 0.02, 1), "g": normal((8, 128), 1e-3, 2), "x": np.ones((2, 8), f32)}
    values["g"][4:] = 0
    options = ["sgd.mlir", values, "--arg=lr=0.003"]
    first, last = (step(tmp_path, *options, storage="fp8-split8", target=target, steps=n) for n in (1, 50))
    for plane in ("w", "w.residual"):
        np.testing.assert_array_equal(first[plane][4:], last[plane][4:])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("module, copies", [("schedule-free.mlir", "zx"), ("lookahead.mlir", "s")])
def test_copies_of_weights(tmp_path, module, copies, target):
    """Weights computed from copies lose in a step as much as their planes. In the first
    step moments are 0, which are stored exactly."""
    w = normal((4, 32), 0.02, 1)
    values = {"w": w, "g": normal((4, 32), 1e-3, 2), "d": np.ones((2, 4), f32)}
    values.update({name: w for name in copies})
    if "s" in copies:
        values["m"] = np.zeros_like(w)
    exact = weight(step(tmp_path, module, values, storage="fp32"))
    found = weight(step(tmp_path, module, values, target=target))
    assert np.abs(found - exact).max() <= unit(exact)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("small", [1, 1 / 500, 1e-4])
def test_small_second_moments(tmp_path, small, target):
    """In the first step of LAMB, |u| is at most 1: m' = g / 10 divided by the root of
    v' = g * g / 100. If m' is rounded, by at most half below the normal codes, |u| is at
    most 2. The ratio of norms is the ratio for exact moments."""
    w, g = normal((4, 32), 0.02, 1), normal((4, 32), 1.0, 2)
    g[3, :8] *= f32(small)
    values = {"w": w, "g": g, "m": np.zeros_like(w), "v": np.zeros_like(w), "x": np.ones((2, 4), f32)}
    rate = 0.01
    u = np.abs(g / 10) / (np.abs(g / 10) + 1e-6)
    largest = rate * np.linalg.norm(w) / np.linalg.norm(u)
    found = weight(step(tmp_path, "lamb.mlir", values, f"--arg=lr={rate}", target=target))
    assert np.abs(found - w).max() <= 2 * largest + unit(w)


@pytest.mark.parametrize("preset", ["bf16-residual", "fp8-split8", "fp8-split16", "msamp"])
def test_weights_without_gradient(tmp_path, preset):
    """Adam, and gradients of half of the weights end: with their moments at a code that
    does not decay these weights would move on in every step."""
    steps, ends = 600, 50
    text = (TEST / "Training" / "assign-storage-peers.mlir").read_text()
    text = text.replace("0.999 : f32", "0.95 : f32").replace("1.0e-3 : f32", "0.05 : f32")
    module = tmp_path / "adam.mlir"
    module.write_text(text)
    t = np.arange(1, steps + 1)
    g = normal((steps, 16, 16), 1e-3, 2)
    g[ends:, :, 8:] = 0
    values = {"w": normal((16, 16), 0.05, 1), "m": np.zeros((16, 16), f32), "v": np.zeros((16, 16), f32), "g": g}
    values |= {"x": np.zeros((4, 16), f32), "lr": np.full(steps, 1e-3, f32)}
    values |= {"c1": (1 - 0.9**t).astype(f32), "c2": (1 - 0.95**t).astype(f32)}
    moved = {}
    for storage in ("fp32", preset):
        options = [] if storage == "fp32" else ["--unpack"]
        found = step(tmp_path, module, values, *options, storage=storage, target="cpu", steps=steps)
        moved[storage] = np.sqrt(((found["w"] - values["w"])[:, 8:].astype(np.float64) ** 2).mean())
    assert abs(moved[preset] - moved["fp32"]) <= 0.05 * moved["fp32"]
