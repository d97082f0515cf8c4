# REQUIRES: torch
# RUN: %pytest %s
"""A GPT that learns text, in eager PyTorch and in FP8."""

import functools
import math
import pathlib

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch_models as models  # noqa: E402
import torch_nanogpt as nanogpt  # noqa: E402

import fp8  # noqa: E402

TEXT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "Spec.md"
STEPS, LENGTH, RATE = 100, 32, 1e-3


def training_step(model, optimizer, x, y):
    """Two micro-batches and a clipped norm, as training scripts have them."""
    parts = 2
    total = torch.zeros(())
    for part_x, part_y in zip(x.chunk(parts), y.chunk(parts)):
        logits, loss = model(part_x, part_y)
        loss = loss / parts
        loss.backward()
        total = total + loss.detach()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return {"loss": total}


def text_batches(count):
    text = TEXT.read_text()
    indices = {c: i for i, c in enumerate(sorted(set(text)))}
    codes = torch.tensor([indices[c] for c in text])
    g = torch.Generator().manual_seed(0)
    batches = []
    for _ in range(count):
        starts = torch.randint(0, len(codes) - LENGTH - 1, (8,), generator=g)
        rows = torch.stack([codes[s : s + LENGTH + 1] for s in starts])
        batches.append((rows[:, :-1].contiguous(), rows[:, 1:].contiguous()))
    return batches, len(indices)


def rate(step):
    """Returns the learning rate: a warm-up, then a cosine."""
    warm = 10
    if step < warm:
        return RATE * (step + 1) / warm
    part = (step - warm) / (STEPS - warm)
    return RATE * (0.1 + 0.45 * (1 + math.cos(math.pi * part)))


def made(characters, fused=True, **options):
    torch.manual_seed(0)
    config = nanogpt.Config(vocab_size=characters, block_size=LENGTH, **options)
    model = nanogpt.GPT(config, fused)
    return model, model.configure_optimizers(0.1, RATE, (0.9, 0.95), "cpu")


@pytest.fixture(scope="module")
def eager():
    """The batches, the captured step, and the losses of eager mode."""
    batches, characters = text_batches(STEPS)
    model, optimizer = made(characters)
    captured = fp8.torch.capture(training_step, model, optimizer, *batches[0])
    losses = []
    for number, batch in enumerate(batches):
        for group in optimizer.param_groups:
            group["lr"] = rate(number)
        losses.append(training_step(model, optimizer, *batch)["loss"].item())
    return batches, captured, losses


def ours(eager, folder, *flags):
    batches, captured, _ = eager
    rates = torch.tensor([rate(k) for k in range(STEPS)])
    values = {"lr.0": rates, "lr.1": rates}
    return models.run(captured, folder, batches, *flags, values=values)


def test_fp32(eager, tmp_path):
    losses = eager[2]
    assert losses[-1] < losses[0] - 1.0
    assert ours(eager, tmp_path) == pytest.approx(losses, rel=0, abs=2e-6)


FP8 = [f"--recipe={recipe}" for recipe in ("current", "delayed", "mx")]
FP8 += ["--recipe=delayed --storage=fp8-split8"]


@pytest.mark.parametrize("flags", FP8)
def test_fp8(flags, eager, tmp_path):
    found, losses = ours(eager, tmp_path, *flags.split()), eager[2]
    assert found[-1] == pytest.approx(losses[-1], rel=0.01)
    assert found != pytest.approx(losses, rel=0, abs=1e-5)


def test_attention_with_a_mask(tmp_path):
    """The mask is a buffer, and a constant of the step."""
    batches, characters = text_batches(20)
    make = functools.partial(made, characters, fused=False, bias=True)

    def step(*arguments):
        return training_step(*arguments)["loss"]

    theirs, found = models.both(make, step, batches, tmp_path)
    assert found == pytest.approx(theirs, rel=0, abs=2e-6)
