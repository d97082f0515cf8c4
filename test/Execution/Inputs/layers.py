"""Writes a step of many layers whose updates all stand at its end:
layers.py [--layers N] [--width W] [--clip BOUND] [--transposed]

Linear layers without biases under the sum of squares, momentum. --clip bounds the
common norm of the gradients; --transposed makes gradients as frontends do that have
one product with a transposed result, and transpose it.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))

from optimizers import Graph, Value, tensor_type  # noqa: E402 (needs the path)

BATCH = 2


def write(layers, width, clip, transposed):
    graph, arguments, results = Graph(), [], []

    def add(name, shape, attributes=""):
        arguments.append(f'%{name}: {tensor_type(shape)} {{fp8.name = "{name}"{attributes}}}')
        return Value(graph, f"%{name}", shape)

    square, wide = (width, width), (BATCH, width)
    kinds = [", fp8.state = #fp8.state<param>", ", fp8.state = #fp8.state<moment>"]
    weights = [add(f"w{i}", square, kinds[0]) for i in range(layers)]
    moments = [add(f"m{i}", square, kinds[1]) for i in range(layers)]
    x, lr = add("x", wide), add("lr", ())

    inputs = [x]
    for w in weights:
        inputs.append(graph.matmul(inputs[-1], w, ["(i, k)", "(k, j)", "(i, j)"], wide))
    loss = (inputs[-1] * inputs[-1]).sum()
    d, gradients = inputs[-1] * 2.0, {}
    for i in reversed(range(layers)):
        if transposed:
            product = graph.matmul(d, inputs[i], ["(k, i)", "(k, j)", "(i, j)"], square)
            empty = graph.emit(f"tensor.empty() : {product.type}", square)
            gradients[i] = graph.emit(
                f"linalg.transpose ins({product.name} : {product.type}) "
                f"outs({empty.name} : {empty.type}) permutation = [1, 0]",
                square,
            )
        else:
            gradients[i] = graph.matmul(inputs[i], d, ["(k, i)", "(k, j)", "(i, j)"], square)
        d = graph.matmul(d, weights[i], ["(i, k)", "(j, k)", "(i, j)"], wide)
    if clip:
        norm = sum((gradients[i] * gradients[i]).sum() for i in range(layers)).sqrt()
        factor = (clip / (norm + 1e-6)).minimum(1.0)
        gradients = {i: g * factor for i, g in gradients.items()}
    for i in range(layers):
        m = moments[i] * 0.9 + gradients[i]
        results.append((weights[i] - m * lr, f'fp8.updates = "w{i}"'))
        results.append((m, f'fp8.updates = "m{i}"'))
    results.append((loss, 'fp8.name = "loss"'))
    types = ", ".join(f"{value.type} {{{attribute}}}" for value, attribute in results)
    names = ", ".join(value.name for value, _ in results)
    plain = ", ".join(value.type for value, _ in results)
    print(f"func.func @step({', '.join(arguments)}) -> ({types}) {{")
    print("\n".join(graph.lines))
    print(f"  return {names} : {plain}\n}}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--clip", type=float, default=0.0)
    parser.add_argument("--transposed", action="store_true")
    write(**vars(parser.parse_args()))
