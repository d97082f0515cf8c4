# REQUIRES: torch, updates
# RUN: %pytest %s
"""Errors of the optimizers of fp8, and states that others change."""

import threading

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
from torch_params import SHAPES, make_params, set_gradients  # noqa: E402


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
    fails("unsupported storage 'int8' of sgd-momentum: expected 'fp32'", SGD, params, momentum=0.9, storage="int8")
    fails("expected a parameter of torch.float32 or torch.bfloat16, but got torch.float64", AdamW, make_params(torch.float64))
    fails("expected a parameter on the CPU, but got one on meta", AdamW, [torch.zeros(3, device="meta")])
    fails(r"expected contiguous parameters, but got one of shape \(3, 2\)", Lion, [torch.zeros(2, 3).t()])
    fails("unsupported: AdamW with amsgrad", AdamW, params, amsgrad=True)
    fails("expected each parameter once", AdamW, [params[3], params[3]])
    with torch.inference_mode():
        inferred = torch.nn.Linear(2, 2)
    fails("expected a parameter that is no inference tensor", AdamW, inferred.parameters())
    saved = SGD(params).state_dict()
    fails("expected param groups of AdamW, but those of the state dict have no betas, eps",
          AdamW(params).load_state_dict, saved)  # fmt: skip
    # Betas that bound the update.
    bound = "expected beta2 to be at least 0.9375 and below 1"
    fails(f"{bound} in storage 'fp8-split8', but it is 0.5; storage='fp32' has no such bounds",
          AdamW, params, betas=(0.9, 0.5), storage="fp8-split8")  # fmt: skip
    optimizer = AdamW(params, storage="fp8-split8")
    saved = optimizer.state_dict()
    saved["param_groups"][0]["betas"] = (0.9, 0.5)
    fails(bound, optimizer.load_state_dict, saved)
    optimizer.param_groups[0]["betas"] = (0.9, 0.5)
    set_gradients(params, 0)
    fails(f"{bound}, but it is 0.5", optimizer.step)


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
    floats = "expected state 'exp_avg' to have floats of shape .*, but got torch.uint8"
    fails(floats, optimizer.step)
    fails(floats, optimizer.unpacked_state_dict)
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


@pytest.mark.parametrize("storage", ["fp32", "fp8-split8"])
def test_memory_replaced_after_a_first_step_that_fails(storage):
    """The batch of the f32 parameter has not run when its memory is replaced."""
    types = (torch.bfloat16, torch.float32)
    params = [torch.nn.Parameter(torch.ones(5, dtype=dtype)) for dtype in types]
    optimizer = fp8.torch.AdamW(params, lr=0.125, weight_decay=0.0, storage=storage)
    for param in params:
        param.grad = torch.ones_like(param)
    scalars = optimizer._scalars

    def interrupt(group, step):
        raise KeyboardInterrupt

    optimizer._scalars = interrupt
    with pytest.raises(KeyboardInterrupt):
        optimizer.step()
    optimizer._scalars = scalars
    old = [param.data for param in params]
    for param in params:
        param.data = param.data.clone()
    optimizer.step()
    for param, before in zip(params, old, strict=True):
        assert torch.equal(before, torch.ones_like(before))
        torch.testing.assert_close(param.float(), torch.full((5,), 0.875), rtol=0, atol=0.02)


def test_refused_groups_and_seeds():
    param = torch.nn.Parameter(torch.ones(3))
    optimizer = fp8.torch.AdamW([param])
    other = torch.nn.Parameter(torch.ones(3))
    with pytest.raises(ValueError, match="expected lr to be at least 0"):
        optimizer.add_param_group({"params": [other], "lr": -1.0})
    assert len(optimizer.param_groups) == 1
    with pytest.raises(ValueError, match="expected a seed from 0 to"):
        fp8.torch.AdamW([param], seed=1 << 40)


@pytest.mark.filterwarnings("error")
def test_parameters_without_elements():
    params = make_params(shapes=[(0, 5), (0,)])
    for storage in ("fp32", "fp8-split8"):
        optimizer = fp8.torch.AdamW(params, storage=storage)
        set_gradients(params, 0)
        optimizer.step()
        assert int(optimizer.state[params[0]]["step"]) == 1


def test_threads():
    """Two threads either take turns, or the second is refused: nothing is lost."""
    param = torch.nn.Parameter(torch.zeros(1 << 20))
    optimizer = fp8.torch.SGD([param], lr=1.0)
    param.grad = torch.full_like(param, -1.0)
    start, made, refused = threading.Barrier(2), [0, 0], []

    def work(number):
        start.wait()
        for _ in range(50):
            try:
                optimizer.step()
                made[number] += 1
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert torch.equal(param, torch.full_like(param, float(sum(made))))
    message = "the optimizer is in use by another thread; expected one thread at a time"
    assert set(refused) <= {message}


def test_changes_while_another_thread_steps():
    """Param groups and states do not change during a step, and load_state_dict keeps
    other threads out until it has ended."""
    param, other = (torch.nn.Parameter(torch.ones(3)) for _ in range(2))
    optimizer = fp8.torch.SGD([param])
    param.grad = torch.ones(3)
    saved = optimizer.state_dict()
    message = "the optimizer is in use by another thread"
    with optimizer._use:
        with pytest.raises(RuntimeError, match=message):
            optimizer.add_param_group({"params": [other]})
        with pytest.raises(RuntimeError, match=message):
            optimizer.load_state_dict(saved)
    assert len(optimizer.param_groups) == 1
    refused = []

    def step():
        try:
            optimizer.step()
        except RuntimeError as error:
            refused.append(str(error))

    def step_elsewhere(*_):
        thread = threading.Thread(target=step)
        thread.start()
        thread.join()

    hook = optimizer.register_load_state_dict_post_hook(step_elsewhere)
    optimizer.load_state_dict(saved)
    hook.remove()
    assert len(refused) == 1 and message in refused[0]
    optimizer.add_param_group({"params": [other]})
    optimizer.step()
    assert torch.all(param < 1)
