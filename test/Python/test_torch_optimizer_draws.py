# REQUIRES: torch, updates
# RUN: %pytest %s
"""Random bits of optimizers of fp8: each step has its own."""

import copy

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
import fp8.torch  # noqa: E402
from torch_params import make_params, set_gradients  # noqa: E402

KINDS = {
    "sgd": ("SGD", {"weight_decay": 0.1}),
    "sgd-momentum": ("SGD", {"momentum": 0.9, "dampening": 0.5}),
    "lion": ("Lion", {}),
}


def make(kind, params, storage="fp8-split8"):
    name, options = KINDS[kind]
    return getattr(fp8.torch, name)(params, lr=1e-3, storage=storage, **options)


def run(optimizer, params, steps, missing=lambda step: ()):
    for step in steps:
        set_gradients(params, step, missing(step))
        optimizer.step()


def get_values(optimizer, param):
    """Returns the parameter and its states."""
    return {"param": param.detach(), **optimizer.state[param]}


def check_same(values, others):
    assert values.keys() == others.keys()
    for key, value in values.items():
        assert torch.equal(value, others[key]), key


@pytest.mark.parametrize("kind", KINDS)
def test_resumed_runs_have_the_bits_of_others(kind):
    params, others = make_params(), make_params()
    optimizer, first = make(kind, params), make(kind, others)
    run(optimizer, params, range(6))
    run(first, others, range(3))
    resumed = make(kind, others)
    resumed.load_state_dict(copy.deepcopy(first.state_dict()))
    run(resumed, others, range(3, 6))
    for param, other in zip(params, others, strict=True):
        check_same(get_values(optimizer, param), get_values(resumed, other))


@pytest.mark.parametrize("kind", KINDS)
def test_bits_do_not_depend_on_missing_gradients_of_others(kind):
    params, others = make_params(), make_params()
    optimizer, other = make(kind, params), make(kind, others)
    run(optimizer, params, range(6))
    run(other, others, range(6), missing=lambda step: [4 + step % 2])
    for i in (3, 6, 7):
        check_same(get_values(optimizer, params[i]), get_values(other, others[i]))


def test_only_stored_states_of_sgd_have_a_counter():
    params = make_params()
    plain = make("sgd-momentum", params, "fp32")
    run(plain, params, range(2))
    assert set(plain.state_dict()["state"][4]) == {"momentum_buffer"}
    # The states of PyTorch are those of a parameter after its first step.
    stored = make("sgd-momentum", params)
    stored.load_state_dict(plain.state_dict())
    run(stored, params, range(2, 4))
    assert int(stored.state_dict()["state"][4]["step"]) == 3
    assert set(stored.unpacked_state_dict()["state"][4]) == {"momentum_buffer"}
