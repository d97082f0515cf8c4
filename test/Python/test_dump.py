# RUN: %pytest %s
"""The codes that fp8-run dumps, recomputed by numpy and ml_dtypes."""

import json
import os
import subprocess

import numpy as np
import pytest

ml_dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")

FORMATS = {
    "F8_E4M3": (ml_dtypes.float8_e4m3fn, np.float32(448)),
    "F8_E5M2": (ml_dtypes.float8_e5m2, np.float32(57344)),
}


def read(path):
    """{name: (dtype, array)}; 8-bit formats as their codes."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + size + offset for offset in entry["data_offsets"])
        kind = np.float32 if entry["dtype"] == "F32" else np.uint8
        array = np.frombuffer(data[begin:end], kind).reshape(entry["shape"])
        tensors[name] = (entry["dtype"], array)
    return tensors


# Granules by recipe and plane: elements of the last two dimensions, None for all.
GRANULES = {
    ("row", "rows"): (1, None),
    ("row", "columns"): (None, 1),
    ("block", "rows"): (1, 128),
    ("block", "columns"): (128, 1),
    ("block", "blocks"): (128, 128),
    ("mx", "rows"): (1, 32),
    ("mx", "columns"): (32, 1),
}


def run(tmp_path, example, recipe):
    """Returns the dump of char_gpt by fp8-run: {name: (dtype, array)}."""
    import config as sizes
    import data

    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    steps = 3
    if not data.LICENSES.is_dir():
        pytest.skip(f"{data.LICENSES} is missing")
    tensors = data.inputs(sizes.Config(), steps)
    data.write(tmp_path / "inputs.safetensors", tensors)
    command = [fp8_run, str(example / "char_gpt.mlir"), f"--steps={steps}"]
    command += ["--inputs=inputs.safetensors", f"--recipe={recipe}", "--loss=0"]
    command.append("--target=upstream")  # cpu updates states in place: no old value
    subprocess.run([*command, "--dump=dump.safetensors"], check=True, cwd=tmp_path)
    return read(tmp_path / "dump.safetensors")


def quantized(dump):
    return [name.removesuffix(".codes") for name in dump if name.endswith(".codes")]


@pytest.mark.parametrize("recipe", ["current", "delayed"])
def test_codes_are_those_of_ml_dtypes(tmp_path, example, recipe):
    dump = run(tmp_path, example, recipe)
    names = quantized(dump)
    assert len(names) == 27  # 9 linear layers: a weight, an input and a gradient
    for name in names:
        kind, codes = dump[f"{name}.codes"]
        wide = dump[f"{name}.input"][1]
        inverse = dump[f"{name}.scale_inv"][1]
        dtype, largest = FORMATS[kind]
        if recipe == "current":
            scale = largest / np.abs(wide).max()
            assert np.float32(1) / scale == inverse, name
        else:
            # The scale is not dumped; one of the scales near 1 / scale_inv must fit.
            guess = np.float32(1) / inverse
            below = np.nextafter(guess, np.float32(0))
            above = np.nextafter(guess, np.float32(np.inf))
            scale = next(
                s
                for s in (guess, below, above)
                if np.float32(1) / s == inverse and same(wide, s, largest, dtype, codes)
            )
        assert same(wide, scale, largest, dtype, codes), name


@pytest.mark.parametrize("recipe", ["row", "block", "mx"])
def test_granules_are_those_of_ml_dtypes(tmp_path, example, recipe):
    dump = run(tmp_path, example, recipe)
    names = quantized(dump)
    # Two planes of an input and of a gradient for each layer. A weight also
    # has two planes, except with square blocks, which serve both directions.
    assert len(names) == (45 if recipe == "block" else 54)
    for name in names:
        kind, codes = dump[f"{name}.codes"]
        wide = dump[f"{name}.input"][1]
        inverse = dump[f"{name}.scale_inv"][1]
        dtype, largest = FORMATS[kind]
        granule = GRANULES[recipe, name.split(".")[-2]]
        amax = reduce_granules(np.abs(wide), granule)
        if recipe == "mx":
            exponent = np.ceil(np.log2(np.maximum(amax / largest, np.exp2(-127))))
            made = exponent.astype(int) + 127
            assert np.array_equal(made.reshape(inverse.shape), inverse), name
            scale = np.exp2(127.0 - made).astype(np.float32)
        else:
            scale = np.divide(largest, amax, out=np.ones_like(amax), where=amax > 0)
            expected = (np.float32(1) / scale).reshape(inverse.shape)
            assert np.array_equal(expected, inverse), name
        scale = spread_granules(scale, granule, wide.shape)
        assert same(wide, scale, largest, dtype, codes), name


def reduce_granules(array, granule):
    for axis, size in zip((-2, -1), granule):
        starts = np.arange(0, array.shape[axis], size or array.shape[axis])
        array = np.maximum.reduceat(array, starts, axis=axis)
    return array


def spread_granules(array, granule, shape):
    for axis, size in zip((-2, -1), granule):
        array = array.repeat(size or shape[axis], axis=axis)
        array = array.take(range(shape[axis]), axis=axis)
    return array


def same(wide, scale, largest, dtype, codes):
    scaled = np.clip(wide * np.asarray(scale, np.float32), -largest, largest)
    return np.array_equal(scaled.astype(dtype).view(np.uint8), codes)
