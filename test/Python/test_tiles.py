# RUN: %pytest %s
"""Tiles of scf.forall, made and compiled by stock tools, draw as the whole does."""

import json
import os
import pathlib
import struct
import subprocess

import numpy as np
import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)
FP8_OPT = str(pathlib.Path(FP8_RUN).with_name("fp8-opt"))

QUANTIZE = """
func.func @train_step(%x: tensor<8x32xf32> {{fp8.name = "x"}}) -> (tensor<8x32xf8E4M3FN> {{fp8.name = "y"}}) {{
  %s = arith.constant dense<3.7> : tensor<f32>
  %seed = arith.constant 5 : i32
  %step = arith.constant 6 : i32
  %e = tensor.empty() : tensor<8x32xf8E4M3FN>
  %y = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step {place}
    outs(%e : tensor<8x32xf8E4M3FN>) : tensor<8x32xf32>, tensor<f32>
  return %y : tensor<8x32xf8E4M3FN>
}}
"""

TILE = """
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %ops = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiles, %forall = transform.structured.tile_using_forall %ops tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
"""


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def by_reference(text, x, folder):
    """The codes of the whole tensor by the evaluator."""
    (folder / "whole.mlir").write_text(text)
    np.save(folder / "x.npy", x)
    command = [FP8_RUN, "whole.mlir", "--entry=train_step", "--target=reference"]
    command += ["--steps=1", "--recipe=none", "--arg", "x=x.npy"]
    run(*command, "--outputs=y.safetensors", folder=folder)
    raw = (folder / "y.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    begin, end = json.loads(raw[8 : 8 + length])["y"]["data_offsets"]
    return np.frombuffer(raw[8 + length :][begin:end], np.uint8).reshape(x.shape)


@pytest.mark.parametrize("place", ["", "at [91, 37] of [100, 70]"])
def test_tiles_of_forall_draw_as_the_whole(place, tmp_path, tools):
    import stock

    text = QUANTIZE.format(place=place)
    (tmp_path / "tile.mlir").write_text(TILE)
    (tmp_path / "quantize.mlir").write_text(text)
    tile = "--transform-preload-library=transform-library-paths=tile.mlir"
    passes = [tile, "--transform-interpreter", "--canonicalize"]
    tiled = run(FP8_OPT, "quantize.mlir", *passes, folder=tmp_path)
    assert "scf.forall" in tiled and "tensor<4x8xf8E4M3FN>" in tiled
    (tmp_path / "tiled.mlir").write_text(tiled)
    lower = ["--fp8-decompose", "--convert-fp8-to-arith", "--lower-affine"]
    # Loops in place of foralls, which upstream makes of buffers alone.
    lower += [
        "--one-shot-bufferize=bufferize-function-boundaries"
        " function-boundary-type-conversion=identity-layout-map",
        "--scf-forall-to-for",
    ]
    loops = run(FP8_OPT, "tiled.mlir", *lower, folder=tmp_path)
    assert "scf.for " in loops and "scf.forall" not in loops
    x = np.random.default_rng(1).normal(size=(8, 32)).astype(np.float32)
    got = np.zeros((8, 32), np.uint8)
    stock.build(loops, tmp_path, tools)([x], [got])
    np.testing.assert_array_equal(got, by_reference(text, x, tmp_path))
