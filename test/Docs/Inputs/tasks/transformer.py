"""A transformer of one's own, with optax: trains in FP8 and evaluates in JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

import fp8

WIDTH, HEADS, CONTEXT, WORDS = 32, 2, 16, 24
optimizer = optax.adamw(optax.warmup_cosine_decay_schedule(0.0, 1e-2, 2, 20), weight_decay=0.01)


def norm(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * scale


def attend(layer, x):
    batch = x.shape[0]
    heads = lambda y: y.reshape(batch, CONTEXT, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    q, k, v = (heads(y) for y in jnp.split(x @ layer["qkv"], 3, axis=-1))
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (WIDTH // HEADS) ** -0.5
    scores = jnp.where(jnp.tril(jnp.ones((CONTEXT, CONTEXT), bool)), scores, -jnp.inf)
    y = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), v)
    return y.transpose(0, 2, 1, 3).reshape(batch, CONTEXT, WIDTH) @ layer["out"]


def logits(params, tokens):
    x = params["words"][tokens] + params["places"]
    layer = params["layer"]
    x = x + attend(layer, norm(x, layer["norm1"]))
    x = x + jax.nn.gelu(norm(x, layer["norm2"]) @ layer["up"]) @ layer["down"]
    return x @ params["head"]


def step(params, opt_state, tokens):
    def loss_of(params):
        scores = logits(params, tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(scores, tokens[:, 1:]).mean()

    loss, gradients = jax.value_and_grad(loss_of)(params)
    updates, opt_state = optimizer.update(gradients, opt_state, params)
    return loss, optax.apply_updates(params, updates), opt_state


random = np.random.default_rng(0)
weights = lambda *shape: random.normal(0, shape[0] ** -0.5, shape).astype(np.float32)
params = {
    "words": weights(WORDS, WIDTH),
    "places": weights(CONTEXT, WIDTH),
    "layer": {
        "norm1": np.ones(WIDTH, np.float32),
        "norm2": np.ones(WIDTH, np.float32),
        "qkv": weights(WIDTH, 3 * WIDTH),
        "out": weights(WIDTH, WIDTH),
        "up": weights(WIDTH, 4 * WIDTH),
        "down": weights(4 * WIDTH, WIDTH),
    },
    "head": weights(WIDTH, WORDS),
}
# Each sentence counts up from a random word.
batches = [
    (random.integers(0, WORDS, (8, 1)) + np.arange(CONTEXT + 1)).astype(np.int32) % WORDS for _ in range(8)
]
args = (params, optimizer.init(params), batches[0])
losses, (trained, _, _) = fp8.jax.train(step, args, batches, recipe="delayed", storage="fp8-split8")
assert len(losses) == 8 and losses[-1] < losses[0], losses
assert np.isfinite(jax.jit(logits)(trained, batches[0][:, :-1])).all()
print("trained")
