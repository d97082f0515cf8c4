# REQUIRES: torch, updates
# RUN: %pytest %s
"""Addresses of many tensors, read by libfp8rt and by Python."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
from fp8.torch import _addresses  # noqa: E402
from fp8.torch._addresses import Layout, Reader  # noqa: E402


def make(dtype=torch.float32):
    shapes = [(), (0,), (0, 3), (1,), (7,), (3, 1, 5), (2, 3, 4)]
    return [torch.ones(shape, dtype=dtype) for shape in shapes]


def read(tensors, layouts):
    """Returns the addresses of lists of tensors."""
    if _addresses._find_function() is None:
        pytest.skip("this PyTorch exports no DLPackExchangeAPI")
    found = Reader(len(tensors[0]), layouts).read(tensors)
    return None if found is None else list(found)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_addresses(dtype):
    tensors = make(dtype) + [torch.ones(10, dtype=dtype)[3:7]]
    tensors.append(torch.nn.Parameter(torch.ones(4, dtype=dtype)))
    layout = Layout(dtype, [tensor.numel() for tensor in tensors])
    assert layout.has(tensors)
    others = [torch.ones(4, 3).t() for _ in tensors]
    others[2] = torch.ones(2, dtype=torch.uint8)
    expected = [tensor.data_ptr() for tensor in tensors + others]
    assert read([tensors, others], [layout, None]) == expected
    assert read([others, tensors], [layout, None]) is None
    assert read([tensors, others[1:]], [layout, None]) is None
    assert read([tensors, [*others[1:], None]], [layout, None]) is None


def freed():
    tensor = torch.ones(7)
    tensor.untyped_storage().resize_(0)
    return tensor


OTHERS = {
    "type": lambda: torch.ones(7, dtype=torch.bfloat16),
    "integer": lambda: torch.ones(7, dtype=torch.int32),
    "complex": lambda: torch.ones(7, dtype=torch.complex64),
    "size": lambda: torch.ones(8),
    "strides": lambda: torch.ones(14)[::2],
    "repeated": lambda: torch.ones(1).expand(7),
    "freed": freed,
}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_layouts(kind):
    tensors = make()
    layout = Layout(torch.float32, [tensor.numel() for tensor in tensors])
    tensors[4] = OTHERS[kind]()
    assert not layout.has(tensors)
    assert read([tensors], [layout]) is None
    assert read([tensors], [None]) == [tensor.data_ptr() for tensor in tensors]


def test_no_memory():
    for other in (torch.eye(3).to_sparse(), torch.ones(3, device="meta"), None):
        assert read([[torch.ones(3), other]], [None]) is None


def run_steps(storage):
    torch.manual_seed(0)
    params = [torch.nn.Parameter(torch.randn(n, 3)) for n in (1, 5, 40)]
    params[1].grad_dtype = None
    optimizer = fp8.torch.AdamW(params, lr=0.1, storage=storage)
    for step in range(4):
        for param in params:
            param.grad = torch.randn(param.shape)
        if step == 1:
            params[1].grad = torch.randn(3, 5).t()
        if step == 2:
            params[1].grad = params[1].grad.to(torch.bfloat16)
        optimizer.step()
    params[0].data = torch.ones(2, 3)
    with pytest.raises(ValueError, match=r"a parameter of shape \(1, 3\), as its"):
        optimizer.step()
    return params[1:]


@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_steps(storage, monkeypatch):
    """The optimizer gives the same results with both, and the same errors."""
    expected = run_steps(storage)
    monkeypatch.setattr(_addresses, "_find_function", lambda: None)
    for a, b in zip(expected, run_steps(storage), strict=True):
        assert torch.equal(a, b)


def test_replaced_states():
    """States that other code replaces while a parameter has no gradient are used."""
    params = [torch.nn.Parameter(torch.ones(4)) for _ in range(3)]
    groups = [{"params": params[:2]}, {"params": params[2:]}]
    optimizer = fp8.torch.AdamW(groups, lr=0.1)

    def step(chosen):
        for param in params:
            param.grad = torch.ones(4) if param in chosen else None
        optimizer.step()

    for _ in range(2):
        step(set(params))
    replaced = {key: value.clone() for key, value in optimizer.state[params[2]].items()}
    replaced["exp_avg"].fill_(100.0)
    optimizer.state[params[2]] = replaced
    step(set(params[:2]))
    step(set(params[:2]))
    before = params[2].detach().clone()
    step(set(params))
    assert (params[2] < before - 1).all()
    assert int(optimizer.state[params[2]]["step"]) == 3
    # States that trade places.
    a, b = (optimizer.state[param] for param in params[:2])
    a["exp_avg"].fill_(100.0)
    optimizer.state[params[0]], optimizer.state[params[1]] = b, a
    before = [param.detach().clone() for param in params[:2]]
    step(set(params[:2]))
    assert (params[1] < before[1] - 1).all()
    assert (params[0] > before[0] - 1).all()


def append(optimizer, params, other):
    optimizer.param_groups[0]["params"].append(other)


def replace(optimizer, params, other):
    optimizer.param_groups[0]["params"][1] = other


def replace_and_move_state(optimizer, params, other):
    state = optimizer.state.pop(params[1], {})
    optimizer.param_groups[0]["params"][1] = other
    optimizer.state[other] = state


def reverse(optimizer, params, other):
    optimizer.param_groups[0]["params"].reverse()


def pop(optimizer, params, other):
    optimizer.param_groups[0]["params"].pop()


def forget(optimizer, params, other):
    for state in optimizer.state.values():
        state.update({key: None for key in state if key != "step"})


EDITS = [append, replace, replace_and_move_state, reverse, pop, forget]


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", ["AdamW", "SGD"])
def test_edited_groups(name, edit):
    """A param group or states that other code edits between steps."""
    results = []
    options = {"momentum": 0.9} if name == "SGD" else {}
    for module in (fp8.torch, torch.optim):
        params = [torch.nn.Parameter(torch.ones(5)) for _ in range(3)]
        optimizer = getattr(module, name)(params[:2], lr=0.1, **options)
        for step in range(4):
            for sign, param in zip((1.0, -1.0, 1.0), params, strict=True):
                param.grad = torch.full((5,), sign)
            if step == 2 and edit is forget and name == "AdamW":
                # PyTorch has no default for a moment that is None.
                for state in optimizer.state.values():
                    for key in ("exp_avg", "exp_avg_sq"):
                        state[key] = torch.zeros(5) if module is torch.optim else None
            elif step == 2:
                edit(optimizer, params, params[2])
            optimizer.step()
        results.append(params)
    for found, expected in zip(*results, strict=True):
        assert (found - expected).abs().max() < 2e-6
