# REQUIRES: torch, updates
# RUN: %pytest %s
"""Unusual tensors and hyperparameters: right results, or an error of one line."""

import copy

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
from torch_params import difference, make_params, set_gradients  # noqa: E402

STORAGES = ("fp32", "fp8-split8")


def make(shapes, storage="fp32"):
    torch.manual_seed(0)
    params = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    return params, fp8.torch.AdamW(params, lr=0.1, storage=storage)


def fails(message, call, *arguments, **options):
    with pytest.raises(ValueError, match=message) as caught:
        call(*arguments, **options)
    assert "\n" not in str(caught.value)


def test_negated_views():
    # As the imaginary part of a conjugate: the memory has the opposite sign.
    params, optimizer = make([(6,)])
    others = copy.deepcopy(params)
    reference = torch.optim.AdamW(others, lr=0.1)
    for step in range(3):
        gradient = torch._neg_view(torch.arange(1.0, 7.0) + step)
        assert gradient.is_neg() and gradient.is_contiguous()
        params[0].grad, others[0].grad = gradient, gradient.clone()
        optimizer.step()
        reference.step()
    assert difference(params, others) < 2e-6
    negated = torch._neg_view(torch.ones(3))
    fails("is a negated view; resolve_neg", fp8.torch.AdamW, [negated])


@pytest.mark.parametrize("storage", STORAGES)
def test_shared_memory(storage):
    base = torch.randn(300)
    parts = [torch.nn.Parameter(part) for part in base.split([128, 2, 170])]
    optimizer = fp8.torch.AdamW(parts, storage=storage)
    for part in parts:
        part.grad = torch.ones_like(part)
    before = base.clone()
    optimizer.step()
    assert (base < before).all()
    # Parts that meet are disjoint. Tied values would be updated twice at once.
    parts[2].data = base[100:270]
    fails(r"two of shapes \(128,\) and \(170,\) share elements; .*a.weight = b.weight",
          optimizer.step)  # fmt: skip
    params, optimizer = make([(4, 4), (4,)], storage)
    params[1].data = params[0].data[3]
    for param in params:
        param.grad = torch.ones_like(param)
    fails(r"two of shapes \(4, 4\) and \(4,\) share elements", optimizer.step)


@pytest.mark.parametrize("in_backward", [False, True])
def test_shared_memory_of_two_groups(in_backward):
    """Stored weights of one would overwrite those of the other."""
    params, _ = make([(4, 4), (4,)])
    params[1].data = params[0].data[3]
    groups = [{"params": [param]} for param in params]
    optimizer = fp8.torch.AdamW(groups, storage="fp8-split8")
    if in_backward:
        optimizer.step_in_backward()

    def step():
        (params[0].sum() + params[1].sum()).backward()
        optimizer.step()

    fails(r"two of shapes \(4, 4\) and \(4,\) share elements", step)
    params[1].data = params[1].data.clone()
    step()


@pytest.mark.parametrize("storage", STORAGES)
def test_other_shapes(storage):
    params, optimizer = make([(6, 7)], storage)
    params[0].grad = torch.ones(6, 7)
    params[0].data = params[0].data.view(7, 6)
    fails(r"expected a gradient of the shape \(7, 6\) of its parameter, but got \(6, 7\)",
          optimizer.step)  # fmt: skip
    params[0].grad = torch.ones(7, 6)
    optimizer.step()
    params[0].data = torch.ones(6, 7)
    params[0].grad = torch.ones(6, 7)
    fails(r"expected a parameter of shape \(7, 6\), as its states, but it has \(6, 7\)",
          optimizer.step)  # fmt: skip


def test_states_of_other_shapes():
    params, optimizer = make([(6, 7)])
    saved = torch.optim.AdamW([torch.nn.Parameter(torch.ones(7, 6))])
    saved.param_groups[0]["params"][0].grad = torch.ones(7, 6)
    saved.step()
    optimizer.load_state_dict(saved.state_dict())
    params[0].grad = torch.ones(6, 7)
    fails(r"expected state 'exp_avg' to have floats of shape \(6, 7\)", optimizer.step)


@pytest.mark.parametrize("in_backward", [False, True])
def test_amsgrad_that_is_switched_on(in_backward):
    params, optimizer = make([(3,)])
    if in_backward:
        optimizer.step_in_backward()
    optimizer.param_groups[0]["amsgrad"] = True
    before = params[0].detach().clone()

    def step():
        params[0].sum().backward()
        optimizer.step()

    fails("unsupported: AdamW with amsgrad; expected amsgrad=False", step)
    assert torch.equal(params[0].detach(), before)


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("lr", None, "expected a number for lr, but got None"),
        ("lr", "a", "expected a number for lr, but got 'a'"),
        ("betas", (0.9, 1.0), "expected beta2 to be at least 0.0 and below 1.0"),
        ("betas", (0.9, 0.9, 0.9), "expected two betas"),
        ("eps", ..., "expected eps in a param group, but it has none"),
    ],
)
def test_hyperparameters_that_go_bad(key, value, message):
    (param,) = make_params(shapes=[(4,)])
    optimizer = fp8.torch.AdamW([param])
    set_gradients([param], 0)
    optimizer.step()
    before = param.detach().clone()
    group = optimizer.param_groups[0]
    good = group.pop(key)
    if value is not ...:
        group[key] = value
    with pytest.raises(ValueError, match=message):
        optimizer.step()
    assert torch.equal(param, before)
    group[key] = good
    optimizer.step()
    assert not torch.equal(param, before)


@pytest.mark.parametrize("kind", ["parameter", "gradient"])
def test_freed_memory(kind):
    param = torch.nn.Parameter(torch.empty(4).fill_(1.0))
    param.grad = torch.empty(4).fill_(1.0)
    optimizer = fp8.torch.AdamW([param])
    optimizer.step()
    tensor = param if kind == "parameter" else param.grad
    tensor.untyped_storage().resize_(0)
    with pytest.raises(ValueError, match=rf"a {kind} of shape \(4,\) with memory, but its"):
        optimizer.step()


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("default", [torch.bfloat16, torch.float64, "meta"])
def test_default_types_and_devices(default, storage):
    """States are f32 on the CPU, whatever new tensors are by default."""
    # Small tensors, those of a block, and one with memory of its own.
    for shapes in ([(2, 9)], [(2, 9)] + [(300, 300)] * 4 + [(600, 600)]):
        params, optimizer = make(shapes, storage)
        others = copy.deepcopy(params)
        reference = fp8.torch.AdamW(others, lr=0.1, storage=storage)
        if default == "meta":
            torch.set_default_device(default)
        else:
            torch.set_default_dtype(default)
        try:
            for param in params:
                param.grad = torch.ones_like(param)
            optimizer.step()
            params[0].data = params[0].data + 1
            optimizer.step()
            unpacked = optimizer.unpacked_state_dict()["state"]
        finally:
            torch.set_default_device(None)
            torch.set_default_dtype(torch.float32)
        for param in others:
            param.grad = torch.ones_like(param)
        reference.step()
        others[0].data = others[0].data + 1
        reference.step()
        for i, (param, other) in enumerate(zip(params, others, strict=True)):
            assert torch.equal(param, other)
            for name, value in reference.state[other].items():
                found = optimizer.state[param][name]
                assert found.dtype == value.dtype and torch.equal(found, value), name
            for value in unpacked[i].values():
                assert value.dtype == torch.float32 and value.device.type == "cpu"


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("storage", STORAGES)
def test_freed_memory_before_the_first_step(dtype, storage):
    param = torch.nn.Parameter(torch.ones(4).to(dtype, copy=True))
    optimizer = fp8.torch.AdamW([param], storage=storage)
    param.grad = torch.ones_like(param)
    param.untyped_storage().resize_(0)
    fails(r"a parameter of shape \(4,\) with memory, but its storage has", optimizer.step)


def test_bad_hyperparameters():
    params, _ = make([(3,)])
    AdamW = fp8.torch.AdamW
    fails("expected a number for lr, but got '1'", AdamW, params, lr="1")
    fails("expected a number for lr, but got None", AdamW, params, lr=None)
    fails("expected a number for lr, but got nan", AdamW, params, lr=float("nan"))
    fails("expected a number for eps", AdamW, params, eps=torch.ones(2))
    fails("expected two betas, but got 0.9", AdamW, params, betas=0.9)
    fails(r"expected two betas, but got \(0.9,\)", AdamW, params, betas=(0.9,))
    fails("unsupported storage None of adamw: expected 'fp32' or", AdamW, params, storage=None)


def test_tensors_as_hyperparameters():
    params, optimizer = make([(6, 7)])
    others = copy.deepcopy(params)
    reference = torch.optim.AdamW(others, lr=0.1)
    for step in range(4):
        for chosen, owner in ((params, optimizer), (others, reference)):
            group = owner.param_groups[0]
            if step == 0:
                group["lr"] = torch.tensor(0.1)
            else:
                group["lr"].mul_(0.5)
            chosen[0].grad = torch.full((6, 7), float(step))
            owner.step()
    assert difference(params, others) < 2e-6
