"""Text, batches and scalars of learning.py."""

import math

import numpy as np

import config as sizes
import data
import learning_probe
import model

#: Size of a block of text in characters; one of HELD_OUT blocks is held out.
BLOCK, HELD_OUT = 8192, 12


def split_text(tokens):
    """Returns (training text, held-out text)."""
    block = min(BLOCK, len(tokens) // HELD_OUT)
    held_out = np.arange(len(tokens)) // block % HELD_OUT == HELD_OUT - 1
    return tokens[~held_out], tokens[held_out]


def limits(steps, beta1, beta2):
    """Returns the bound of |update| in each step, by Cauchy and Schwarz."""
    t, r = np.arange(1.0, steps + 1), beta1 * beta1 / beta2
    series = np.sqrt((1 - r**t) / (1 - r) * (1 - beta2**t))
    return (1 - beta1) / math.sqrt(1 - beta2) * series / (1 - beta1**t)


def make_pairs(tokens, vocab):
    """Returns pairs of characters as symbols, the most common first; the rarest share the
    last symbol.
    """
    pairs = tokens[: len(tokens) // 2 * 2].reshape(-1, 2) @ np.array([len(data.ALPHABET), 1])
    found, counts = np.unique(pairs, return_counts=True)
    rank = np.empty(len(found), np.int32)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(found))
    return np.minimum(rank[np.searchsorted(found, pairs)], vocab - 1).astype(np.int32)


def read_tokens(arguments, config):
    """Returns the symbols of the text: characters, or pairs of characters if requested.
    """
    tokens = data.encode(data.read_text(arguments.text))
    return make_pairs(tokens, config.vocab) if getattr(arguments, "pairs", False) else tokens


def repeat(batches, steps, period):
    """Returns that many steps, repeating the first `period` ones."""
    return tuple(part[np.arange(steps) % period] for part in batches)


#: One in SHUT_UNITS units is shut off, so that other units train in every group.
SHUT_UNITS = 4


def is_shut(config):
    """Returns which units of an MLP offsets() shuts off."""
    return np.arange(4 * config.width) % SHUT_UNITS == 0


def offsets(arguments, config, steps):
    """Returns the offsets of the sums of units: first zero, then larger than any sum.
    """
    late = np.arange(steps) >= arguments.shut_off
    return np.where(late[:, None] & is_shut(config), -1e4, 0.0)


#: Offset of seeds: fine-tuning uses other batches than the run before it.
TUNING_SEED = 1000


def base_inputs(arguments, config, seed):
    """Returns the inputs before fine-tuning, from text that is not held out."""
    tokens, _ = split_text(read_tokens(arguments, config))
    idx, targets = data.batches(tokens, arguments.base_steps, config, seed)
    parameters = sizes.initial_parameters(config, seed)
    tensors = {f"params.{name}": value for name, value in parameters.items()}
    lr = data.schedule(arguments.base_steps, arguments.base_lr)
    return tensors | {"idx": idx, "targets": targets, "lr": lr}


def rates(arguments):
    if arguments.base_steps:
        return np.full(arguments.steps, arguments.lr)
    return data.schedule(arguments.steps, arguments.lr)


def inputs(arguments, config, seed, parameters):
    """Returns fp8-run's --inputs: training steps, then steps on held-out text."""
    steps, rest = arguments.steps, arguments.validation
    tokens, held_out = split_text(read_tokens(arguments, config))
    if arguments.base_steps:
        seed += TUNING_SEED
    # The held out batches are the same for every seed.
    own = data.batches(tokens, steps, config, seed)
    if period := getattr(arguments, "period", 0):
        own = repeat(own, steps, period)
    idx, targets = (np.concatenate(p) for p in zip(own, data.batches(held_out, rest, config)))
    number = np.arange(steps + rest)
    counts = (number >= steps - arguments.counted) & (number < steps)
    # Do not count the first step, in which every update is at its limit.
    training = (number > 0) & (number < steps)
    lr = np.concatenate([rates(arguments), np.zeros(rest)])
    # An update that exceeds its limit by rounding only does not count.
    limit = limits(steps + rest, model.BETA1, config.beta2) * (1 - 2.0**-18)
    scalars = {"lr": lr, "counts": counts, "training": training, "limit": limit}
    if config.relu:
        scalars["offset"] = offsets(arguments, config, steps + rest)
    tensors = {f"params.{name}": value for name, value in parameters.items()}
    for name in learning_probe.probed_shapes(config):
        tensors[f"probes.wide_w.{name}"] = parameters[name]
    tensors |= {name: value.astype(np.float32) for name, value in scalars.items()}
    return tensors | {"idx": idx, "targets": targets}
