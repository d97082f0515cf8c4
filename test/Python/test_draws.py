# RUN: %pytest %s
"""Elements draw the same bits wherever vectors, rows and chunks begin."""

import os
import subprocess

import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

# Shape, where element 0 lies in the whole tensor, and the shape of that.
PLACES = [
    ((1,), (0,), (1,)),
    ((5,), (3,), (8,)),
    ((64,), (0,), (64,)),
    ((300,), (4,), (304,)),
    ((1000,), (9,), (1009,)),
    ((70000,), (0,), (70000,)),
    ((70000,), (70001,), (140001,)),
    ((7, 13), (0, 0), (7, 13)),
    ((6, 128), (2, 64), (8, 256)),
    ((3, 520), (1, 3), (9, 523)),
]


def program(shape, offsets, whole, granular, rounding):
    wide = "tensor<" + "".join(f"{n}x" for n in shape) + "f32>"
    codes = wide.replace("f32", "f8E4M3FN")
    place = f"at [{', '.join(map(str, offsets))}] of [{', '.join(map(str, whole))}]"
    scales = f"tensor<{shape[0]}xf32>"
    if granular:
        return f"""
func.func @f(%x: {wide} {{fp8.name = "x"}}, %step: i32) -> ({codes}, {scales}) {{
  %seed = arith.constant 7 : i32
  %c = tensor.empty() : {codes}
  %s = tensor.empty() : {scales}
  %q:2 = fp8.quantize %x granularity<row> rounding<{rounding}> stream 5 seed %seed step %step
      {place} outs(%c, %s : {codes}, {scales}) : {wide}
  return %q#0, %q#1 : {codes}, {scales}
}}"""
    return f"""
func.func @f(%x: {wide} {{fp8.name = "x"}}, %step: i32) -> {codes} {{
  %seed = arith.constant 7 : i32
  %scale = arith.constant dense<3.0> : tensor<f32>
  %c = tensor.empty() : {codes}
  %q = fp8.quantize %x by %scale rounding<{rounding}> stream 5 seed %seed step %step
      {place} outs(%c : {codes}) : {wide}, tensor<f32>
  return %q : {codes}
}}"""


def run(path, target):
    outputs = path.with_suffix(f".{target}.safetensors")
    command = [FP8_RUN, path, f"--target={target}", "--steps=1", "--inputs=random:3", "--arg=arg1=11", f"--outputs={outputs}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return outputs.read_bytes()


CASES = [(place, False) for place in PLACES] + [(place, True) for place in PLACES if len(place[0]) > 1]


@pytest.mark.parametrize("rounding", ["stochastic", "quasi_stochastic"])
@pytest.mark.parametrize("place, granular", CASES, ids=str)
def test_same_draws(tmp_path, place, granular, rounding):
    path = tmp_path / "draw.mlir"
    path.write_text(program(*place, granular, rounding))
    expected = run(path, "reference")
    for target in ["upstream", "cpu", "sim"]:
        assert run(path, target) == expected, target
