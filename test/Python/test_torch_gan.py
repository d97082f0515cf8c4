# REQUIRES: torch
# RUN: %pytest %s
"""Models with an optimizer each, as a generator and a discriminator have them."""

import threading

import pytest

pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

import fp8  # noqa: E402

LATENT, WIDTH = 4, 16


def make():
    torch.manual_seed(0)
    models = nn.ModuleDict(
        {
            "g": nn.Sequential(nn.Linear(LATENT, 32), nn.Tanh(), nn.Linear(32, WIDTH)),
            "d": nn.Sequential(nn.Linear(WIDTH, 32), nn.Tanh(), nn.Linear(32, 1)),
        }
    )
    rates = {"lr": 1e-3, "betas": (0.5, 0.999)}
    optimizers = {
        name: torch.optim.Adam(models[name].parameters(), **rates) for name in "dg"
    }
    return models, optimizers


def step_d(models, optimizer, x, z):
    models.zero_grad()
    real, fake = models["d"](x), models["d"](models["g"](z).detach())
    loss = F.softplus(-real).mean() + F.softplus(fake).mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


def step_g(models, optimizer, z):
    models.zero_grad()
    loss = F.softplus(-models["d"](models["g"](z))).mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


def train(models, optimizers, d, g, steps=20):
    generator = torch.Generator().manual_seed(1)
    losses = []
    for _ in range(steps):
        x = torch.randn(8, WIDTH, generator=generator) + 1.0
        z = torch.randn(8, LATENT, generator=generator)
        losses += [d(x, z).item(), g(z).item()]
    return losses


@pytest.mark.parametrize("storage, tolerance", [("fp32", 1e-5), ("fp8-split8", 2e-2)])
def test_a_step_for_each_optimizer(storage, tolerance):
    models, optimizers = make()
    x, z = torch.zeros(8, WIDTH), torch.zeros(8, LATENT)
    ours = train(
        models,
        optimizers,
        fp8.torch.compile_step(step_d, models, optimizers["d"], x, z, storage=storage),
        fp8.torch.compile_step(step_g, models, optimizers["g"], z, storage=storage),
    )
    other, others = make()
    theirs = train(
        other,
        others,
        lambda *batch: step_d(other, others["d"], *batch),
        lambda *batch: step_g(other, others["g"], *batch),
    )
    # Each model trains on the outputs of the other, which amplifies roundings.
    assert ours == pytest.approx(theirs, rel=0, abs=tolerance)
    for a, b, first in zip(
        models.parameters(), other.parameters(), make()[0].parameters(), strict=True
    ):
        assert torch.allclose(a, b, rtol=0, atol=tolerance)
        assert (b - first).abs().max() > 1e-3


@pytest.mark.parametrize("kind", [list, tuple, dict])
def test_several_optimizers_are_refused(kind):
    models, optimizers = make()
    both = optimizers if kind is dict else kind(optimizers.values())
    x, z = torch.zeros(8, WIDTH), torch.zeros(8, LATENT)
    for function in fp8.torch.capture, fp8.torch.compile_step:
        with pytest.raises(fp8.CaptureError, match="one step for each optimizer"):
            function(step_d, models, both, x, z)


def test_an_optimizer_that_is_no_argument():
    models, optimizers = make()

    def step(models, optimizer, x, z):
        step_g(models, optimizers["g"], z)
        return step_d(models, optimizer, x, z)

    batch = torch.zeros(8, WIDTH), torch.zeros(8, LATENT)
    with pytest.raises(fp8.CaptureError) as found:
        fp8.torch.capture(step, models, optimizers["d"], *batch)
    line = step_g.__code__.co_firstlineno + 4
    assert str(found.value).startswith(f"{__file__}:{line}: the step of another")
    assert str(found.value).endswith("torch.nn.ModuleDict")
    # The optimizer can step outside of a capture.
    assert step_g(models, optimizers["g"], batch[1]) > 0


def test_an_optimizer_of_fp8_that_is_no_argument():
    models, optimizers = make()
    other = fp8.torch.AdamW(models["g"].parameters())

    def step(models, optimizer, x, z):
        step_g(models, other, z)
        return step_d(models, optimizer, x, z)

    with pytest.raises(fp8.CaptureError, match="another optimizer, AdamW"):
        fp8.torch.capture(
            step, models, optimizers["d"], torch.zeros(8, WIDTH), torch.zeros(8, LATENT)
        )


def test_an_optimizer_of_another_thread():
    models, optimizers = make()
    weight = nn.Parameter(torch.ones(3))
    elsewhere = torch.optim.SGD([weight], lr=0.5)
    weight.grad = torch.ones(3)

    def step(models, optimizer, x, z):
        thread = threading.Thread(target=elsewhere.step)
        thread.start()
        thread.join()
        return step_d(models, optimizer, x, z)

    fp8.torch.capture(
        step, models, optimizers["d"], torch.zeros(8, WIDTH), torch.zeros(8, LATENT)
    )
    assert weight.tolist()[0] < 1.0
