"""Parameters of odd shapes, and gradients that depend on the step."""

import torch

# Threads of two pools would wait for each other on a busy machine.
torch.set_num_threads(1)

SHAPES = [(), (0,), (1,), (7,), (197, 192), (33, 5), (3, 3, 4, 8), (100_003,)]


def make_params(dtype=torch.float32, shapes=SHAPES):
    draw = torch.Generator().manual_seed(1)
    return [
        torch.nn.Parameter((torch.randn(shape, generator=draw) * 0.05).to(dtype))
        for shape in shapes
    ]


def set_gradients(params, step, missing=()):
    draw = torch.Generator().manual_seed(100 + step)
    for i, param in enumerate(params):
        gradient = torch.randn(param.shape, generator=draw) * 0.01 * (1 + step % 3)
        param.grad = None if i in missing else gradient.to(param.dtype)


def train(optimizer, params, steps=20, schedule=True):
    """Runs steps with a cosine schedule."""
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for step in range(steps):
        set_gradients(params, step)
        optimizer.step()
        if schedule:
            cosine.step()


def difference(params, others):
    """Returns the largest difference, of the largest value of a tensor."""
    pairs = [(a, b) for a, b in zip(params, others, strict=True) if a.numel()]
    return max(((a.double() - b.double()).abs().max() / b.abs().max()).item() for a, b in pairs)
