# RUN: %pytest %s
"""--fp8-assign-storage: every target computes the same planes, an independent model
in numpy too, and packing loses half a unit at most."""

import functools
import math
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import pytest

import formats
import tensors
from combinations import choose

if not os.environ.get("FP8_RUN"):
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

TARGETS = ["reference", "upstream", "cpu", "sim"]
FP8_RUN = pathlib.Path(os.environ["FP8_RUN"])
FP8_OPT = FP8_RUN.with_name("fp8-opt")
TEST = pathlib.Path(__file__).resolve().parents[1]
INPUTS = TEST / "Run" / "Inputs" / "storage"
PRESETS = ["fp32", "bf16-residual", "fp8-split8", "fp8-split16"]
PEERS = ["anyprecision", "msamp"]
f32 = np.float32


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def train(tmp_path, module, *options, target="reference", steps=5):
    out = tmp_path / f"{target}.safetensors"
    run([FP8_RUN, module, f"--target={target}", f"--steps={steps}", f"--outputs={out}", *options])
    return tensors.read_bytes(out)


# --- targets -------------------------------------------------------------------


#: Only states in FP8 have policies, and anyprecision is AdamW.
STORAGES = [(preset, "bounded") for preset in PRESETS + PEERS]
STORAGES += [(preset, "current") for preset in PRESETS if preset.startswith("fp8")]
TRAINED = [(name, *storage) for name, storage in choose(["adamw", "sgd", "lion"], STORAGES)]
TRAINED += [("adamw", "anyprecision", "bounded"), ("lion", "fp8-split8", "current")]


@pytest.mark.parametrize("optimizer, preset, policy", sorted(set(TRAINED)))
def test_targets(tmp_path, optimizer, preset, policy):
    if preset == "anyprecision" and optimizer != "adamw":
        pytest.skip("it is AdamW")
    options = [f"--storage={preset}", "--inputs=random:1", "--arg=lr=0.01", "--arg=t=counter:1"]
    if preset.startswith("fp8"):
        options.append(f"--storage-policy={policy}")
    module = INPUTS / f"exact-{optimizer}.mlir"
    expected = train(tmp_path, module, *options)
    assert ("w1.residual" in expected) == (preset not in ("fp32", "msamp"))
    assert ("w1.amax" in expected) == (preset.startswith("fp8") and policy == "bounded")
    for target in ["upstream", "cpu", "sim"]:
        assert train(tmp_path, module, *options, target=target) == expected, target


GRANULES = ["block:128x1", "block:8x1", "block:5x3", "group:64", "group:100"]


@pytest.mark.parametrize("optimizer, granules", choose(["adamw", "lion"], GRANULES))
def test_granules(tmp_path, optimizer, granules):
    """Moments with a scale per column or per group, whole or not."""
    options = ["--storage=fp8-split8", "--inputs=random:1", "--arg=lr=0.01", "--arg=t=counter:1"]
    options.append(f"--storage-override=w.*=fp8-split8:{granules}")
    module = INPUTS / f"exact-{optimizer}.mlir"
    expected = train(tmp_path, module, *options)
    kind, sizes = granules.split(":")
    sizes = [int(size) for size in sizes.split("x")]
    count = math.ceil(12 * 24 / sizes[0])
    if kind == "block":
        count = math.ceil(12 / sizes[0]) * math.ceil(24 / sizes[1])
    assert len(expected["m_w1.scale_inv"]) == 4 * count
    for target in ["upstream", "cpu", "sim"]:
        assert train(tmp_path, module, *options, target=target) == expected, target


def test_fp32_is_the_step_as_it_is(tmp_path):
    options = ["--inputs=random:1", "--arg=lr=0.01", "--arg=t=counter:1"]
    module = INPUTS / "mlp-adamw.mlir"
    assert train(tmp_path, module, *options) == train(tmp_path, module, "--storage=fp32", *options)


@functools.cache
def losses_of(optimizer, preset):
    """The losses of 60 steps of a network."""
    rate = {"adamw": 0.01, "sgd": 0.05, "lion": 0.003}[optimizer]
    options = [f"--storage={preset}", "--inputs=random:1", "--steps=60", f"--arg=lr={rate}"]
    if optimizer == "adamw":
        options.append("--arg=t=counter:1")
    with tempfile.TemporaryDirectory() as work:
        csv = pathlib.Path(work) / "losses.csv"
        run([FP8_RUN, INPUTS / f"mlp-{optimizer}.mlir", f"--csv={csv}", *options])
        rows = csv.read_text().splitlines()[1:]
    return np.array([float(row.split(",")[1]) for row in rows])


@pytest.mark.parametrize("preset, optimizer",
                         [*choose(PRESETS[1:] + PEERS, ["adamw", "sgd", "lion"]), ("fp8-split8", "adamw")])
def test_learns(optimizer, preset):
    """The losses of a network follow the losses in f32."""
    if preset == "anyprecision" and optimizer != "adamw":
        pytest.skip("it is AdamW")
    wide, stored = losses_of(optimizer, "fp32"), losses_of(optimizer, preset)
    assert wide[-1] < 0.8 * wide[0]
    # The forward reads 4 bits of a split weight, 8 of a bf16 one.
    tolerance = 0.01 if preset == "bf16-residual" else 0.1
    assert np.abs(stored - wide).max() < tolerance * wide[0]


RECIPES = ["current", "delayed", "row", "block block-size=8", "mx"]


@pytest.mark.parametrize("recipe, preset", choose(RECIPES, PRESETS[1:3]))
def test_recipes(tmp_path, recipe, preset):
    """Stored weights under every recipe of contractions. Targets add in different
    orders, which may turn a rounding here and there."""
    module = tmp_path / "quantized.mlir"
    passes = ["--fp8-annotate-states", f"--fp8-quantize-contractions=recipe={recipe}", "--canonicalize", "--cse"]
    run([FP8_OPT, INPUTS / "mlp-adamw.mlir", *passes, "-o", module])
    options = [f"--storage={preset}", "--inputs=random:1", "--arg=lr=0.01", "--arg=t=counter:1", "--steps=20"]
    losses = {}
    for target in TARGETS:
        csv = tmp_path / f"{target}.csv"
        run([FP8_RUN, module, f"--target={target}", f"--csv={csv}", *options])
        losses[target] = np.array([float(row.split(",")[1]) for row in csv.read_text().splitlines()[1:]])
    assert losses["reference"][-1] < 0.5 * losses["reference"][0]
    for target, found in losses.items():
        np.testing.assert_allclose(found, losses["reference"], rtol=2e-3, err_msg=target)


# --- packing -------------------------------------------------------------------


def isolate(tmp_path, function, preset):
    out = tmp_path / f"{function}.mlir"
    run(
        [FP8_OPT, TEST / "Training" / "assign-storage.mlir", f"--fp8-assign-storage=preset={preset}"]
        + [f"--symbol-privatize=exclude={function}", "--symbol-dce", "-o", out]
    )
    return out


def unit_of(values, mantissa_bits, exponent):
    """The unit in the last place of float64 `values`, subnormal below 2^exponent."""
    floor = np.maximum(np.floor(np.log2(np.maximum(np.abs(values), 1e-300))), exponent)
    return np.exp2(floor - mantissa_bits)


def states():
    random = np.random.default_rng(3)
    w = random.normal(0, 0.02, (16, 16)).astype(f32)
    w[0, :3] = [0.0, -0.0, 1e-7]
    m = (random.standard_t(3, (16, 16)) * 1e-3).astype(f32)
    v = (random.standard_t(3, (16, 16)) ** 2 * 1e-6).astype(f32)
    return {"w": w, "m": m, "v": v}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("preset", PRESETS[1:])
def test_pack(tmp_path, preset, target):
    values = states()
    given = tmp_path / "states.safetensors"
    tensors.write(given, {name: ("F32", value) for name, value in values.items()})
    options = [f"--target={target}", "--steps=1"]
    packed = tmp_path / "packed.safetensors"
    run([FP8_RUN, isolate(tmp_path, "pack", preset), "--entry=pack", *options, f"--inputs={given}", f"--outputs={packed}"])
    planes = tensors.read_bytes(packed)
    if preset != "bf16-residual":
        # The largest value of the planes, which rounding may have increased.
        k = int(preset.removeprefix("fp8-split"))
        rest = np.frombuffer(planes["w.residual"], f"int{k}")
        stored = formats.join_parts(np.frombuffer(planes["w"], np.uint8), rest, k)
        stored = stored * np.frombuffer(planes["w.scale_inv"], f32)
        assert np.frombuffer(planes["w.amax"], f32) == np.abs(stored).max()

    # The amax is not needed to unpack.
    kept = tmp_path / "kept.safetensors"
    tensors.write(kept, {name: tensor for name, tensor in tensors.read(packed).items() if name != "w.amax"})
    out = tmp_path / "unpacked.safetensors"
    run([FP8_RUN, isolate(tmp_path, "unpack", preset), "--entry=unpack", *options, f"--inputs={kept}", f"--outputs={out}"])
    found = {name: np.frombuffer(data, f32) for name, data in tensors.read_bytes(out).items()}

    for name, value in values.items():
        exact = value.reshape(-1).astype(np.float64)
        if preset == "bf16-residual":
            # Main and residual round a weight, each to 8 bits: the residual is at
            # most half a unit of the main.
            half = unit_of(exact, 7, -126) / 2
            limit = unit_of(half, 7, -126) / 2 if name == "w" else half
        elif name == "w":
            inverse = np.frombuffer(planes["w.scale_inv"], f32).astype(np.float64)
            limit = unit_of(exact / inverse, 3 + k, -6) * inverse / 2
        else:
            inverse = np.repeat(np.frombuffer(planes[f"{name}.scale_inv"], f32), 128).astype(np.float64)
            limit = unit_of(exact / inverse, 4 if name == "v" else 3, -6) * inverse / 2
        # The products with the scale and its inverse are rounded to f32.
        assert np.all(np.abs(found[name] - exact) <= limit + np.abs(exact) * 2.0**-22), name


# --- model ---------------------------------------------------------------------

K = f32(7.27029132)


def power_below(scale):
    """The largest power of two up to `scale`."""
    return np.exp2(np.floor(np.log2(scale))).astype(f32)


def groups(values, largest):
    amax = np.abs(values.reshape(-1, 128)).max(axis=1)
    scale = np.where(amax > 0, f32(largest) / np.where(amax > 0, amax, f32(1)), f32(1)).astype(f32)
    return scale, f32(1) / scale


def round_groups(values, form, largest, draws=None):
    scale, inverse = groups(values, largest)
    return form.encode((values.reshape(-1, 128) * scale[:, None]).reshape(-1), draws), inverse


class Model:
    """AdamW of test/Training/assign-storage.mlir under fp8-split8."""

    def __init__(self, values):
        w, m, v = (values[name].reshape(-1) for name in "wmv")
        amax = np.abs(w).max()
        scale = power_below(f32(448) / amax)
        self.inverse = f32(1) / scale
        self.main, self.rest = formats.split_parts(formats.SPLIT[8].encode(w * scale), 8)
        self.amax = np.abs(self.weight()).max()
        self.m, self.ms = round_groups(m, formats.E4M3, 448)
        self.v, self.vs = round_groups(v, formats.UE4M4, 480)

    def weight(self):
        return formats.join_parts(self.main, self.rest, 8) * self.inverse

    def step(self, gradient, rate, number):
        g = gradient.reshape(-1)
        w = self.weight()
        m = formats.E4M3.decode(self.m) * np.repeat(self.ms, 128)
        v = formats.UE4M4.decode(self.v) * np.repeat(self.vs, 128)
        m = f32(0.9) * m + f32(0.1) * g
        v = f32(0.999) * v + f32(1e-3) * (g * g)
        u = m / (np.sqrt(v) + f32(1e-8))
        keep = f32(1) - rate * f32(0.1)
        old = min(self.amax, self.inverse * f32(464))
        bound = (keep * old + rate * K) * f32(1 + 2.0**-20)
        new = w * keep - rate * np.minimum(np.maximum(u, -K), K)
        scale = power_below(f32(448) / bound)
        codes = formats.SPLIT[8].encode(new * scale, formats.draws_of(0, g.size, 0, number, quasi=True))
        self.main, self.rest = formats.split_parts(codes, 8)
        self.inverse = f32(1) / scale
        self.amax = np.abs(self.weight()).max()
        assert self.amax <= bound * (1 + 2.0**-11)
        self.m, self.ms = round_groups(m, formats.E4M3, 448, formats.draws_of(2**30 + 1, g.size, 0, number))
        self.v, self.vs = round_groups(v, formats.UE4M4, 480, formats.draws_of(1, g.size, 0, number))


@pytest.mark.parametrize("target", TARGETS)
def test_model(tmp_path, target):
    values = states()
    # The moments of a run that went on for a while.
    values["v"] = np.abs(values["v"]) + values["m"] ** 2
    random = np.random.default_rng(5)
    gradients = random.standard_t(3, (3, 16, 16)).astype(f32) * f32(1e-2)
    given = tmp_path / "in.safetensors"
    tensors.write(
        given,
        {**{name: ("F32", value) for name, value in values.items()}}
        | {"g": ("F32", gradients), "x": ("F32", np.zeros((4, 16), f32))},
    )
    rate = f32(0.01)
    found = train(
        tmp_path,
        TEST / "Training" / "assign-storage.mlir",
        "--storage=fp8-split8",
        f"--inputs={given}",
        f"--arg=lr={rate}",
        target=target,
        steps=3,
    )
    model = Model(values)
    for number in range(3):
        model.step(gradients[number], rate, number)
    expected = {
        "w": model.main.astype(np.uint8),
        "w.residual": model.rest.astype(np.int8),
        "w.scale_inv": f32(model.inverse),
        "w.amax": f32(model.amax),
        "m": model.m.astype(np.uint8),
        "m.scale_inv": model.ms,
        "v": model.v.astype(np.uint8),
        "v.scale_inv": model.vs,
        "fp8.step": np.int32(3),
    }
    for name, plane in expected.items():
        plane = np.atleast_1d(plane)
        np.testing.assert_array_equal(np.frombuffer(found[name], plane.dtype), plane, name)
