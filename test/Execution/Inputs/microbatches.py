"""Compares steps of several micro-batches with equivalent steps.

accumulate RECIPE WORK   bit for bit with the gradients of single micro-batches,
                         added here
fourfold RECIPE WORK     to rounding with the same graph on the fourfold batch
targets RECIPE WORK      kernels on the CPU and in the simulator, and upstream's
                         passes, with the reference evaluator

The graph has two layers under SGD, clipped by the norm of all gradients, and
returns gradients, the factor that clips, and its activations.
"""

import array
import json
import math
import os
import pathlib
import random
import struct
import subprocess
import sys

COUNT = 4
BATCH = 16
RUN = os.environ["FP8_RUN"]
OPT = os.path.join(os.path.dirname(RUN), "fp8-opt")
RATE = 0.25

GRAPH = """
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @step(%w1: tensor<24x40xf32> {fp8.name = "w1"}, %b1: tensor<40xf32> {fp8.name = "b1"}, %w2: tensor<16x40xf32> {fp8.name = "w2"},
                %x: tensor<@Bx24xf32> {fp8.name = "x"}, %t: tensor<@Bx16xf32> {fp8.name = "t"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<24x40xf32> {fp8.name = "w1", fp8.updates = "w1"}, tensor<40xf32> {fp8.name = "b1", fp8.updates = "b1"},
        tensor<16x40xf32> {fp8.name = "w2", fp8.updates = "w2"}, tensor<24x40xf32> {fp8.name = "g1"}, tensor<40xf32> {fp8.name = "gb"},
        tensor<16x40xf32> {fp8.name = "g2"}, tensor<f32> {fp8.name = "factor"}, tensor<@Bx40xf32> {fp8.name = "a"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %limit = arith.constant 0.5 : f32
  %share = arith.constant @SHARE : f32
  %e_h = tensor.empty() : tensor<@Bx40xf32>
  %e_y = tensor.empty() : tensor<@Bx16xf32>
  %e_w2 = tensor.empty() : tensor<16x40xf32>
  %z_h = arith.constant dense<0.0> : tensor<@Bx40xf32>
  %z_y = arith.constant dense<0.0> : tensor<@Bx16xf32>
  %z_w1 = arith.constant dense<0.0> : tensor<24x40xf32>
  %z_b1 = arith.constant dense<0.0> : tensor<40xf32>
  %z_w2t = arith.constant dense<0.0> : tensor<40x16xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %xw = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<@Bx24xf32>, tensor<24x40xf32>) outs(%z_h : tensor<@Bx40xf32>) -> tensor<@Bx40xf32>
  %a = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%xw, %b1 : tensor<@Bx40xf32>, tensor<40xf32>) outs(%e_h : tensor<@Bx40xf32>) {
  ^bb0(%e: f32, %bias: f32, %unused: f32):
    %0 = arith.addf %e, %bias : f32
    %1 = math.tanh %0 : f32
    linalg.yield %1 : f32
  } -> tensor<@Bx40xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%a, %w2 : tensor<@Bx40xf32>, tensor<16x40xf32>) outs(%z_y : tensor<@Bx16xf32>) -> tensor<@Bx16xf32>
  %total = linalg.generic {indexing_maps = [#ij, #ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y, %t : tensor<@Bx16xf32>, tensor<@Bx16xf32>) outs(%z : tensor<f32>) {
  ^bb0(%e: f32, %target: f32, %sum: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %total_s = tensor.extract %total[] : tensor<f32>
  %loss_s = arith.mulf %total_s, %share : f32
  %loss = tensor.from_elements %loss_s : tensor<f32>

  %gy = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %t : tensor<@Bx16xf32>, tensor<@Bx16xf32>) outs(%e_y : tensor<@Bx16xf32>) {
  ^bb0(%e: f32, %target: f32, %unused: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.addf %0, %0 : f32
    %2 = arith.mulf %1, %share : f32
    linalg.yield %2 : f32
  } -> tensor<@Bx16xf32>
  %g2t = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a, %gy : tensor<@Bx40xf32>, tensor<@Bx16xf32>) outs(%z_w2t : tensor<40x16xf32>) -> tensor<40x16xf32>
  %g2 = linalg.transpose ins(%g2t : tensor<40x16xf32>) outs(%e_w2 : tensor<16x40xf32>) permutation = [1, 0]
  %ga = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%gy, %w2 : tensor<@Bx16xf32>, tensor<16x40xf32>) outs(%z_h : tensor<@Bx40xf32>) -> tensor<@Bx40xf32>
  %gh = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%ga, %a : tensor<@Bx40xf32>, tensor<@Bx40xf32>) outs(%e_h : tensor<@Bx40xf32>) {
  ^bb0(%g: f32, %e: f32, %unused: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.subf %one, %0 : f32
    %2 = arith.mulf %g, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<@Bx40xf32>
  %g1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh : tensor<@Bx24xf32>, tensor<@Bx40xf32>) outs(%z_w1 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %gb = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%gh : tensor<@Bx40xf32>) outs(%z_b1 : tensor<40xf32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.addf %sum, %e : f32
    linalg.yield %0 : f32
  } -> tensor<40xf32>

  %n1 = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%g1 : tensor<24x40xf32>) outs(%z : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %n2 = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%g2 : tensor<16x40xf32>) outs(%n1 : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %square = tensor.extract %n2[] : tensor<f32>
  %norm = math.sqrt %square : f32
  %quotient = arith.divf %limit, %norm : f32
  %factor_s = arith.minimumf %quotient, %one : f32
  %factor = tensor.from_elements %factor_s : tensor<f32>
  %rate = tensor.extract %lr[] : tensor<f32>
@UPDATES
  return %loss, %w1_new, %b1_new, %w2_new, %g1, %gb, %g2, %factor, %a : tensor<f32>, tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>, tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>, tensor<f32>, tensor<@Bx40xf32>
}
"""

UPDATE = """
  %@W_factors = tensor.splat %factor_s : @T
  %@W_rates = tensor.splat %rate : @T
  %@W_clipped = arith.mulf %@G, %@W_factors : @T
  %@W_step = arith.mulf %@W_clipped, %@W_rates : @T
  %@W_new = arith.subf %@W, %@W_step : @T
"""

PARAMETERS = {"w1": ("g1", [24, 40]), "b1": ("gb", [40]), "w2": ("g2", [16, 40])}


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def write_graph(path, batch):
    updates = ""
    for name, (gradient, shape) in PARAMETERS.items():
        kind = f"tensor<{'x'.join(map(str, shape))}xf32>"
        update = UPDATE.replace("@W", name).replace("@G", gradient)
        updates += update.replace("@T", kind)
    text = GRAPH.replace("@UPDATES", updates).replace("@B", str(batch))
    path.write_text(text.replace("@SHARE", repr(1 / (16 * batch))))
    return path


def write_tensors(path, tensors):
    header, data = {}, b""
    for name, (shape, values) in tensors.items():
        raw = array.array("f", values).tobytes()
        offsets = [len(data), len(data) + len(raw)]
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": offsets}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def read_tensors(path):
    raw = path.read_bytes()
    size = struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8 : 8 + size]), raw[8 + size :]
    header.pop("__metadata__", None)
    return {
        name: (
            entry["shape"],
            array.array("f", data[slice(*entry["data_offsets"])]),
        )
        for name, entry in header.items()
    }


def make_tensors():
    generator = random.Random(1)

    def draw(scale, *shape):
        values = (generator.gauss(0, scale) for _ in range(math.prod(shape)))
        return list(shape), [f32(value) for value in values]

    tensors = {name: draw(0.2, *shape) for name, (_, shape) in PARAMETERS.items()}
    tensors["x"] = draw(1, COUNT, BATCH, 24)
    tensors["t"] = draw(1, COUNT, BATCH, 16)
    return tensors


def call(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr[:2000]}")


def run(graph, inputs, *options, steps=1):
    out = inputs.with_suffix(".out")
    call(RUN, graph, f"--inputs={inputs}", f"--arg=lr={RATE}", f"--steps={steps}",
         f"--outputs={out}", *options)
    return read_tensors(out)


def expect_bits(what, got, expected):
    got, expected = (array.array("f", values).tobytes() for values in (got, expected))
    if got != expected:
        sys.exit(f"expected equal bits of {what}")


def mean(values):
    """Returns the mean of lists of f32, added in their order."""
    total = list(values[0])
    for other in values[1:]:
        total = [f32(a + b) for a, b in zip(total, other)]
    return [f32(a * f32(1 / len(values))) for a in total]


def expect_accumulation(work, graph, tensors, options):
    together = run(graph, write_tensors(work / "all.in", tensors), *options,
                   "--target=reference", f"--microbatches={COUNT}")
    singles = []
    for i in range(COUNT):
        part = dict(tensors)
        for name in ("x", "t"):
            shape, values = tensors[name]
            size = len(values) // COUNT
            part[name] = shape[1:], values[i * size : (i + 1) * size]
        inputs = write_tensors(work / f"single{i}.in", part)
        singles.append(run(graph, inputs, *options, "--target=reference"))

    def collect(name):
        return [single[name][1] for single in singles]

    expect_bits("the loss", together["loss"][1], mean(collect("loss")))
    factor = together["factor"][1][0]
    square = 0.0
    for name, (gradient, _) in PARAMETERS.items():
        average = mean(collect(gradient))
        expect_bits(gradient, together[gradient][1], average)
        steps = [f32(f32(g * factor) * RATE) for g in average]
        expect_bits(name, together[name][1],
                    [f32(w - s) for w, s in zip(tensors[name][1], steps)])
        if name != "b1":
            square += sum(g * g for g in average)
    if not math.isclose(factor, min(1, 0.5 / math.sqrt(square)), rel_tol=1e-5):
        sys.exit(f"expected the norm of the mean gradient to clip, but got {factor}")
    if math.isclose(factor, 1) or max(collect("factor"))[0] == factor:
        sys.exit("expected micro-batches that would be clipped otherwise")
    expect_bits("activations", together["a"][1], sum((list(a) for a in collect("a")), []))
    for name in together:
        if name.startswith("fp8.") and name.endswith(".history"):
            expect_bits(name, together[name][1], map(max, zip(*collect(name))))
    return together


def quantize(work, graph):
    """The step under scales of earlier ones, without that of the first."""
    scaled = work / f"{graph.stem}-scaled.mlir"
    call(OPT, graph, "--fp8-train-pipeline=recipe=delayed", "-o", scaled)
    scaled.write_text(scaled.read_text().replace("@step0", "@first"))
    return scaled


def accumulate(recipe, work):
    graph = write_graph(work / "graph.mlir", BATCH)
    tensors = make_tensors()
    together = expect_accumulation(work, graph, tensors, [f"--recipe={recipe}"])
    if recipe != "delayed":
        return
    # The steps after the first, which is a function of its own.
    for name, value in together.items():
        if name in tensors or name.startswith("fp8."):
            tensors[name] = value
    expect_accumulation(work, quantize(work, graph), tensors, [])


def expect_close(what, got, expected, bound):
    scale = max(map(abs, expected)) or 1
    worst = max(abs(a - b) for a, b in zip(got, expected, strict=True)) / scale
    if not worst <= bound:
        sys.exit(f"expected {what} to within {bound}, but the difference is {worst}")


def fourfold(recipe, work):
    tensors = make_tensors()
    part = write_graph(work / "part.mlir", BATCH)
    whole = write_graph(work / "whole.mlir", COUNT * BATCH)
    many, steps = f"--microbatches={COUNT}", 3
    if recipe == "delayed":
        first = run(part, write_tensors(work / "first.in", tensors),
                    "--recipe=delayed", "--target=reference", many)
        tensors.update((name, first[name]) for name in first
                       if name in tensors or name.startswith("fp8."))
        part, whole, steps = quantize(work, part), quantize(work, whole), 1
    parts = run(part, write_tensors(work / "part.in", tensors),
                "--target=reference", many, steps=steps)
    for name in ("x", "t"):
        shape, values = tensors[name]
        tensors[name] = [COUNT * BATCH, shape[2]], values
    # The mean over the fourfold batch has gradients of a quarter.
    for name, factor in (("scales", COUNT), ("history", 1 / COUNT)):
        if state := tensors.get(f"fp8.backward.{name}"):
            scaled = [value * factor for value in state[1]]
            tensors[f"fp8.backward.{name}"] = state[0], scaled
    together = run(whole, write_tensors(work / "whole.in", tensors),
                   "--target=reference", steps=steps)
    for name in ("loss", "factor", *PARAMETERS):
        expect_close(name, parts[name][1], together[name][1], 2e-6)


def targets(recipe, work):
    graph = write_graph(work / "graph.mlir", BATCH)
    inputs = write_tensors(work / "inputs.in", make_tensors())
    results = {
        target: run(graph, inputs, f"--recipe={recipe}", f"--target={target}",
                    f"--microbatches={COUNT}", steps=2)
        for target in ("reference", "cpu", "sim", "upstream")
    }
    for name, (_, expected) in results["reference"].items():
        expect_bits(f"{name} of sim", results["sim"][name][1], results["cpu"][name][1])
        for target in ("cpu", "upstream"):
            expect_close(f"{name} of {target}", results[target][name][1], expected, 1e-2)


if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    {"accumulate": accumulate, "fourfold": fourfold, "targets": targets}[sys.argv[1]](
        sys.argv[2], directory)
