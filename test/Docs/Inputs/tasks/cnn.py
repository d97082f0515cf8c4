"""A convolutional net of one's own, with optax: trains in FP8 and evaluates in JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

import fp8

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(3e-3))


def convolve(x, w, stride):
    return jax.lax.conv_general_dilated(
        x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def logits(params, images):
    x = jax.nn.relu(convolve(images, params["first"], 1) + params["bias"])
    x = jax.nn.relu(convolve(x, params["second"], 2))
    x = x.mean(axis=(1, 2))
    return jax.nn.relu(x @ params["hidden"]) @ params["head"]


def step(params, opt_state, batch):
    def loss_of(params):
        scores = logits(params, batch["image"])
        return optax.softmax_cross_entropy_with_integer_labels(scores, batch["label"]).mean()

    loss, gradients = jax.value_and_grad(loss_of)(params)
    updates, opt_state = optimizer.update(gradients, opt_state, params)
    return loss, optax.apply_updates(params, updates), opt_state


def make_batch(random):
    """Images whose label is the quadrant of a bright square."""
    labels = random.integers(0, 4, size=16)
    images = random.normal(0, 0.1, size=(16, 8, 8, 1)).astype(np.float32)
    for image, label in zip(images, labels, strict=True):
        row, column = 4 * (label // 2), 4 * (label % 2)
        image[row : row + 4, column : column + 4] += 1
    return {"image": images, "label": labels}


random = np.random.default_rng(0)
weights = lambda *shape: random.normal(0, np.prod(shape[:-1]) ** -0.5, shape).astype(np.float32)
params = {
    "first": weights(3, 3, 1, 8),
    "bias": np.zeros(8, np.float32),
    "second": weights(3, 3, 8, 16),
    "hidden": weights(16, 32),
    "head": weights(32, 4),
}
batches = [make_batch(random) for _ in range(12)]
losses, (trained, _, _) = fp8.jax.train(
    step, (params, optimizer.init(params), batches[0]), batches, recipe="delayed", storage="fp8-split8"
)
assert len(losses) == 12 and losses[-1] < losses[0], losses
scores = jax.jit(logits)(trained, batches[0]["image"])
assert scores.shape == (16, 4) and np.isfinite(scores).all()
print("trained")
