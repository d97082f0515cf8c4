"""The formulas of the named optimizers in numpy, in the order of their roundings."""

import numpy as np

f32 = np.float32


def rest(beta):
    return f32(1.0 - beta)


def lerp(mean, value, beta):
    part = rest(beta)
    if part < 0.5:
        return mean + part * (value - mean)
    return value - (f32(1) - part) * (value - mean)


def average(mean, value, beta):
    return f32(beta) * mean + rest(beta) * value


def sgd(x, g, lr, _1, _2, momentum=0.0, dampening=0.0, nesterov=False, decay=0.0):
    d = g + f32(decay) * x["w"] if decay else g
    if momentum:
        x["b"] = f32(momentum) * x["b"] + (rest(dampening) * d if dampening else d)
        d = d + f32(momentum) * x["b"] if nesterov else x["b"]
    x["w"] = x["w"] - lr * d


def adam(
    x,
    g,
    lr,
    c1,
    c2,
    order="torch",
    beta1=0.9,
    beta2=0.999,
    eps=1e-8,
    decay=0.0,
    decoupled=False,
):
    torch = order == "torch"
    if decay and not decoupled:
        g = g + f32(decay) * x["w"]
    if decay and decoupled and torch:
        x["w"] = x["w"] * (f32(1) - lr * f32(decay))
    x["m"] = lerp(x["m"], g, beta1) if torch else average(x["m"], g, beta1)
    square = rest(beta2) * (g * g) if order == "optax" else (rest(beta2) * g) * g
    x["v"] = f32(beta2) * x["v"] + square
    if torch:
        root = np.sqrt(x["v"]) / np.sqrt(c2) + f32(eps)
        x["w"] = x["w"] - ((lr / c1) * x["m"]) / root
        return
    u = (x["m"] / c1) / (np.sqrt(x["v"] / c2) + f32(eps))
    if decay and decoupled:
        u = u + f32(decay) * x["w"]
    x["w"] = x["w"] - lr * u


def adamw(*arguments, **options):
    adam(*arguments, decoupled=True, **options)


def lion(x, g, lr, _1, _2, order="torch", beta1=0.9, beta2=0.99, decay=0.0):
    if decay and order == "torch":
        x["w"] = x["w"] * (f32(1) - lr * f32(decay))
    u = np.sign(average(x["m"], g, beta1))
    if decay and order == "optax":
        u = u + f32(decay) * x["w"]
    x["w"] = x["w"] - lr * u
    x["m"] = average(x["m"], g, beta2)


def adagrad(x, g, lr, _1, _2, eps=1e-10, decay=0.0):
    g = g + f32(decay) * x["w"] if decay else g
    x["s"] = x["s"] + g * g
    x["w"] = x["w"] - (lr * g) / (np.sqrt(x["s"]) + f32(eps))


def rmsprop(
    x, g, lr, _1, _2, alpha=0.99, eps=1e-8, centered=False, momentum=0.0, decay=0.0
):
    g = g + f32(decay) * x["w"] if decay else g
    x["v"] = f32(alpha) * x["v"] + (rest(alpha) * g) * g
    variance = x["v"]
    if centered:
        x["a"] = lerp(x["a"], g, alpha)
        variance = variance - x["a"] * x["a"]
    root = np.sqrt(variance) + f32(eps)
    if momentum:
        x["b"] = f32(momentum) * x["b"] + g / root
        x["w"] = x["w"] - lr * x["b"]
    else:
        x["w"] = x["w"] - (lr * g) / root


def tree_sum(values):
    """The declared order, for one block of 4096."""
    lanes = np.full(32, -0.0, f32)
    for row in values.reshape(-1, 32):
        lanes = lanes + row
    while len(lanes) > 1:
        lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
    return lanes[0]


def lamb(x, g, lr, c1, c2, beta1=0.9, beta2=0.999, eps=1e-6, decay=0.0):
    x["m"] = average(x["m"], g, beta1)
    x["v"] = average(x["v"], g * g, beta2)
    u = (x["m"] / c1) / (np.sqrt(x["v"] / c2) + f32(eps))
    if decay:
        u = u + f32(decay) * x["w"]
    sums = [f32(0) + tree_sum(t * t) for t in (x["w"], u)]
    ratio = f32(1) if 0 in sums else np.sqrt(sums[0]) / np.sqrt(sums[1])
    x["w"] = x["w"] - lr * (ratio * u)
