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


@pytest.mark.parametrize("recipe", ["current", "delayed"])
def test_codes_are_those_of_ml_dtypes(tmp_path, example, recipe):
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
    subprocess.run([*command, "--dump=dump.safetensors"], check=True, cwd=tmp_path)

    dump = read(tmp_path / "dump.safetensors")
    names = [name.removesuffix(".codes") for name in dump if name.endswith(".codes")]
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
            # The scale is not dumped; of those near 1 / scale_inv one must fit.
            guess = np.float32(1) / inverse
            below = np.nextafter(guess, np.float32(0))
            above = np.nextafter(guess, np.float32(np.inf))
            scale = next(
                s
                for s in (guess, below, above)
                if np.float32(1) / s == inverse and same(wide, s, largest, dtype, codes)
            )
        assert same(wide, scale, largest, dtype, codes), name


def same(wide, scale, largest, dtype, codes):
    scaled = np.clip(wide * np.float32(scale), -largest, largest)
    return np.array_equal(scaled.astype(dtype).view(np.uint8), codes)
