# RUN: %pytest %s
"""fp8-run casts like ml_dtypes, except beyond the largest value of a format.

ml_dtypes does not saturate: larger values become NaN in e4m3 and infinity in e5m2, and
its NaNs keep their sign. fp8.convert saturates and has one NaN. All other results are
equal, for every pattern of 8 and 16 bits.
"""

import os
import subprocess

import numpy as np
import pytest
import tensors

ml_dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

CODES = {
    "f8E4M3FN": ("F8_E4M3", ml_dtypes.float8_e4m3fn, 0x7E),
    "f8E5M2": ("F8_E5M2", ml_dtypes.float8_e5m2, 0x7B),
}
WIDE = {
    "f32": ("F32", np.dtype(np.float32)),
    "bf16": ("BF16", np.dtype(ml_dtypes.bfloat16)),
    "f16": ("F16", np.dtype(np.float16)),
}
TARGETS = ["reference", "upstream", "cpu", "sim"]


def read_result(path, dtype):
    (data,) = tensors.read_bytes(path).values()
    return np.frombuffer(data, dtype)


def convert(folder, target, source, result, array):
    """`array` of MLIR's type `source`, by fp8.convert to `result`, as bytes."""
    names = {**{k: v[0] for k, v in WIDE.items()}, **{k: v[0] for k, v in CODES.items()}}
    shape = f"tensor<{array.size}x"
    (folder / "cast.mlir").write_text(
        f'func.func @f(%x: {shape}{source}> {{fp8.name = "x"}}) -> ({shape}{result}> {{fp8.name = "y"}}) {{\n'
        f"  %y = fp8.convert %x : {shape}{source}> to {shape}{result}>\n"
        f"  return %y : {shape}{result}>\n}}\n"
    )
    tensors.write(folder / "x.safetensors", {"x": (names[source], array)})
    command = [FP8_RUN, "cast.mlir", f"--target={target}", "--steps=1", "--recipe=none"]
    command += ["--inputs=x.safetensors", "--outputs=y.safetensors"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    dtype = CODES[result][1] if result in CODES else WIDE[result][1]
    return read_result(folder / "y.safetensors", dtype)


def all_patterns(wide):
    """Every 16-bit pattern; of f32 the values and midpoints of all codes, beside
    their neighbours, and the ends."""
    if wide != "f32":
        return np.arange(1 << 16, dtype=np.uint16).view(WIDE[wide][1])
    values = []
    for _, dtype, largest in CODES.values():
        codes = np.arange(largest + 1, dtype=np.uint8).view(dtype).astype(np.float32)
        values += [codes, (codes[1:] + codes[:-1]) / 2]
    bits = np.concatenate(values).view(np.uint32)
    bits = np.concatenate([bits, bits + 1, np.maximum(bits, 1) - 1])
    ends = [0x7F800000, 0x7FC00000, 0x7F800001, 0x7F7FFFFF, 0x43E80000, 0x43E80001]
    bits = np.concatenate([bits, np.array(ends, np.uint32)])
    return np.concatenate([bits, bits | 0x80000000]).view(np.float32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("code", CODES)
def test_encodes_as_ml_dtypes(tmp_path, code, wide, target):
    values = all_patterns(wide)
    got = convert(tmp_path, target, wide, code, values).view(np.uint8)
    _, dtype, largest = CODES[code]
    exact = values.astype(np.float32)
    with np.errstate(invalid="ignore", over="ignore"):
        theirs = exact.astype(dtype)
    want = theirs.view(np.uint8).copy()
    # The differences, and no others.
    beyond = ~np.isfinite(theirs.astype(np.float32)) & ~np.isnan(exact)
    assert beyond.any()
    want[beyond] = np.where(np.signbit(exact[beyond]), 0x80 | largest, largest)
    want[np.isnan(exact)] = 0x7F
    np.testing.assert_array_equal(got, want)
    # ml_dtypes considers values that round beyond the largest value too large.
    limit = float(np.array([largest], np.uint8).view(dtype).astype(np.float32)[0])
    assert (np.abs(exact[beyond]) > limit).all()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("code", CODES)
def test_decodes_as_ml_dtypes(tmp_path, code, wide, target):
    codes = np.arange(256, dtype=np.uint8).view(CODES[code][1])
    got = convert(tmp_path, target, code, wide, codes).astype(np.float32)
    want = codes.astype(np.float32)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
    numbers = ~np.isnan(want)
    np.testing.assert_array_equal(
        got[numbers].view(np.uint32), want[numbers].view(np.uint32)
    )


def test_scale_codes_are_those_of_ml_dtypes(tmp_path):
    """Codes of 1 under every e8m0 scale; ml_dtypes flushes nothing here."""
    (tmp_path / "scales.mlir").write_text(
        'func.func @f(%s: tensor<256x1xf8E8M0FNU> {fp8.name = "x"}) -> (tensor<256x32xf32> {fp8.name = "y"}) {\n'
        "  %c = arith.constant dense<1.0> : tensor<256x32xf8E4M3FN>\n"
        "  %e = tensor.empty() : tensor<256x32xf32>\n"
        "  %y = fp8.dequantize %c by %s granularity<mx> outs(%e : tensor<256x32xf32>)"
        " : tensor<256x32xf8E4M3FN>, tensor<256x1xf8E8M0FNU>\n"
        "  return %y : tensor<256x32xf32>\n}\n"
    )
    scales = np.arange(256, dtype=np.uint8).reshape(256, 1)
    tensors.write(tmp_path / "x.safetensors", {"x": ("F8_E8M0", scales)})
    command = [FP8_RUN, "scales.mlir", "--target=upstream", "--steps=1", "--recipe=none"]
    command += ["--inputs=x.safetensors", "--outputs=y.safetensors"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    got = read_result(tmp_path / "y.safetensors", np.float32).reshape(256, 32)
    want = scales.view(ml_dtypes.float8_e8m0fnu).astype(np.float32)
    np.testing.assert_array_equal(got, np.broadcast_to(want, (256, 32)))
