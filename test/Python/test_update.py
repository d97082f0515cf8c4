"""fp8.update stores states as an independent model in numpy does, bit for bit.

The model knows no trick: it decodes every code of a format to float64, and finds
the neighbours of a number by search. Draws come from Philox4x32-10 as published.
"""

import json
import os
import struct
import subprocess

import numpy as np
import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

TARGETS = ["reference", "stock", "cpu", "sim"]
SEED, STEP = 11, 5
f32 = np.float32


# --- formats -------------------------------------------------------------------


class Minifloat:
    """A sign-magnitude float; `codes` are magnitudes from 0 to the largest finite."""

    def __init__(self, mantissa_bits, bias, max_code, nan_code, signed=True):
        codes = np.arange(max_code + 1, dtype=np.int64)
        field, mantissa = codes >> mantissa_bits, codes & ((1 << mantissa_bits) - 1)
        significand = np.where(field > 0, mantissa + (1 << mantissa_bits), mantissa)
        exponent = np.maximum(field, 1) - bias - mantissa_bits
        self.values = significand * np.exp2(exponent.astype(np.float64))
        self.nan_code, self.signed = nan_code, signed
        self.sign_bit = int(max_code).bit_length()

    def encode(self, x, draws=None):
        """Codes of the f32 `x`: saturated, to nearest even or by 16-bit draws."""
        y = np.abs(x.astype(np.float64))
        low = np.clip(np.searchsorted(self.values, y, side="right") - 1, 0, len(self.values) - 1)
        high = np.minimum(low + 1, len(self.values) - 1)
        gap = self.values[high] - self.values[low]
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.where(gap > 0, (np.minimum(y, self.values[-1]) - self.values[low]) / gap, 0.0)
        if draws is None:
            up = (part > 0.5) | ((part == 0.5) & (low % 2 == 1))
        else:
            up = np.floor(part * 65536.0) + draws >= 65536
        codes = np.where(up, high, low)
        if self.signed:
            codes = codes | (np.signbit(x).astype(np.int64) << self.sign_bit)
        else:
            codes = np.where(np.signbit(x), 0, codes)
        return np.where(np.isnan(x), self.nan_code, codes)

    def decode(self, codes):
        codes = codes.astype(np.int64)
        magnitude = codes & ((1 << self.sign_bit) - 1) if self.signed else codes
        finite = magnitude < len(self.values)
        value = np.where(finite, self.values[np.where(finite, magnitude, 0)], np.nan)
        if self.signed:
            value = np.where((codes >> self.sign_bit) & 1 == 1, -value, value)
        return value.astype(f32)


E4M3 = Minifloat(3, 7, 0x7E, 0x7F)
UE4M4 = Minifloat(4, 7, 0xFE, 0xFF, signed=False)
BF16 = Minifloat(7, 127, 0x7F7F, 0x7FC0)
SPLIT = {8: Minifloat(11, 7, 0x7E7F, 0x7F00), 16: Minifloat(19, 7, 0x7E7FFF, 0x7F0000)}


def draws_of(stream, count, seed=SEED, step=STEP):
    """The 16 bits of each element."""

    def block(index):
        counter, key = [index, 0, step, 0], [seed, stream]
        for _ in range(10):
            a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
            counter = [(b >> 32) ^ counter[1] ^ key[0], b & 0xFFFFFFFF, (a >> 32) ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
            key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
        return counter

    words = [word for i in range((count + 7) // 8) for word in block(i)]
    return np.array([half for word in words for half in (word & 0xFFFF, word >> 16)][:count], dtype=np.int64)


# --- storage -------------------------------------------------------------------


def split_parts(codes, k):
    magnitude = codes & ((1 << SPLIT[k].sign_bit) - 1)
    main = (magnitude + (1 << (k - 1))) >> k
    sign = (codes >> SPLIT[k].sign_bit) << 7
    return sign | main, magnitude - (main << k)


def join_parts(main, rest, k):
    main, rest = main.astype(np.int64), rest.astype(np.int64)
    value = SPLIT[k].decode(((main & 0x7F) << k) + rest)
    return np.where(main & 0x80, -value, value).astype(f32)


class Split:
    """e4m3 with `k` more bits and one scale."""

    def __init__(self, k, stochastic):
        self.k, self.stream = k, 3 if stochastic else None
        rounding = ", rounding = stochastic, stream = 3" if stochastic else ""
        self.storage = f"format = e4m3, residual = split{k}{rounding}"
        self.planes = [("f8E4M3FN", np.uint8), (f"i{k}", np.dtype(f"int{k}"))]
        self.scaled = True

    def start(self, values, scale):
        return list(split_parts(SPLIT[self.k].encode((values * scale).astype(f32)), self.k))

    def decode(self, planes, inverse):
        return join_parts(planes[0], planes[1], self.k) * inverse

    def encode(self, new, scale):
        draws = None if self.stream is None else draws_of(self.stream, new.size)
        parts = split_parts(SPLIT[self.k].encode((new * scale).astype(f32), draws), self.k)
        return list(parts), join_parts(*parts, self.k) * (f32(1) / scale)


class Kahan:
    """e4m3 and one scale, with a compensation in bf16."""

    storage = "format = e4m3, residual = bf16"
    planes = [("f8E4M3FN", np.uint8), ("bf16", np.uint16)]
    scaled = True

    def start(self, values, scale):
        return self.encode(values, scale)[0]

    def decode(self, planes, inverse):
        return E4M3.decode(planes[0]) * inverse + BF16.decode(planes[1])

    def encode(self, new, scale):
        main = E4M3.encode(new * scale)
        kept = E4M3.decode(main) * (f32(1) / scale)
        rest = BF16.encode(new - kept)
        return [main, rest], kept + BF16.decode(rest)


SHAPE = (12, 128)
GROUPS = 12


def model(weight, planes, moments, inverses, gradient, rate, old_inverse, scale):
    """The new planes of the weight and its amax, of the moment and its scales."""
    w = weight.decode([p.reshape(-1) for p in planes], old_inverse)
    v = UE4M4.decode(moments.reshape(-1)) * np.repeat(inverses, 128)
    g = gradient.reshape(-1)
    v_new = v * f32(0.9) + g * g
    w_new = w - g * rate
    new_planes, stored = weight.encode(w_new, scale)
    amax = v_new.reshape(GROUPS, 128).max(axis=1)
    scales = np.where(amax > 0, f32(480) / np.where(amax > 0, amax, 1), 1).astype(f32)
    codes = UE4M4.encode((v_new.reshape(GROUPS, 128) * scales[:, None]).reshape(-1), draws_of(9, g.size))
    return new_planes, np.abs(stored).max(), codes, f32(1) / scales


# --- running -------------------------------------------------------------------

DTYPES = {"f32": "F32", "bf16": "BF16", "f8E4M3FN": "F8_E4M3", "i8": "I8", "i16": "I16"}


def program(weight):
    shape = f"{SHAPE[0]}x{SHAPE[1]}x"
    main, rest = (f"tensor<{shape}{element}>" for element, _ in weight.planes)
    codes, scales, wide = f"tensor<{shape}i8>", f"tensor<{GROUPS}xf32>", f"tensor<{shape}f32>"
    names = ["main", "rest", "v", "vs", "g", "rate", "old", "scale"]
    types = [main, rest, codes, scales, wide] + ["tensor<f32>"] * 3
    arguments = ", ".join(f'%{n}: {t} {{fp8.name = "{n}"}}' for n, t in zip(names, types))
    results = [main, rest, codes, scales, "tensor<f32>"]
    outs = ", ".join(f'{t} {{fp8.name = "new_{n}"}}' for n, t in zip(["main", "rest", "v", "vs", "amax"], results))
    return f"""
func.func @f({arguments}) -> ({outs}) {{
  %seed = arith.constant {SEED} : i32
  %step = arith.constant {STEP} : i32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r:5 = fp8.update states(%main, %rest, %v, %vs : {main}, {rest}, {codes}, {scales})
      inputs(%g : {wide}) scalars(%rate : tensor<f32>) scales(%old, %scale : tensor<f32>, tensor<f32>)
      seed %seed step %step
      storage [#fp8.storage<{weight.storage}>,
               #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 9>]
      outs(%main, %rest, %v, %vs, %zero : {", ".join(results)}) {{
  ^bb0(%w: f32, %m: f32, %d: f32, %lr: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %m, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %d, %lr : f32
    %4 = arith.subf %w, %3 : f32
    fp8.yield %4, %2 : f32, f32
  }}
  return %r#0, %r#1, %r#2, %r#3, %r#4 : {", ".join(results)}
}}
"""


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, (dtype, array) in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    header.pop("__metadata__", None)
    return {name: raw[8 + length :][slice(*entry["data_offsets"])] for name, entry in header.items()}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "weight",
    [Split(8, True), Split(8, False), Split(16, True), Split(16, False), Kahan()],
    ids=["split8-stochastic", "split8", "split16-stochastic", "split16", "kahan"],
)
def test_planes(tmp_path, target, weight):
    random = np.random.default_rng(1)
    values = random.normal(0, 0.02, SHAPE).astype(f32)
    values[0, :4] = [0.0, -0.0, 1e-6, -1e-6]
    gradient = random.standard_t(3, SHAPE).astype(f32)
    gradient[3] = 0
    old, scale = f32(4096), f32(5000)
    planes = [p.reshape(SHAPE).astype(dtype) for p, (_, dtype) in zip(weight.start(values.reshape(-1), old), weight.planes)]
    moments = random.integers(0, 256, SHAPE).astype(np.uint8)
    moments[moments == 255] = 0
    moments[3] = 0
    inverses = np.exp2(random.integers(-20, 0, GROUPS)).astype(f32)
    rate, old_inverse = f32(1e-3), f32(1) / old

    (tmp_path / "update.mlir").write_text(program(weight))
    scalar = lambda x: ("F32", np.array(x, f32))
    write_safetensors(
        tmp_path / "in.safetensors",
        {
            "main": (DTYPES[weight.planes[0][0]], planes[0]),
            "rest": (DTYPES[weight.planes[1][0]], planes[1]),
            "v": ("I8", moments),
            "vs": ("F32", inverses),
            "g": ("F32", gradient),
            "rate": scalar(rate),
            "old": scalar(old_inverse),
            "scale": scalar(scale),
        },
    )
    command = [FP8_RUN, tmp_path / "update.mlir", f"--target={target}", "--steps=1"]
    command += [f"--inputs={tmp_path / 'in.safetensors'}", f"--outputs={tmp_path / 'out.safetensors'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = read_safetensors(tmp_path / "out.safetensors")

    expected = model(weight, planes, moments, inverses, gradient, rate, old_inverse, scale)
    new_planes, amax, codes, new_inverses = expected
    for name, plane, (_, dtype) in zip(["new_main", "new_rest"], new_planes, weight.planes):
        np.testing.assert_array_equal(np.frombuffer(found[name], dtype), plane.astype(dtype), name)
    np.testing.assert_array_equal(np.frombuffer(found["new_v"], np.uint8), codes, "new_v")
    np.testing.assert_array_equal(np.frombuffer(found["new_vs"], f32), new_inverses, "new_vs")
    assert np.frombuffer(found["new_amax"], f32)[0] == amax
