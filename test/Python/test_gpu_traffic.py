# RUN: %pytest %s
"""Loads and stores of kernels, which the simulator counts in sectors of 32 bytes, compared
with the bytes that they must move."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench" / "gpu"))

import cases  # noqa: E402

# Scalars, tables, and granules of scales that do not fill a sector.
ROOM = 1.07
# Bytes per element that are loaded again, from caches.
LOADED_AGAIN = {
    "quantize-current": 2,  # the amax first
    "softmax": 2,  # powers are kept, rows are read for them and for their maximum
    "softmax-long": 4,  # for the maximum, for the sum of powers and for these
    "layer-norm": 12,  # for the variance and for the result, and gains and biases, in f32, for each row
}
# Long rows; few of them, which are not walked in groups that share gains.
EXTENTS = {"softmax": {"ROWS": 32, "COLUMNS": 2048}, "softmax-long": {"ROWS": 4, "COLUMNS": 12288}, "layer-norm": {"ROWS": 32, "COLUMNS": 4096}}


def make_extents(name, case):
    if "shapes" in case.large:
        return {"shapes": [(256, 1024), (1024,)] if name == "adamw" else case.large["shapes"][7:28]}
    return EXTENTS.get(name, {"ROWS": 256, "COLUMNS": 1024})


@pytest.mark.parametrize("name", [name for name, case in cases.CASES.items() if case.traffic and not case.base])
def test_kernels_move_what_they_have_to(name, tmp_path):
    case = cases.CASES[name]
    extents = make_extents(name, case)
    (tmp_path / "case.mlir").write_text(cases.make_text(case, extents))
    values = {key: value for key, value in cases.get_values(case, extents).items() if not isinstance(value, str)}
    text = (tmp_path / "case.mlir").read_text()
    command = [os.environ["FP8_RUN"], tmp_path / "case.mlir", "--entry=step", "--target=sim", "--chip=sm_90a"]
    command += [f"--arg={key}={value}" for key, value in values.items() if f'fp8.name = "{key}"' in text]
    command += ["--inputs=random:1", "--steps=1", "--bench"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    record = json.loads(done.stdout)
    elements = cases.elements(extents)
    moved = (record["loaded_bytes"] + record["stored_bytes"]) / elements
    ideal = case.traffic(extents) / elements + LOADED_AGAIN.get(name, 0)
    assert ideal * 0.999 <= moved <= ideal * ROOM
