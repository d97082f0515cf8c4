"""Text from the weights of the example.

python sample.py --weights out/fp8.safetensors
"""

import argparse
import functools
import pathlib

import jax
import numpy as np
from safetensors.numpy import load_file

import config as sizes
import data
import model

PROMPT = "The "
TEMPERATURE = 0.7


@functools.cache
def make_logits(config):
    """Returns model.logits for one sequence, compiled."""
    one = sizes.dataclasses.replace(config, batch=1)
    return jax.jit(functools.partial(model.logits, config=one))


def continue_text(params, config, length, seed=0):
    """Returns `length` characters that follow PROMPT.

    params: the tree of arrays of model.py. Each character is drawn with the
    probabilities of the model, sharpened by TEMPERATURE.
    """
    logits = make_logits(config)
    random = np.random.RandomState(seed)
    text = list(data.encode(PROMPT))
    for _ in range(length):
        window = text[-config.context :]
        # What follows a position has no influence on it.
        idx = np.zeros((1, config.context), np.int32)
        idx[0, : len(window)] = window
        last = np.asarray(logits(params, idx), np.float64)[len(window) - 1]
        last = last[: len(data.ALPHABET)] / TEMPERATURE
        chances = np.exp(last - last.max())
        text.append(random.choice(len(chances), p=chances / chances.sum()))
    return "".join(data.ALPHABET[symbol] for symbol in text)


def parameters(tensors):
    """Returns the tree of parameters among {argument name: array}."""
    prefix = "params."
    return sizes.nested(
        {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--weights",
        type=pathlib.Path,
        required=True,
        help="a file of fp8-run --outputs, with --unpack under a --storage",
    )
    parser.add_argument("--length", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    sizes.add_arguments(parser)
    arguments = parser.parse_args()
    params = parameters(load_file(arguments.weights))
    config = sizes.from_arguments(arguments)
    print(continue_text(params, config, arguments.length, arguments.seed))


if __name__ == "__main__":
    main()
