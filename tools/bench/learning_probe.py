"""The step of examples/char_gpt with an additional AdamW in f32, as MLIR.

The step itself computes the same bits. For every matrix of a linear layer it has
additional states, which no preset of --storage changes, because no weight depends on
them:

    wide_m, wide_v   the moments in f32, from the same gradients
    wide_w           the weight in f32, with the same updates applied
    applied, wanted  sums of squares of the update from the stored moments and of the
                     update from wide_m and wide_v, over the steps that count
    missed           the sum of squares of their difference
    limited          the number of applied updates at their limit
    error            the stored weight minus wide_w

`counts` is 1 in steps that count for the sums, and 0 in others. `training` is 1 in steps
that count for `limited`. `limit` is the maximum of |update| with exact moments.

One more state is optional:

    drawn            the variance that rounding a weight to 12 significant bits after
                     every step would add with independent random bits

A model with ReLU has one more argument: `offset` is added to the sums of the units of
every MLP. A large negative offset shuts units off, as when they die.
"""

import functools

import fp8
import jax
import jax.numpy as jnp

import capture
import config as sizes
import model

PROBES = ("wide_m", "wide_v", "wide_w", "applied", "wanted", "missed", "limited", "error")
#: Significant bits of fp8-split8.
BITS = 12
DATA = ("idx", "targets", "lr", "counts", "training", "limit")


def is_probed(name, shape):
    """Returns whether a linear layer reads the tensor, so that presets store it."""
    return name.endswith(".weight") and len(shape) == 2


def probed_shapes(config):
    shapes = sizes.parameter_shapes(config)
    return {name: shape for name, shape in shapes.items() if is_probed(name, shape)}


def probe(state, p, u, g, corrected, lr, counts, training, limit, config):
    """Returns the new state of one matrix; `p` is the weight before the step."""
    wide_u, wide_m, wide_v = model.adam(
        state["wide_m"], state["wide_v"], g, *corrected, config
    )
    off = u - wide_u
    at_limit = jnp.where(jnp.abs(u) >= limit, training, 0.0)
    return {
        "wide_m": wide_m,
        "wide_v": wide_v,
        "wide_w": model.move(state["wide_w"], u, lr),
        "applied": state["applied"] + counts * (u * u),
        "wanted": state["wanted"] + counts * (wide_u * wide_u),
        "missed": state["missed"] + counts * (off * off),
        "limited": state["limited"] + at_limit,
        "error": p - state["wide_w"],
    }


def variance_of_draws(p, u, lr):
    """Returns part * (1 - part) for a step of `part` of a weight's last bit."""
    size = jnp.maximum(jnp.abs(p), 1e-6)
    last = jnp.exp2(jnp.floor(jnp.log2(size)) - (BITS - 1))
    step = (p - model.move(p, u, lr)) / last
    part = step - jnp.floor(step)
    return last * last * part * (1.0 - part)


def shift(params, offset, config):
    """Returns the parameters with `offset` added to the biases that units sum up."""
    params = dict(params)
    for layer in range(config.layers):
        block = dict(params[f"h{layer}"])
        first = block["mlp"]["fc"]
        block["mlp"] = block["mlp"] | {"fc": first | {"bias": first["bias"] + offset}}
        params[f"h{layer}"] = block
    return params


def step(params, m, v, count, probes, idx, targets, lr, counts, training, limit, *rest, config):
    """model.train_step() with `probes`, {kind: {name: array}}."""
    shifted = shift(params, *rest, config) if config.relu else params
    loss, grads = model.loss_and_gradients(shifted, idx, targets, config)
    count = count + 1.0
    corrected = model.corrections(count, config)
    paths, tree = jax.tree_util.tree_flatten_with_path(params)
    trees = [jax.tree_util.tree_leaves(x) for x in (m, v, grads)]
    updated, probed = [], {kind: {} for kind in probes}
    for (path, p), m_, v_, g in zip(paths, *trees, strict=True):
        u, *moments = model.adam(m_, v_, g, *corrected, config)
        updated.append((model.move(p, u, lr), *moments))
        name = ".".join(key.key for key in path)
        if is_probed(name, p.shape):
            state = {kind: probes[kind][name] for kind in PROBES}
            rest = (corrected, lr, counts, training, limit, config)
            for kind, value in probe(state, p, u, g, *rest).items():
                probed[kind][name] = value
            if "drawn" in probes:
                drawn = variance_of_draws(p, u, lr)
                probed["drawn"][name] = probes["drawn"][name] + drawn
    params, m, v = (tree.unflatten(column) for column in zip(*updated, strict=True))
    return loss, params, m, v, count, probed


def captured(config, drawn=False):
    """Returns the text of the step, with the tensor `drawn` if requested."""

    def f32(shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    params, m, v, count, idx, targets, lr = capture.example_arguments(config)
    probes = {
        kind: {name: f32(shape) for name, shape in probed_shapes(config).items()}
        for kind in (*PROBES, *(["drawn"] if drawn else []))
    }
    states = ("params", "m", "v", "step", "probes")
    moments = {"m": "moment", "v": "moment", "probes": "moment"}
    offset = [f32((4 * config.width,))] if config.relu else []
    return fp8.jax.capture(
        functools.partial(step, config=config),
        (params, m, v, count, probes, idx, targets, lr, f32(()), f32(()), f32(()), *offset),
        names=(*states, *DATA, *(["offset"] if offset else [])),
        result_names=("loss", *states),
        updates={name: name for name in states},
        states={"params": "param", "step": "step"} | moments,
    )
