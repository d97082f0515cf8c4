"""Runs a step of two updates on several micro-batches. The second update reads the
result of the first.

phases WORK    to rounding with the same graph on the whole batch
carried WORK   bit for bit with the running mean of one step per micro-batch
targets WORK   bit for bit on the CPU, in the simulator and fused; to rounding
               by the reference evaluator

The graph has a discriminator of one layer, `w`, whose outputs have a running
mean, and a layer after it, `v`.
"""

import pathlib
import random
import sys

from microbatches import expect_bits, expect_close, f32, run, write_tensors

COUNT = 3
BATCH = 8
SHAPES = {"w": [24, 40], "v": [40, 16], "running": [40]}

GRAPH = """
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @step(%w: tensor<24x40xf32> {fp8.name = "w"}, %v: tensor<40x16xf32> {fp8.name = "v"}, %running: tensor<40xf32> {fp8.name = "running"},
                %x: tensor<@Bx24xf32> {fp8.name = "x"}, %t: tensor<@Bx16xf32> {fp8.name = "t"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<24x40xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<40x16xf32> {fp8.name = "v", fp8.updates = "v"},
        tensor<40xf32> {fp8.name = "running", fp8.updates = "running"}) {
  %share = arith.constant @SHARE : f32
  %z = arith.constant dense<0.0> : tensor<f32>
  %z_b = arith.constant dense<0.0> : tensor<40xf32>
  %z_h = arith.constant dense<0.0> : tensor<@Bx40xf32>
  %z_y = arith.constant dense<0.0> : tensor<@Bx16xf32>
  %z_w = arith.constant dense<0.0> : tensor<24x40xf32>
  %z_v = arith.constant dense<0.0> : tensor<40x16xf32>
  %rate = tensor.extract %lr[] : tensor<f32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<@Bx24xf32>, tensor<24x40xf32>) outs(%z_h : tensor<@Bx40xf32>) -> tensor<@Bx40xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%h : tensor<@Bx40xf32>) outs(%z : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.mulf %0, %share : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %means = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%h : tensor<@Bx40xf32>) outs(%z_b : tensor<40xf32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %share : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<40xf32>
  %decay = arith.constant dense<0.9> : tensor<40xf32>
  %part = arith.constant dense<0.1> : tensor<40xf32>
  %kept = arith.mulf %running, %decay : tensor<40xf32>
  %added = arith.mulf %means, %part : tensor<40xf32>
  %ran = arith.addf %kept, %added : tensor<40xf32>
  %gh = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<@Bx40xf32>) outs(%z_h : tensor<@Bx40xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = arith.addf %e, %e : f32
    %1 = arith.mulf %0, %share : f32
    linalg.yield %1 : f32
  } -> tensor<@Bx40xf32>
  %gw = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh : tensor<@Bx24xf32>, tensor<@Bx40xf32>) outs(%z_w : tensor<24x40xf32>) -> tensor<24x40xf32>
  %w_rates = tensor.splat %rate : tensor<24x40xf32>
  %w_step = arith.mulf %gw, %w_rates : tensor<24x40xf32>
  %w_new = arith.subf %w, %w_step : tensor<24x40xf32>
  %h_new = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w_new : tensor<@Bx24xf32>, tensor<24x40xf32>) outs(%z_h : tensor<@Bx40xf32>) -> tensor<@Bx40xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%h_new, %v : tensor<@Bx40xf32>, tensor<40x16xf32>) outs(%z_y : tensor<@Bx16xf32>) -> tensor<@Bx16xf32>
  %gy = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %t : tensor<@Bx16xf32>, tensor<@Bx16xf32>) outs(%z_y : tensor<@Bx16xf32>) {
  ^bb0(%e: f32, %target: f32, %unused: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.mulf %0, %share : f32
    linalg.yield %1 : f32
  } -> tensor<@Bx16xf32>
  %gv = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h_new, %gy : tensor<@Bx40xf32>, tensor<@Bx16xf32>) outs(%z_v : tensor<40x16xf32>) -> tensor<40x16xf32>
  %v_rates = tensor.splat %rate : tensor<40x16xf32>
  %v_step = arith.mulf %gv, %v_rates : tensor<40x16xf32>
  %v_new = arith.subf %v, %v_step : tensor<40x16xf32>
  return %loss, %w_new, %v_new, %ran : tensor<f32>, tensor<24x40xf32>, tensor<40x16xf32>, tensor<40xf32>
}
"""


def write_graph(path, batch):
    path.write_text(GRAPH.replace("@B", str(batch)).replace("@SHARE", repr(1 / batch)))
    return path


def make_tensors():
    generator = random.Random(2)

    def draw(scale, shape):
        size = 1
        for extent in shape:
            size *= extent
        return shape, [f32(generator.gauss(0, scale)) for _ in range(size)]

    tensors = {name: draw(0.2, shape) for name, shape in SHAPES.items()}
    tensors["x"] = draw(1, [COUNT, BATCH, 24])
    tensors["t"] = draw(1, [COUNT, BATCH, 16])
    return tensors


def take(tensors, i):
    """The step of micro-batch `i` alone."""
    part = dict(tensors)
    for name in ("x", "t"):
        shape, values = tensors[name]
        size = len(values) // COUNT
        part[name] = shape[1:], values[i * size : (i + 1) * size]
    return part


def run_together(work, tensors, *options, steps=1):
    graph = write_graph(work / "part.mlir", BATCH)
    return run(graph, write_tensors(work / "all.in", tensors),
               f"--microbatches={COUNT}", *options, steps=steps)


def phases(work):
    tensors = make_tensors()
    parts = run_together(work, tensors, "--target=reference", steps=2)
    for name in ("x", "t"):
        shape, values = tensors[name]
        tensors[name] = [COUNT * BATCH, shape[2]], values
    whole = run(write_graph(work / "whole.mlir", COUNT * BATCH),
                write_tensors(work / "whole.in", tensors), "--target=reference", steps=2)
    for name in ("loss", "w", "v"):
        expect_close(name, parts[name][1], whole[name][1], 2e-6)
    first = run_together(work, make_tensors(), "--target=reference")
    if first["v"][1] == whole["v"][1]:
        sys.exit("expected steps that change the layer")


def carried(work):
    tensors = make_tensors()
    together = run_together(work, tensors, "--target=reference")
    graph = write_graph(work / "part.mlir", BATCH)
    running = tensors["running"]
    for i in range(COUNT):
        part = take(tensors, i) | {"running": running}
        running = run(graph, write_tensors(work / f"part{i}.in", part), "--target=reference")["running"]
    expect_bits("the running mean", together["running"][1], running[1])


def targets(work):
    tensors = make_tensors()
    for options in (["--recipe=none"], ["--recipe=current", "--storage=fp8-split8"],
                    ["--recipe=delayed", "--wide-type=bf16"]):
        results = {
            target: run_together(work, tensors, f"--target={target}", *options, steps=2)
            for target in ("reference", "cpu", "sim")
        }
        for name, (_, values) in results["cpu"].items():
            if name in ("loss", *SHAPES) and options == ["--recipe=none"]:
                expect_close(name, values, results["reference"][name][1], 1e-5)
            expect_bits(f"{name} of sim", results["sim"][name][1], values)


if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    {"phases": phases, "carried": carried, "targets": targets}[sys.argv[1]](directory)
