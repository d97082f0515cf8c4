# REQUIRES: torch
# RUN: %pytest %s
"""fp8.torch.compile_step on the model.py of nanoGPT, which is not part of this repository:
the environment variable FP8_NANOGPT names a copy."""

import importlib.util
import os

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import compiled  # noqa: E402
import fp8.torch  # noqa: E402

compiled.require_module()
if "FP8_NANOGPT" not in os.environ:
    pytest.skip("FP8_NANOGPT does not name a model.py of nanoGPT", allow_module_level=True)
STEPS = 6


def make():
    """Returns a small model and the optimizer that it configures."""
    spec = importlib.util.spec_from_file_location("model", os.environ["FP8_NANOGPT"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    torch.manual_seed(0)
    config = module.GPTConfig(
        block_size=32, vocab_size=128, n_layer=2, n_head=4, n_embd=64, dropout=0.0, bias=False
    )
    model = module.GPT(config)
    return model, model.configure_optimizers(0.1, 1e-3, (0.9, 0.95), "cpu")


def step(model, optimizer, x, y):
    optimizer.zero_grad(set_to_none=True)
    _, loss = model(x, y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.detach()


def run(function, optimizer, batches):
    losses = []
    for number, batch in enumerate(batches):
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (number + 1) / STEPS
        losses.append(float(function(*batch)))
    return losses


@pytest.mark.parametrize("options, tolerance", [({}, 2e-6), ({"recipe": "delayed", "storage": "fp8-split8"}, 2e-2)])
def test_own_loop(options, tolerance):
    draw = torch.Generator().manual_seed(1)
    tokens = torch.randint(0, 128, (STEPS, 4, 33), generator=draw)
    batches = [(row[:, :-1].contiguous(), row[:, 1:].contiguous()) for row in tokens]
    model, optimizer = make()
    train = fp8.torch.compile_step(step, model, optimizer, *batches[0], **options)
    ours = run(train, optimizer, batches)
    model, optimizer = make()
    theirs = run(lambda *batch: step(model, optimizer, *batch), optimizer, batches)
    assert ours == pytest.approx(theirs, rel=0, abs=tolerance)
    assert abs(theirs[-1] - theirs[0]) > 1e-3
