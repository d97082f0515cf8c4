# REQUIRES: torch, updates
# RUN: %pytest %s
"""Optimizers of fp8 whose states have 8 bits, and bf16 parameters."""

import copy

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
import test_updates as updates  # noqa: E402
from torch_params import difference, make_params, set_gradients, train  # noqa: E402


BITS = {
    "adamw": ("AdamW", {"weight_decay": 0.1}),
    "lion": ("Lion", {"weight_decay": 0.1}),
    "sgd": ("SGD", {"weight_decay": 0.1}),
    "sgd-momentum": ("SGD", {"momentum": 0.9, "dampening": 0.5}),
}


@pytest.mark.parametrize("update", BITS)
def test_split8_has_the_bits_of_fp8_run(tmp_path, update):
    name, options = BITS[update]
    shapes = [tuple(map(int, text.split("x"))) for text in updates.SHAPES]
    params = make_params(shapes=shapes)
    optimizer = getattr(fp8.torch, name)(
        params, lr=3e-3, storage="fp8-split8", **options
    )
    given = {}
    for k, param in enumerate(params):
        given[f"params.{k}"] = ("F32", param.detach().numpy().copy())
        for key in updates.make_updates.OPTIMIZERS[update].states:
            given[f"params.{k}.{key}"] = ("F32", np.zeros(param.shape, np.float32))
    gradients, scalars = [], []
    for step in range(updates.STEPS):
        group = optimizer.param_groups[0]
        group["lr"] *= 0.5
        scalars.append(optimizer._scalars(group, step + 1) | {"gradient_scale": 1.0})
        set_gradients(params, step)
        gradients.append([param.grad.numpy().copy() for param in params])
        optimizer.step()
    for k, drawn in enumerate(zip(*gradients, strict=True)):
        given[f"params.{k}.grad"] = ("F32", np.stack(drawn))
    for key in scalars[0]:
        values = [entry[key] for entry in scalars]
        given[key] = ("F32", np.array(values, np.float32))
    expected = updates.expect(tmp_path, update, "fp8-split8", "f32", given)
    for k, param in enumerate(params):
        for plane, found in optimizer.state[param].items():
            suffix = "" if plane == "param" else "." + plane
            if plane != "step" and param.numel():
                assert found.numpy().tobytes() == expected[f"params.{k}{suffix}"], plane


def count_bytes(optimizer):
    """Returns the bytes of the states, other than counters of steps."""
    return sum(
        value.untyped_storage().nbytes()
        for state in optimizer.state.values()
        for key, value in state.items()
        if key != "step"
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_split8(dtype):
    ours, theirs = make_params(dtype), make_params()
    with torch.no_grad():
        for a, b in zip(ours, theirs, strict=True):
            b.copy_(a)
    mine = fp8.torch.AdamW(ours, lr=1e-3, weight_decay=0.1, storage="fp8-split8")
    other = torch.optim.AdamW(theirs, lr=1e-3, weight_decay=0.1)
    train(mine, ours)
    train(other, theirs)
    count = sum(p.numel() for p in ours)
    assert count_bytes(mine) < 4.15 * count
    # The same movement, up to the noise of 8 bits.
    start = make_params(dtype)[-1].float()
    moved, expected = ours[-1].float() - start, theirs[-1] - start
    assert (moved - expected).norm() < 0.15 * expected.norm()
    unpacked = mine.unpacked_state_dict()["state"][4]
    assert set(unpacked) == {"step", "exp_avg", "exp_avg_sq"}
    expected = other.state[theirs[4]]["exp_avg"]
    assert (unpacked["exp_avg"] - expected).norm() < 0.15 * expected.norm()


def test_split8_takes_states_of_torch():
    ours, theirs = make_params(), make_params()
    other = torch.optim.AdamW(theirs, lr=1e-3)
    train(other, theirs, steps=5, schedule=False)
    with torch.no_grad():
        for a, b in zip(ours, theirs, strict=True):
            a.copy_(b)
    mine = fp8.torch.AdamW(ours, lr=1e-3, storage="fp8-split8")
    mine.load_state_dict(copy.deepcopy(other.state_dict()))
    before = theirs[-1].detach().clone()
    for params, optimizer in ((ours, mine), (theirs, other)):
        set_gradients(params, 5)
        optimizer.step()
    moved, expected = ours[-1] - before, theirs[-1] - before
    assert (moved - expected).norm() < 0.2 * expected.norm()
    assert int(mine.state[ours[4]]["step"]) == 6


@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_loaded_weights_with_other_strides(storage):
    """The exact weight of a saved state is transposed in memory."""
    start = torch.arange(35.0).reshape(5, 7) / 64
    wide = torch.nn.Parameter(start.bfloat16())
    writer = fp8.torch.AdamW([wide], lr=0.0, weight_decay=0.0)
    wide.grad = torch.zeros_like(wide)
    writer.step()
    saved = writer.state_dict()
    saved["state"][0]["param"] = saved["state"][0]["param"].t().contiguous().t()
    reader = fp8.torch.AdamW([wide], lr=0.0, weight_decay=0.0, storage=storage)
    reader.load_state_dict(saved)
    reader.param_groups[0]["storage"] = storage
    reader.step()
    assert torch.equal(wide, start.bfloat16())


def test_split8_takes_weights_that_others_write():
    params = make_params()
    optimizer = fp8.torch.AdamW(params, lr=0.0, weight_decay=0.0, storage="fp8-split8")
    set_gradients(params, 0)
    optimizer.step()
    before = optimizer.unpacked_state_dict()["state"][4]["exp_avg"]
    with torch.no_grad():
        params[4].fill_(0.75)
        params[4].grad.zero_()
    optimizer.step()
    assert torch.equal(params[4], torch.full((197, 192), 0.75))
    after = optimizer.unpacked_state_dict()["state"][4]["exp_avg"]
    assert (after - 0.9 * before).norm() < 0.1 * before.norm()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_weights_that_others_replace(dtype, storage):
    """By `data`, by a step without the parameter, and after loading states."""
    params = make_params(dtype)

    def step(optimizer, missing=()):
        set_gradients(params, 0, missing)
        optimizer.step()

    optimizer = fp8.torch.AdamW(params, lr=0.0, weight_decay=0.0, storage=storage)
    expected = torch.full((197, 192), 0.75, dtype=dtype)
    step(optimizer)
    params[4].data = expected.clone()
    step(optimizer)
    assert torch.equal(params[4], expected)
    expected = expected * 2
    with torch.no_grad():
        params[4].copy_(expected)
    step(optimizer, missing=[0])
    assert torch.equal(params[4], expected)
    saved = copy.deepcopy(optimizer.state_dict())
    other = fp8.torch.AdamW(params, lr=0.0, weight_decay=0.0, storage=storage)
    other.load_state_dict(saved)
    expected = expected * 2
    with torch.no_grad():
        params[4].copy_(expected)
    step(other)
    assert torch.equal(params[4], expected)


@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_elements_that_nobody_writes_stay_exact(storage):
    """A loop that writes one element at each step does not round the others."""
    start = torch.full((256,), 1.0, dtype=torch.bfloat16)
    ours = [torch.nn.Parameter(start.clone()) for _ in range(2)]
    optimizer = fp8.torch.AdamW(ours, lr=1e-4, weight_decay=0.0, storage=storage)
    for _ in range(100):
        for param in ours:
            param.grad = torch.ones_like(param)
        optimizer.step()
        with torch.no_grad():
            ours[0][0] = 2.0
    assert ours[0][0] == 2.0
    torch.testing.assert_close(ours[0][1:].float(), ours[1][1:].float(), rtol=0, atol=2**-8)
    assert (ours[1] < 0.995).all()


def test_bf16_parameters_have_masters():
    ours, theirs = make_params(torch.bfloat16), make_params()
    with torch.no_grad():
        for a, b in zip(ours, theirs, strict=True):
            b.copy_(a)
    mine, other = fp8.torch.AdamW(ours, lr=1e-4), torch.optim.AdamW(theirs, lr=1e-4)
    for step in range(5):
        set_gradients(ours, step)
        for a, b in zip(ours, theirs, strict=True):
            b.grad = a.grad.float()
        mine.step()
        other.step()
    masters = [mine.state[p]["param"] for p in ours]
    assert difference(masters, theirs) < 1e-6
    for param, master in zip(ours, masters, strict=True):
        assert torch.equal(param, master.to(torch.bfloat16))
