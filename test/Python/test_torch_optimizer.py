# REQUIRES: torch, updates
# RUN: %pytest %s
"""fp8.torch.AdamW, SGD and Lion beside the optimizers of PyTorch."""

import copy
import io
import math
import pickle

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
from torch_params import difference, make_params, set_gradients, train  # noqa: E402


KINDS = {
    "adamw": ("AdamW", {"lr": 1e-3, "weight_decay": 0.1}),
    "adamw-betas": ("AdamW", {"lr": 1e-3, "betas": (0.5, 0.6), "eps": 1e-3}),
    "adamw-maximize": ("AdamW", {"lr": 1e-3, "maximize": True}),
    "sgd": ("SGD", {"lr": 1e-2, "weight_decay": 0.1}),
    "momentum": ("SGD", {"lr": 1e-2, "momentum": 0.9, "dampening": 0.5}),
    "nesterov": ("SGD", {"lr": 1e-2, "momentum": 0.9, "nesterov": True}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_as_close_to_double_as_fused(kind):
    name, options = KINDS[kind]
    steps = 100 if kind == "adamw" else 25
    ours, fused = make_params(), make_params()
    exact = [torch.nn.Parameter(p.detach().double()) for p in ours]
    train(getattr(fp8.torch, name)(ours, **options), ours, steps)
    train(getattr(torch.optim, name)(fused, fused=True, **options), fused, steps)
    double = getattr(torch.optim, name)(exact, **options)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(double, steps)
    for step in range(steps):
        set_gradients(fused, step)
        for param, other in zip(exact, fused, strict=True):
            param.grad = other.grad.double()
        double.step()
        cosine.step()
    # Both are off by roundings, which differ.
    assert difference(ours, exact) <= 1.25 * difference(fused, exact) + 1e-7


def reference_lion(params, lr, betas, decay, steps):
    moments = [torch.zeros_like(p) for p in params]
    for step in range(steps):
        set_gradients(params, step)
        with torch.no_grad():
            for param, moment in zip(params, moments, strict=True):
                mixed = moment * betas[0] + param.grad * (1 - betas[0])
                param.mul_(1 - lr * decay).sub_(lr * mixed.sign())
                moment.mul_(betas[1]).add_(param.grad, alpha=1 - betas[1])


def test_lion():
    ours, expected = make_params(), make_params()
    optimizer = fp8.torch.Lion(ours, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.1)
    train(optimizer, ours, schedule=False)
    reference_lion(expected, 1e-3, (0.9, 0.99), 0.1, 20)
    # A sign may differ where the momentum is almost 0.
    close = [(a - b).abs().le(1e-6).float().mean() for a, b in zip(ours, expected, strict=True) if a.numel()]
    assert min(close) > 0.999


def test_groups_and_missing_gradients():
    ours, theirs = make_params(), make_params()

    def make(kind, params):
        groups = [
            {"params": params[:4], "weight_decay": 0.0},
            {"params": params[4:], "lr": 3e-3},
        ]
        return kind(groups, lr=1e-3, weight_decay=0.1)

    optimizers = make(fp8.torch.AdamW, ours), make(torch.optim.AdamW, theirs)
    for step in range(6):
        missing = {1: [0, 4], 3: [4, 5], 4: range(8)}.get(step, ())
        for params, optimizer in zip((ours, theirs), optimizers, strict=True):
            set_gradients(params, step, missing)
            optimizer.step()
    assert difference(ours, theirs) < 1e-6
    steps = [int(optimizers[0].state[p]["step"]) for p in ours]
    assert steps == [int(optimizers[1].state[p]["step"]) for p in theirs]


def test_momentum_that_is_switched_on():
    ours, theirs = make_params(), make_params()
    mine, other = fp8.torch.SGD(ours, lr=1e-2), torch.optim.SGD(theirs, lr=1e-2)
    for step in range(6):
        for params, optimizer in ((ours, mine), (theirs, other)):
            optimizer.param_groups[0]["momentum"] = 0.9 if step > 2 else 0.0
            set_gradients(params, step)
            optimizer.step()
    assert difference(ours, theirs) < 1e-6


@pytest.mark.parametrize("kind", ["adamw", "momentum"])
def test_state_dict_round_trip(kind):
    name, options = KINDS[kind]
    ours, theirs = make_params(), make_params()
    mine = getattr(fp8.torch, name)(ours, **options)
    other = getattr(torch.optim, name)(theirs, **options)
    train(mine, ours, steps=5)
    train(other, theirs, steps=5)
    # Each goes on from the states of the other.
    saved = copy.deepcopy(mine.state_dict()), copy.deepcopy(other.state_dict())
    other.load_state_dict(saved[0])
    mine.load_state_dict(saved[1])
    train(mine, ours, steps=5)
    train(other, theirs, steps=5)
    assert difference(ours, theirs) < 1e-6


def test_resume_has_the_same_bits():
    for storage in ("fp32", "fp8-split8"):
        ours = make_params()
        optimizer = fp8.torch.AdamW(ours, lr=1e-3, storage=storage)
        train(optimizer, ours, steps=4, schedule=False)
        file = io.BytesIO()
        torch.save({"optimizer": optimizer.state_dict(), "params": ours}, file)
        file.seek(0)
        loaded = torch.load(file, weights_only=False)
        others = loaded["params"]
        resumed = fp8.torch.AdamW(others, lr=1e-3, storage=storage)
        resumed.load_state_dict(loaded["optimizer"])
        train(optimizer, ours, steps=4, schedule=False)
        train(resumed, others, steps=4, schedule=False)
        for a, b in zip(ours, others, strict=True):
            assert torch.equal(a, b)


def test_gradient_scaler():
    """A step with infinite gradients is skipped, and gradients stay scaled."""
    ours, theirs = make_params(), make_params()
    mine = fp8.torch.AdamW(ours, lr=1e-3)
    other = torch.optim.AdamW(theirs, lr=1e-3)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for step in range(4):
        scale = scaler.scale(torch.tensor(1.0)).item()
        set_gradients(theirs, step)
        set_gradients(ours, step)
        for param in ours:
            param.grad *= scale
        if step == 2:
            ours[3].grad[2] = math.inf
        scaler.step(mine)
        scaler.update()
        if step != 2:
            other.step()
    assert difference(ours, theirs) < 1e-6
    assert int(mine.state[ours[3]]["step"]) == 3


def test_copies():
    for make in (copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))):
        params = make_params()
        optimizer = fp8.torch.AdamW(params, lr=1e-3, storage="fp8-split8", seed=3)
        train(optimizer, params, steps=2, schedule=False)
        other, others = make((optimizer, params))
        train(optimizer, params, steps=2, schedule=False)
        train(other, others, steps=2, schedule=False)
        for a, b in zip(params, others, strict=True):
            assert torch.equal(a, b)


def test_hooks_and_profiler():
    params = make_params()
    optimizer = fp8.torch.AdamW(params)
    calls = []
    optimizer.register_step_pre_hook(lambda *_: calls.append("before"))
    handle = optimizer.register_step_post_hook(lambda *_: calls.append("after"))
    set_gradients(params, 0)
    assert optimizer.step(lambda: torch.tensor(3.0)) == 3
    handle.remove()
    optimizer.step()
    assert calls == ["before", "after", "before"]
    optimizer = fp8.torch.AdamW(params)
    with torch.profiler.profile() as profile:
        optimizer.step()
    names = [event.key for event in profile.key_averages()]
    assert "Optimizer.step#AdamW.step" in names


def test_addresses_and_versions():
    """Updates are in place, and autograd sees them."""
    params = make_params()
    optimizer = fp8.torch.AdamW(params, lr=1e-3)
    addresses = [p.data_ptr() for p in params]
    train(optimizer, params, steps=2)
    assert addresses == [p.data_ptr() for p in params]
    weight = params[4]
    loss = (weight * weight).sum()
    set_gradients(params, 0)
    optimizer.step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_gradients_with_strides():
    ours, theirs = make_params(), make_params()
    mine, other = fp8.torch.AdamW(ours, lr=1e-3), torch.optim.AdamW(theirs, lr=1e-3)
    for params, optimizer in ((ours, mine), (theirs, other)):
        set_gradients(params, 0)
        params[4].grad = torch.linspace(-1, 1, 197 * 192).reshape(192, 197).t()
        params[5].grad = torch.tensor(0.5).expand(33, 5)
        optimizer.step()
    assert difference(ours, theirs) < 1e-6


def test_moved_parameters():
    """Memory of a parameter may change between steps."""
    ours, theirs = make_params(), make_params()
    mine, other = fp8.torch.AdamW(ours, lr=1e-3), torch.optim.AdamW(theirs, lr=1e-3)
    for step in range(3):
        for params, optimizer in ((ours, mine), (theirs, other)):
            for param in params:
                param.data = param.data.clone()
            set_gradients(params, step)
            optimizer.step()
    assert difference(ours, theirs) < 1e-6


def test_many_states_are_made_at_once():
    # Enough for blocks of memory, one of them full; and tensors that need none.
    shapes = [(0,), (), (3, 3000), *[(4100,)] * 1100, (600, 700)]
    params = [torch.nn.Parameter(torch.ones(shape)) for shape in shapes]
    optimizer = fp8.torch.AdamW(params, lr=1e-3)
    for param in params:
        param.grad = torch.full_like(param, 2.0)
    optimizer.step()
    moments = [optimizer.state[param]["exp_avg"] for param in params]
    for param, moment in zip(params, moments, strict=True):
        assert moment.shape == param.shape
        assert torch.all((moment - 0.2).abs() < 1e-6)
        # A state has its own storage, as those of PyTorch.
        assert moment.untyped_storage().nbytes() == 4 * param.numel()
        assert moment.data_ptr() % 64 == 0
    spans = sorted((m.data_ptr(), m.numel() * 4) for m in moments if m.numel())
    assert all(a + size <= b for (a, size), (b, _) in zip(spans, spans[1:]))
    kept = moments[5]
    del optimizer, moments, moment
    assert torch.all((kept - 0.2).abs() < 1e-6)


def test_rest_after_a_full_block():
    """A block for one small tensor would be larger than the tensor."""
    from fp8.torch._update_zeros import Zeros

    shape = torch.Size([1 << 17])
    zeros = Zeros([shape.numel()] * 33)
    made = zeros.make([shape] * 33)
    # Storages that PyTorch has made are resizable, unlike those in blocks.
    assert [i for i, t in enumerate(made) if t.untyped_storage().resizable()] == [32]


def test_kernels_without_advice(monkeypatch):
    """Blocks are zeros on a system that refuses to map them at once."""
    from fp8.torch import _update_zeros

    monkeypatch.setattr(_update_zeros, "_MADV_POPULATE_WRITE", 1 << 30)
    shape = torch.Size([1 << 17])
    for tensor in _update_zeros.Zeros([shape.numel()] * 4).make([shape] * 4):
        assert not tensor.untyped_storage().resizable()
        assert not tensor.any()


def test_fork():
    import multiprocessing

    params = make_params()
    optimizer = fp8.torch.AdamW(params, lr=1e-3)
    train(optimizer, params, steps=1)

    def child(queue):
        train(optimizer, params, steps=1)
        queue.put(params[3].sum().item())

    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    found = queue.get(timeout=60)
    process.join()
    train(optimizer, params, steps=1)
    assert found == params[3].sum().item()


def test_step_within_torch_compile():
    ours, theirs = make_params(), make_params()
    mine, other = fp8.torch.AdamW(ours, lr=1e-3), torch.optim.AdamW(theirs, lr=1e-3)

    @torch.compile(backend="eager")
    def scale_and_step():
        for param in ours:
            param.grad = param.grad * 2
        mine.step()

    for step in range(2):
        set_gradients(ours, step)
        set_gradients(theirs, step)
        for param in theirs:
            param.grad = param.grad * 2
        scale_and_step()
        other.step()
    assert difference(ours, theirs) < 1e-6
