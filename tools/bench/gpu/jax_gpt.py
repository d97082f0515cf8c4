#!/usr/bin/env python3
"""Times the step of examples/char_gpt in JAX, in bf16 with AdamW on f32.

    jax_gpt.py --layers 12 --width 768 --heads 12 --context 1024 --batch 8 --vocab 50304

The last line is a JSON list of seconds of a step, each the mean of several steps
that follow one another. Needs JAX for the GPU.
"""
import argparse
import functools
import json
import pathlib
import sys
import time

import jax
import jax.numpy as jnp

HERE = pathlib.Path(__file__).resolve().parent
# In a bundle, and beside the sources.
sys.path[:0] = [str(HERE / "char_gpt"), str(HERE.parents[2] / "examples/char_gpt")
                if len(HERE.parents) > 2 else ""]

import config as sizes  # noqa: E402: they are in another folder
import model  # noqa: E402

WARM_UP = 2
STEPS = 5


def loss_of(params, idx, targets, config):
    """Returns the loss in f32, of parameters that are rounded to bf16."""
    rounded = jax.tree_util.tree_map(lambda p: p.astype(jnp.bfloat16), params)
    z = model.logits(rounded, idx, config).astype(jnp.float32)
    hit = jnp.take_along_axis(z, targets.reshape(-1, 1), axis=-1)[:, 0]
    return jnp.mean(jax.nn.logsumexp(z, axis=-1) - hit)


def attend(implementation, p, x, config):
    """Computes model.attention with JAX's own function."""
    shape = (config.batch, config.context, 3, config.heads, -1)
    q, k, v = (part[:, :, 0] for part in
               jnp.split(model.linear(p["qkv"], x).reshape(shape), 3, axis=2))
    y = jax.nn.dot_product_attention(q, k, v, is_causal=True, implementation=implementation)
    return model.linear(p["proj"], y.reshape(x.shape))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--attention", choices=["plain", "xla", "cudnn"], default="plain",
                        help="of model.py, or an implementation of JAX")
    sizes.add_arguments(parser)
    options = parser.parse_args()
    options.tied = True
    config = sizes.from_arguments(options)
    model.loss_of = loss_of
    if options.attention != "plain":
        model.attention = functools.partial(attend, options.attention)
    params = sizes.nested({name: jnp.asarray(value)
                           for name, value in sizes.initial_parameters(config).items()})
    state = (params, *(jax.tree_util.tree_map(jnp.zeros_like, params) for _ in range(2)),
             jnp.float32(0))
    key = jax.random.key(0)
    tokens = jax.random.randint(key, (config.batch, config.context), 0, config.vocab)
    step = jax.jit(model.step_function(config), donate_argnums=(0, 1, 2, 3))
    seconds = []
    for number in range(-WARM_UP, options.samples):
        start = time.perf_counter()
        for _ in range(STEPS):
            loss, *state = step(*state, tokens, tokens, jnp.float32(1e-4))
        jax.block_until_ready((loss, state))
        if number >= 0:
            seconds.append((time.perf_counter() - start) / STEPS)
    print(f"loss {float(loss):.4g} on {jax.devices()[0].device_kind}")
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
