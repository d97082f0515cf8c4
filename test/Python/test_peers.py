# RUN: %pytest %s
"""The presets anyprecision and msamp, compared bit for bit with independent models of the
originals on every target; and clipping by the norm of the previous step."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import formats
import tensors
from combinations import pick_pairs

if not os.environ.get("FP8_RUN"):
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

FP8_RUN = pathlib.Path(os.environ["FP8_RUN"])
TEST = pathlib.Path(__file__).resolve().parents[1]
PEERS = TEST / "Training" / "assign-storage-peers.mlir"
TARGETS = ["reference", "upstream", "cpu", "sim"]
BETA1, BETA2, EPSILON, DECAY, STEPS = 0.9, 0.999, 1e-8, 0.1, 20
f32 = np.float32


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def make_problem():
    random = np.random.default_rng(7)
    w = formats.BF16.decode(formats.BF16.encode(random.normal(0, 0.02, (16, 16)).astype(f32)))
    # A direction that stays, and noise, so that moments and compensation matter.
    steady = random.normal(0, 1e-2, (16, 16))
    gradients = (steady + random.standard_t(3, (STEPS, 16, 16)) * 1e-2).astype(f32)
    gradients[:, 0] = 0
    t = np.arange(1, STEPS + 1)
    scalars = {
        "lr": (1e-3 * t / STEPS).astype(f32),
        "c1": (1 - BETA1**t).astype(f32),
        "c2": (1 - BETA2**t).astype(f32),
    }
    return w, gradients, scalars


def train(tmp_path, preset, target, w, gradients, scalars):
    given, out = tmp_path / "in.safetensors", tmp_path / f"{target}.safetensors"
    zeros = np.zeros((16, 16), f32)
    values = {"w": w, "m": zeros, "v": zeros, "x": np.zeros((4, 16), f32), "g": gradients}
    tensors.write(given, {name: ("F32", value) for name, value in (values | scalars).items()})
    options = [f"--target={target}", f"--steps={STEPS}", f"--inputs={given}", f"--outputs={out}"]
    run([FP8_RUN, PEERS, f"--storage={preset}", *options])
    return tensors.read_bytes(out)


# --- AnyPrecisionAdamW -----------------------------------------------------------


def bf16(x):
    """Returns the f32 `x` rounded to bf16."""
    assert x.dtype == f32
    return formats.BF16.decode(formats.BF16.encode(x))


def f16(x):
    """Returns the f32 `x` rounded to f16."""
    assert x.dtype == f32
    return x.astype(np.float16).astype(f32)


def same(x):
    return x


#: By type: the rounding function and the conversion to bytes.
TYPES = {
    "bf16": (bf16, lambda x: formats.BF16.encode(x).astype("<u2").tobytes()),
    "f16": (f16, lambda x: x.astype("<f2").tobytes()),
    "f32": (same, lambda x: x.astype("<f4").tobytes()),
}


def any_precision(p, m, v, c, g, lr, correction1, correction2, types=("bf16", "bf16", "bf16")):
    """Computes one step like the source: every line rounds to the type of the tensor that
    it writes; a line that multiplies and adds rounds once. Scalars are f32, as for a step
    counter that is a tensor."""
    first, second, kahan = (TYPES[name][0] for name in types)
    g = bf16(g)
    p = bf16(p * (f32(1) - lr * f32(DECAY)))
    m = first(m * f32(BETA1))
    m = first(m + f32(1 - BETA1) * g)
    v = second(v * f32(BETA2))
    v = second(v + f32(1 - BETA2) * g * g)
    step_size = lr / correction1
    denominator = second(np.sqrt(v))
    denominator = second(denominator / np.sqrt(correction2))
    denominator = second(denominator + f32(EPSILON))
    c = kahan(c + -step_size * m / denominator)
    old = p
    p = bf16(p + c)
    c = kahan(c + bf16(old - p))
    return p, m, v, c


@pytest.mark.parametrize("target", TARGETS)
def test_anyprecision(tmp_path, target):
    w, gradients, scalars = make_problem()
    found = train(tmp_path, "anyprecision", target, w, gradients, scalars)
    zeros = np.zeros((16, 16), f32)
    state = (w, zeros, zeros, zeros)
    for k in range(STEPS):
        state = any_precision(*state, gradients[k], *(scalars[n][k] for n in ("lr", "c1", "c2")))
    for name, value in zip(("w", "m", "v", "w.residual"), state):
        stored = np.frombuffer(found[name], np.uint16)
        np.testing.assert_array_equal(stored, formats.BF16.encode(value).reshape(-1), name)
    # The compensation is at work, and the weights moved.
    assert np.count_nonzero(state[3]) > 100
    assert np.abs(state[0] - w).max() > 1e-4


@pytest.mark.parametrize("first, second, kahan, target", pick_pairs(TYPES, TYPES, TYPES, TARGETS))
def test_free_types(tmp_path, first, second, kahan, target):
    """Moments and the compensation in types of their own."""
    types = (first, second, kahan)
    w, gradients, scalars = make_problem()
    # In f16 an epsilon of 1e-8 is 0, and so are squares of small gradients.
    gradients += np.where(gradients < 0, f32(-0.25), f32(0.25))
    spelled = "anyprecision:" + ",".join(f"{key}={name}" for key, name in zip("mvc", types))
    found = train(tmp_path, spelled, target, w, gradients, scalars)
    zeros = np.zeros((16, 16), f32)
    state = (w, zeros, zeros, zeros)
    for k in range(STEPS):
        state = any_precision(*state, gradients[k], *(scalars[n][k] for n in ("lr", "c1", "c2")), types)
    for name, value, kind in zip(("w", "m", "v", "w.residual"), state, ("bf16", *types)):
        assert np.isfinite(value).all(), name
        assert found[name] == TYPES[kind][1](value), name
    assert np.count_nonzero(state[3]) > 100


# --- MS-AMP ----------------------------------------------------------------------

F16 = formats.Minifloat(10, 15, 0x7BFF, 0x7E00)


def scale_of(amax, largest):
    """A power of two; that of an amax of 0 is 1."""
    return f32(2.0 ** np.floor(np.log2(f32(largest) / amax))) if amax > 0 else f32(1)


class Scaled:
    """A tensor of a format with one scale, from the amax of the stored values. With a
    stream, it is rounded with the random bits of the step."""

    def __init__(self, form, largest, values, stream=None):
        self.form, self.largest, self.stream = form, largest, stream
        self.store(values)

    def store(self, values, number=None):
        scale = scale_of(np.abs(values).max(), self.largest)
        self.inverse = f32(1) / scale
        is_drawn = self.stream is not None and number is not None
        draws = formats.draws_of(self.stream, values.size, 0, number).reshape(values.shape) if is_drawn else None
        self.codes = self.form.encode(values * scale, draws)

    def read(self):
        return self.form.decode(self.codes) * self.inverse


def ms_amp(p, m, v, g, lr, correction1, correction2, number):
    """Computes one step of its AdamW in f32, from stored values to stored values. Weights
    and first moments are rounded stochastically; the original rounds to nearest."""
    first = m.read() * f32(BETA1) + f32(1 - BETA1) * g
    second = v.read() * f32(BETA2) + g * g * f32(1 - BETA2)
    update = (first / correction1) / (np.sqrt(second / correction2) + f32(EPSILON))
    # The order of the graph: the decay beside the update.
    p.store(p.read() - lr * (update + f32(DECAY) * p.read()), number)
    m.store(first, number)
    v.store(second)


@pytest.mark.parametrize("target", TARGETS)
def test_msamp(tmp_path, target):
    w, gradients, scalars = make_problem()
    found = train(tmp_path, "msamp", target, w, gradients, scalars)
    zeros = np.zeros((16, 16), f32)
    p, m, v = Scaled(F16, 65504, w, 0), Scaled(formats.E4M3, 448, zeros, 2**30), Scaled(F16, 65504, zeros)
    for k in range(STEPS):
        ms_amp(p, m, v, gradients[k], *(scalars[n][k] for n in ("lr", "c1", "c2")), k)
    for name, state, dtype in (("w", p, np.uint16), ("m", m, np.uint8), ("v", v, np.uint16)):
        np.testing.assert_array_equal(np.frombuffer(found[name], dtype), state.codes.reshape(-1), name)
        assert np.frombuffer(found[f"{name}.scale_inv"], f32) == state.inverse, name
    assert np.abs(p.read() - w).max() > 1e-4


# --- packing ---------------------------------------------------------------------


@pytest.mark.parametrize("preset, largest", [("anyprecision", 2.0**-16), ("msamp", 2.0**-10)])
def test_pack(tmp_path, preset, largest):
    """Loss of the planes of an f32 weight, relative to the amax."""
    w = np.random.default_rng(1).normal(0, 0.02, (16, 16)).astype(f32)
    zeros = {name: np.zeros(1, f32) for name in ("lr", "c1", "c2")}
    given, out = tmp_path / "in.safetensors", tmp_path / "out.safetensors"
    values = {"w": w, "m": np.zeros_like(w), "v": np.zeros_like(w), "g": np.zeros_like(w)}
    values |= {"x": np.zeros((4, 16), f32)} | {"lr": np.zeros(1, f32), "c1": zeros["c1"] + 1, "c2": zeros["c2"] + 1}
    tensors.write(given, {name: ("F32", value) for name, value in values.items()})
    # Without a rate, the step forwards its operands, and later in f32.
    run([FP8_RUN, PEERS, f"--storage={preset},1:fp32", "--steps=2", f"--inputs={given}", f"--outputs={out}"])
    found = np.frombuffer(tensors.read_bytes(out)["w"], f32)
    assert np.abs(found - w.reshape(-1)).max() <= largest * np.abs(w).max()


# --- the norm of the step before -------------------------------------------------


def make_layers(tmp_path, *options):
    path = tmp_path / "layers.mlir"
    path.write_text(run([sys.executable, TEST / "Execution" / "Inputs" / "layers.py", *options]).stdout)
    return path


def losses_of(tmp_path, module, values, *options):
    given, csv = tmp_path / "in.safetensors", tmp_path / "losses.csv"
    tensors.write(given, {name: ("F32", value) for name, value in values.items()})
    run([FP8_RUN, module, "--steps=6", f"--inputs={given}", "--arg=lr=0.05", f"--csv={csv}", *options])
    return [float(line.split(",")[1]) for line in csv.read_text().splitlines()[1:]]


def model_losses(weights, x, bound, is_late):
    weights = [w.astype(np.float64) for w in weights]
    moments, losses, late = [0.0 for _ in weights], [], 0.0
    for _ in range(6):
        values = [x.astype(np.float64)]
        for w in weights:
            values.append(values[-1] @ w)
        losses.append((values[-1] ** 2).sum())
        d, gradients = 2 * values[-1], [None] * len(weights)
        for i in reversed(range(len(weights))):
            gradients[i] = values[i].T @ d
            d = d @ weights[i].T
        norm = np.sqrt(sum((g * g).sum() for g in gradients))
        factor = min(1.0, bound / ((late if is_late else norm) + 1e-6))
        late = norm
        for i, g in enumerate(gradients):
            moments[i] = 0.9 * moments[i] + factor * g
            weights[i] = weights[i] - 0.05 * moments[i]
    return losses


@pytest.mark.parametrize("target", ["reference", "cpu", "sim"])
def test_late_norm(tmp_path, target):
    module = make_layers(tmp_path, "--layers=3", "--width=8", "--clip=0.5")
    random = np.random.default_rng(2)
    weights = [random.normal(0, 0.3, (8, 8)).astype(f32) for _ in range(3)]
    x = random.normal(0, 1, (2, 8)).astype(f32)
    zeros = {f"m{i}": np.zeros((8, 8), f32) for i in range(3)}
    values = {f"w{i}": w for i, w in enumerate(weights)} | zeros | {"x": x}
    found = {}
    for is_late in (False, True):
        options = [f"--target={target}"] + (["--late-norm"] if is_late else [])
        found[is_late] = losses_of(tmp_path, module, values, *options)
        np.testing.assert_allclose(found[is_late], model_losses(weights, x, 0.5, is_late), rtol=1e-4)
    assert found[False][0] == found[True][0]
    assert abs(found[False][-1] - found[True][-1]) > 1e-3 * found[False][0]
