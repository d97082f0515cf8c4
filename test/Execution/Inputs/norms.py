"""Writes a step whose updates wait for norms of many tensors: norms.py KIND SIZES

SIZES is COUNTxEXTENT, for equal tensors, or a list as in 1,0,3x5. Every second
parameter decays, so that there are two kinds of updates. KIND is one of

    clip    by the norm of all gradients, one sum added to the other
    one     the same, by the sum of magnitudes
    three   the same, by the cube root of the sum of cubes
    each    every gradient by its own norm
    stack   the same, of a vector of the norms of each
    amax    by the largest magnitude, whose order is free
    finite  no update where a gradient is not finite
    trust   the ratio of the norms of a parameter and of its gradient
    logged  norms that nobody but the host reads
    twice   clipped by their norm, then by that of what is left
"""

import functools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))

from optimizers import Graph, Value, tensor_type  # noqa: E402 (needs the path)
from updates import parse_sizes  # noqa: E402


def reduce(value, op, init, element="f32"):
    graph, scalar = value.graph, tensor_type((), element)
    start = graph.emit(f"arith.constant dense<{init}> : {scalar}", ())
    return graph.emit(
        f"linalg.reduce {{{op}}} ins({value.name} : {tensor_type(value.shape, element)}) "
        f"outs({start.name} : {scalar}) dimensions = {list(range(len(value.shape)))}",
        (),
    )


def is_finite(value):
    """An i1 of rank 0."""
    graph, type = value.graph, value.type
    bound = graph.emit(f"arith.constant dense<0x7F800000> : {type}", value.shape)
    bits = graph.emit(f"arith.cmpf olt, {value.abs().name}, {bound.name} : {type}", value.shape)
    return reduce(bits, "arith.andi", "true", "i1")


def total_norm(values):
    return sum((v * v).sum() for v in values).sqrt()


def total_cubes(values):
    total = sum((v * v * v.abs()).sum() for v in values)
    third = total.graph.constant(1 / 3, ())
    return total.graph.emit(f"math.powf {total.name}, {third.name} : tensor<f32>", ())


def stacked_norm(values):
    graph = values[0].graph
    pieces = [
        graph.emit(f"tensor.expand_shape {v.norm().name} [] output_shape [1] : tensor<f32> into tensor<1xf32>", (1,))
        for v in values
    ]
    shape = (len(pieces),)
    names, types = (", ".join(getattr(p, k) for p in pieces) for k in ("name", "type"))
    vector = graph.emit(f"tensor.concat dim(0) {names} : ({types}) -> {tensor_type(shape)}", shape)
    return vector.norm()


def largest(values):
    return functools.reduce(Value.maximum, (reduce(v.abs(), "arith.maximumf", "0.0") for v in values))


def clip(gradients, norm):
    factor = (1.0 / (norm + 1e-6)).minimum(1.0)
    return [g * factor for g in gradients]


def write(kind, sizes):
    graph, arguments, results = Graph(), [], []

    def add(name, shape, attributes=""):
        arguments.append(f'%{name}: {tensor_type(shape)} {{fp8.name = "{name}"{attributes}}}')
        return Value(graph, f"%{name}", shape)

    shapes = [tuple(int(n) for n in str(size).split("x")) for size in sizes]
    param = ", fp8.state = #fp8.state<param>"
    parameters = [add(f"w{i}", shape, param) for i, shape in enumerate(shapes)]
    gradients = [add(f"g{i}", shape) for i, shape in enumerate(shapes)]
    rates, ok = [add("lr", ())] * len(shapes), None
    if kind == "clip":
        gradients = clip(gradients, total_norm(gradients))
    elif kind == "one":
        gradients = clip(gradients, sum(g.abs().sum() for g in gradients))
    elif kind == "three":
        gradients = clip(gradients, total_cubes(gradients))
    elif kind == "each":
        gradients = [clip([g], g.norm())[0] for g in gradients]
    elif kind == "stack":
        gradients = clip(gradients, stacked_norm(gradients))
    elif kind == "amax":
        gradients = clip(gradients, largest(gradients))
    elif kind == "twice":
        gradients = clip(gradients, total_norm(gradients))
        gradients = clip(gradients, total_norm(gradients) * 1.5)
    elif kind == "finite":
        all_bits = [is_finite(g) for g in gradients]
        ok = functools.reduce(lambda a, b: graph.emit(f"arith.andi {a.name}, {b.name} : tensor<i1>", ()), all_bits)
    elif kind == "trust":
        rates = [r * (p.norm() / (g.norm() + 1e-3)) for r, p, g in zip(rates, parameters, gradients)]
    elif kind == "logged":
        results += [(g.norm(), f'fp8.name = "norm{i}"') for i, g in enumerate(gradients)]
    else:
        sys.exit(f"expected a kind of norms, but got {kind}")
    for i, (p, g, rate) in enumerate(zip(parameters, gradients, rates)):
        new = (p * 0.99 if i % 2 else p) - g * rate
        if ok:
            new = graph.select(ok, new, p)
        results.append((new, f'fp8.updates = "w{i}"'))
    types = ", ".join(f"{value.type} {{{attribute}}}" for value, attribute in results)
    names = ", ".join(value.name for value, _ in results)
    plain = ", ".join(value.type for value, _ in results)
    print(f"func.func @step({', '.join(arguments)}) -> ({types}) {{")
    print("\n".join(graph.lines))
    print(f"  return {names} : {plain}\n}}")


if __name__ == "__main__":
    write(sys.argv[1], parse_sizes(sys.argv[2]))
