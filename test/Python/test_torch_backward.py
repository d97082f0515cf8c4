# REQUIRES: torch, updates
# RUN: %pytest %s
"""Optimizers of fp8 that update each parameter while `backward` runs."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import torch.nn.functional as F  # noqa: E402

import fp8.torch  # noqa: E402
import torch_params  # noqa: E402, F401

KINDS = {
    "adamw": ("AdamW", {"weight_decay": 0.1}),
    "split8": ("AdamW", {"storage": "fp8-split8"}),
    "lion-split8": ("Lion", {"storage": "fp8-split8"}),
    "momentum": ("SGD", {"momentum": 0.9, "nesterov": True}),
}


def make_model(dtype=torch.float32):
    """Returns layers, of which the first and the last share their weight."""
    torch.manual_seed(0)
    layers = [torch.nn.Linear(24, 24) for _ in range(3)]
    layers[2].weight = layers[0].weight
    return torch.nn.Sequential(*layers).to(dtype)


def make_optimizer(model, kind):
    name, options = KINDS[kind]
    groups = [
        {"params": [p for p in model.parameters() if p.dim() > 1]},
        {"params": [p for p in model.parameters() if p.dim() == 1], "lr": 3e-3},
    ]
    return getattr(fp8.torch, name)(groups, lr=1e-3, **options)


def train(model, optimizer, steps=5):
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=1e-2, total_steps=20
    )
    draw = torch.Generator().manual_seed(1)
    for step in range(steps):
        if step == 3:
            # A frozen parameter, which is unfrozen later.
            model[1].weight.requires_grad_(True)
        x = torch.randn(8, 24, generator=draw).to(model[0].weight.dtype)
        F.mse_loss(model(x), x.flip(1)).backward()
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("kind", KINDS)
def test_bits_of_step(kind, dtype):
    models = []
    for in_backward in (False, True):
        model = make_model(dtype)
        model[1].weight.requires_grad_(False)
        optimizer = make_optimizer(model, kind)
        if in_backward:
            optimizer.step_in_backward()
        train(model, optimizer)
        models.append((model, optimizer))
    (one, first), (other, second) = models
    for a, b in zip(one.parameters(), other.parameters(), strict=True):
        assert torch.equal(a, b)
        assert first.state[a].keys() == second.state[b].keys()
        for key, value in first.state[a].items():
            assert torch.equal(value, second.state[b][key]), key


def test_gradients_are_freed():
    """At most one gradient exists at a time."""
    model = make_model()
    optimizer = fp8.torch.AdamW(model.parameters())
    handle = optimizer.step_in_backward()
    found = []

    def count(_):
        found.append(sum(p.grad is not None for p in model.parameters()))

    for param in model.parameters():
        param.register_post_accumulate_grad_hook(count)
    before = [p.detach().clone() for p in model.parameters()]
    model(torch.ones(2, 24)).sum().backward()
    assert found == [0] * 5
    assert all(p.grad is None for p in model.parameters())
    assert not any(torch.equal(a, b) for a, b in zip(before, model.parameters()))
    # Without the hooks, gradients stay until the step.
    handle.remove()
    before = [p.detach().clone() for p in model.parameters()]
    model(torch.ones(2, 24)).sum().backward()
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters()))
    optimizer.step()
    assert int(optimizer.state[model[1].bias]["step"]) == 2
    assert not torch.equal(before[1], model[0].bias)


def test_groups_that_are_added():
    model = make_model()
    optimizer = fp8.torch.AdamW(model[0].parameters())
    optimizer.step_in_backward()
    optimizer.add_param_group({"params": model[1].parameters()})
    model(torch.ones(2, 24)).sum().backward()
    steps = [int(optimizer.state[p]["step"]) for p in optimizer.state]
    assert steps == [1] * 4 and model[2].bias.grad is not None


@pytest.mark.parametrize("factor", [1.0, float("inf")])
def test_scaled_gradients_are_refused(factor):
    model = make_model()
    optimizer = fp8.torch.AdamW(model.parameters())
    optimizer.step_in_backward()
    # A gradient that is set, as gradients of `fully_shard` are, waits for the step.
    late = torch.nn.Parameter(torch.ones(()))
    optimizer.add_param_group({"params": late})
    scaler = torch.amp.GradScaler("cpu")
    loss = scaler.scale(model(torch.ones(2, 24)).sum())
    loss.backward()
    late.grad = torch.tensor(factor)
    message = "unsupported: GradScaler with step_in_backward.* already changed parameters"
    with pytest.raises(ValueError, match=message):
        scaler.step(optimizer)


def test_removed_twice():
    """A handle that is removed again leaves the hooks of a later one."""
    model = make_model()
    optimizer = fp8.torch.AdamW(model.parameters())
    first = optimizer.step_in_backward()
    assert optimizer.step_in_backward() is first
    first.remove()
    second = optimizer.step_in_backward()
    first.remove()
    optimizer.add_param_group({"params": torch.nn.Parameter(torch.ones(3))})
    assert optimizer.step_in_backward() is second
    added = optimizer.param_groups[-1]["params"][0]
    (model(torch.ones(2, 24)).sum() + added.sum()).backward()
    assert int(optimizer.state[model[1].bias]["step"]) == 1
    assert int(optimizer.state[added]["step"]) == 1
    second.remove()
    model(torch.ones(2, 24)).sum().backward()
    assert int(optimizer.state[model[1].bias]["step"]) == 1
