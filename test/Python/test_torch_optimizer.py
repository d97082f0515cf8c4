# REQUIRES: torch, updates
# RUN: %pytest %s
"""fp8.torch.AdamW, SGD and Lion beside the optimizers of PyTorch."""

import copy
import io
import math
import pickle

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
import test_updates as updates  # noqa: E402

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


# ----------------------------------------------------------------------------
# Stored states
# ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["AdamW", "Lion"])
def test_split8_has_the_bits_of_fp8_run(tmp_path, name):
    shapes = [tuple(map(int, text.split("x"))) for text in updates.SHAPES]
    params = make_params(shapes=shapes)
    optimizer = getattr(fp8.torch, name)(
        params, lr=3e-3, weight_decay=0.1, storage="fp8-split8"
    )
    given = {}
    for k, param in enumerate(params):
        given[f"params.{k}"] = ("F32", param.detach().numpy().copy())
        for key in updates.make_updates.OPTIMIZERS[name.lower()].states:
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
    expected = updates.expect(tmp_path, name.lower(), "fp8-split8", "f32", given)
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


# ----------------------------------------------------------------------------
# Errors
# ----------------------------------------------------------------------------


def fails(message, make, *arguments, **options):
    with pytest.raises(ValueError, match=message) as caught:
        make(*arguments, **options)
    assert "\n" not in str(caught.value)


def test_errors():
    AdamW, SGD, Lion = fp8.torch.AdamW, fp8.torch.SGD, fp8.torch.Lion
    params = make_params()
    fails("expected lr to be at least 0.0, but got -1", AdamW, params, lr=-1)
    fails("expected beta2 to be at least 0.0 and below 1.0", AdamW, params, betas=(0.9, 1.0))
    fails("expected momentum and no dampening", SGD, params, nesterov=True)
    fails("unsupported storage 'fp4' of adamw: expected 'fp32' or 'fp8-split8'", AdamW, params, storage="fp4")
    fails("unsupported storage 'fp8-split8' of sgd: expected 'fp32'", SGD, params, storage="fp8-split8")
    fails("expected a parameter of torch.float32 or torch.bfloat16, but got torch.float64", AdamW, make_params(torch.float64))
    fails("expected a parameter on the CPU, but got one on meta", AdamW, [torch.zeros(3, device="meta")])
    fails(r"expected contiguous parameters, but got one of shape \(3, 2\)", Lion, [torch.zeros(2, 3).t()])
    # Betas that bound the update.
    optimizer = AdamW(params, betas=(0.9, 0.5), storage="fp8-split8")
    set_gradients(params, 0)
    fails("expected beta2 to be at least 0.9375 and below 1, but it is 0.5", optimizer.step)


def test_errors_of_steps():
    params = make_params()
    optimizer = fp8.torch.AdamW(params)
    set_gradients(params, 0)
    optimizer.step()
    before = [p.detach().clone() for p in params]
    params[3].data = torch.zeros(5)
    params[3].grad = torch.zeros(5)
    fails("expected a gradient of 7 elements for parameter 3 of a group, but it has 5", optimizer.step)
    for param, old in zip(params, before, strict=True):
        assert param is params[3] or torch.equal(param, old)
    params[3].data = torch.zeros(14)[::2]
    params[3].grad = torch.zeros(7)
    fails(r"expected contiguous parameters, but got one of shape \(7,\)", optimizer.step)
    params[3].data = torch.zeros(7)
    optimizer.state[params[3]]["exp_avg"] = torch.zeros(5)
    fails("expected the states that the optimizer created", optimizer.step)
    optimizer.state[params[3]]["exp_avg"] = torch.zeros(7)
    optimizer.step()
    optimizer.state.clear()
    optimizer.step()
    assert int(optimizer.state[params[4]]["step"]) == 1
    sparse = torch.nn.Embedding(4, 3, sparse=True)
    sparse(torch.tensor([1])).sum().backward()
    fails("expected a dense gradient, but got layout torch.sparse_coo",
          fp8.torch.AdamW(sparse.parameters()).step)  # fmt: skip
    fails("unsupported: AdamW with amsgrad", fp8.torch.AdamW(make_params()).load_state_dict,
          torch.optim.AdamW(make_params(), amsgrad=True).state_dict())  # fmt: skip
    # States of another storage, or of another model.
    stored = fp8.torch.AdamW(params, storage="fp8-split8")
    stored.step()
    optimizer.load_state_dict(stored.state_dict())
    fails("expected state 'exp_avg' to have floats of shape .*, but got torch.uint8", optimizer.step)
    optimizer.load_state_dict(stored.unpacked_state_dict())
    optimizer.step()
    others = make_params(shapes=[(2,)] * len(SHAPES))
    set_gradients(others, 0)
    for storage, saved in (("fp32", optimizer), ("fp8-split8", stored)):
        other = fp8.torch.AdamW(others, storage=storage)
        other.load_state_dict(saved.state_dict())
        fails(r"expected state 'exp_avg' to have floats of shape \(2,\)", other.step)


def test_captures_are_refused():
    pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
    model = torch.nn.Linear(4, 3)
    optimizer = fp8.torch.AdamW(model.parameters())
    with pytest.raises(fp8.CaptureError, match="fp8.torch.AdamW runs compiled updates"):
        fp8.torch.capture(lambda *_: None, model, optimizer, torch.ones(2, 4))


def test_states_that_others_change():
    """A counter that is set, states that are cleared, and a parameter whose memory gets
    other strides are noticed."""
    theirs, ours = (torch.nn.Parameter(torch.ones(4, 4)) for _ in range(2))
    pairs = [
        (theirs, torch.optim.AdamW([theirs], lr=0.1)),
        (ours, fp8.torch.AdamW([ours], lr=0.1)),
    ]
    for number in range(4):
        for param, optimizer in pairs:
            if number == 2:
                optimizer.state[param]["step"].fill_(0)
            if number == 3:
                optimizer.state[param] = {}
            param.grad = torch.full((4, 4), float(number + 1))
            optimizer.step()
        torch.testing.assert_close(ours, theirs)
    assert len(pairs[1][1].state_dict()["state"][0]) == 3
    ours.data = ours.data.t()
    with pytest.raises(ValueError, match="expected contiguous parameters"):
        pairs[1][1].step()


def test_types_of_gradients_change():
    """Gradients of f32 and bf16 exchange their places."""
    params = [torch.nn.Parameter(torch.ones(5)) for _ in range(2)]
    optimizer = fp8.torch.AdamW(params, lr=0.1)
    for types in ((torch.float32, torch.bfloat16), (torch.bfloat16, torch.float32)):
        for param, dtype in zip(params, types):
            param.grad = None
            param.grad_dtype = None
            param.grad = torch.ones(5, dtype=dtype)
        optimizer.step()
    torch.testing.assert_close(params[0], params[1])


def test_refused_groups_and_seeds():
    param = torch.nn.Parameter(torch.ones(3))
    optimizer = fp8.torch.AdamW([param])
    other = torch.nn.Parameter(torch.ones(3))
    with pytest.raises(ValueError, match="expected lr to be at least 0"):
        optimizer.add_param_group({"params": [other], "lr": -1.0})
    assert len(optimizer.param_groups) == 1
    with pytest.raises(ValueError, match="expected a seed from 0 to"):
        fp8.torch.AdamW([param], seed=1 << 40)
