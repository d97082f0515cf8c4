# REQUIRES: torch, updates
# RUN: %pytest %s
"""Stored states in checkpoints of torch.distributed."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
import torch.distributed.checkpoint as dcp  # noqa: E402
from torch.distributed.checkpoint.state_dict import get_state_dict  # noqa: E402
from torch.distributed.checkpoint.state_dict import set_state_dict  # noqa: E402
from torch_params import set_gradients  # noqa: E402


def make(storage, lr):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.Linear(32, 4))
    return model, fp8.torch.AdamW(model.parameters(), lr=lr, storage=storage)


def run(model, optimizer, steps):
    for step in steps:
        set_gradients(list(model.parameters()), step)
        optimizer.step()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_resumed_runs_have_the_same_bits(storage, tmp_path):
    model, optimizer = make(storage, lr=0.01)
    run(model, optimizer, range(3))
    weights, states = get_state_dict(model, optimizer)
    dcp.save({"model": weights, "optimizer": states}, checkpoint_id=tmp_path)

    # The new optimizer has another learning rate, and no states.
    other, resumed = make(storage, lr=0.5)
    weights, states = get_state_dict(other, resumed)
    found = {"model": weights, "optimizer": states}
    dcp.load(found, checkpoint_id=tmp_path)
    set_state_dict(other, resumed, model_state_dict=found["model"], optim_state_dict=found["optimizer"])
    assert resumed.param_groups[0]["lr"] == 0.01
    run(model, optimizer, range(3, 6))
    run(other, resumed, range(3, 6))
    for param, expected in zip(other.parameters(), model.parameters(), strict=True):
        assert torch.equal(param, expected)
        for name, value in optimizer.state[expected].items():
            assert torch.equal(resumed.state[param][name], value), name
