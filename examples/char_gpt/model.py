"""A small GPT and its training step, in plain jax.numpy.

Pre-norm blocks with causal self attention and a tanh-GELU MLP, cross entropy,
AdamW with the bias correction inside the graph. The activations are kept as a
matrix [batch * context, width], so that every linear layer is one 2-D product.

Everything is written out (no jax.nn, no optimizer library), so that the captured
graph holds what stands here and nothing else.
"""

import functools

import jax
import jax.numpy as jnp

BETA1 = 0.9
EPSILON = 1e-8
WEIGHT_DECAY = 0.1


def linear(p, x):
    """x [n, in] -> [n, out]."""
    return x @ p["weight"] + p["bias"]


def layer_norm(p, x):
    """x [n, width], normalised along the last axis."""
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centred * centred, axis=-1, keepdims=True)
    return centred * jax.lax.rsqrt(variance + 1e-5) * p["weight"] + p["bias"]


def gelu(x):
    """The tanh approximation."""
    return 0.5 * x * (1.0 + jnp.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def softmax(x):
    """Along the last axis."""
    shifted = x - jax.lax.stop_gradient(jnp.max(x, axis=-1, keepdims=True))
    e = jnp.exp(shifted)
    return e / jnp.sum(e, axis=-1, keepdims=True)


def attention(p, x, config):
    """x [batch * context, width] -> the same shape; causal within a sequence."""
    time, head = config.context, config.width // config.heads
    qkv = linear(p["qkv"], x).reshape(config.batch, time, 3, config.heads, head)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    scores = jnp.einsum("bthd,bshd->bhts", q, k) * (head**-0.5)
    position = jnp.arange(time)
    past = position[:, None] >= position[None, :]
    weights = softmax(jnp.where(past, scores, -1e9))
    y = jnp.einsum("bhts,bshd->bthd", weights, v)
    return linear(p["proj"], y.reshape(x.shape))


def relu(x):
    """Its gradient is zero wherever x is negative."""
    return jnp.maximum(x, 0.0)


def mlp(p, x, config):
    """x [n, width] -> [n, width], through 4 * width."""
    activation = relu if config.relu else gelu
    return linear(p["proj"], activation(linear(p["fc"], x)))


def logits(params, idx, config):
    """idx [batch, context] i32 -> [batch * context, vocab]."""
    # Indices are below the vocabulary size: no wrapping of negative ones.
    tokens = params["wte"].at[idx].get(mode="clip", wrap_negative_indices=False)
    x = (tokens + params["wpe"]).reshape(-1, config.width)
    for i in range(config.layers):
        block = params[f"h{i}"]
        x = x + attention(block["attn"], layer_norm(block["ln1"], x), config)
        x = x + mlp(block["mlp"], layer_norm(block["ln2"], x), config)
    x = layer_norm(params["ln_f"], x)
    return x @ (params["wte"].T if config.tied else params["head"]["weight"])


def loss_of(params, idx, targets, config):
    """Mean cross entropy, in nats per token; targets [batch, context] i32."""
    z = logits(params, idx, config)
    top = jax.lax.stop_gradient(jnp.max(z, axis=-1, keepdims=True))
    z = z - top
    log_sum = jnp.log(jnp.sum(jnp.exp(z), axis=-1))
    # A comparison picks the target's logit: no gather, no scatter backwards.
    hit = targets.reshape(-1, 1) == jnp.arange(config.vocab)
    return jnp.mean(log_sum - jnp.sum(jnp.where(hit, z, 0.0), axis=-1))


def clip_by_global_norm(grads, bound):
    """Scales all gradients so that their common 2-norm is at most `bound`."""
    squares = [jnp.sum(g * g) for g in jax.tree_util.tree_leaves(grads)]
    norm = jnp.sqrt(sum(squares))
    scale = jnp.minimum(1.0, bound / (norm + 1e-6))
    return jax.tree_util.tree_map(lambda g: g * scale, grads)


def loss_and_gradients(params, idx, targets, config):
    """The gradients are clipped if the config says so."""
    loss, grads = jax.value_and_grad(loss_of)(params, idx, targets, config)
    if config.clip:
        grads = clip_by_global_norm(grads, config.clip)
    return loss, grads


def corrections(step, config):
    """What makes up for moments that started at zero, after `step` steps."""
    return 1.0 / (1.0 - BETA1**step), 1.0 / (1.0 - config.beta2**step)


def adam(m, v, g, correction1, correction2, config):
    """The direction of one tensor's update. Returns (u, m, v)."""
    m = BETA1 * m + (1.0 - BETA1) * g
    v = config.beta2 * v + (1.0 - config.beta2) * (g * g)
    return (m * correction1) / (jnp.sqrt(v * correction2) + EPSILON), m, v


def move(p, u, lr):
    """The new parameter; only matrices decay."""
    if p.ndim == 2:
        u = u + WEIGHT_DECAY * p
    return p - lr * u


def train_step(params, m, v, step, idx, targets, lr, *, config):
    """One AdamW step.

    params, m, v: the same tree of float32 arrays; step: f32 scalar, the number of
    steps done; idx, targets: [batch, context] i32; lr: f32 scalar.
    Returns (loss, params, m, v, step).
    """
    loss, grads = loss_and_gradients(params, idx, targets, config)
    step = step + 1.0
    corrected = corrections(step, config)
    leaves, tree = jax.tree_util.tree_flatten(params)
    updated = []
    for p, *tensors in zip(
        leaves, *map(jax.tree_util.tree_leaves, (m, v, grads)), strict=True
    ):
        u, *moments = adam(*tensors, *corrected, config)
        updated.append((move(p, u, lr), *moments))
    params, m, v = (tree.unflatten(column) for column in zip(*updated, strict=True))
    return loss, params, m, v, step


def step_function(config):
    """train_step for one Config: the function to jit or to capture."""
    return functools.partial(train_step, config=config)
