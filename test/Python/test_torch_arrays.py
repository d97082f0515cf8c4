# RUN: %pytest %s
"""fp8.compile on tensors of PyTorch; skipped where torch is not installed."""

import numpy as np
import pytest

import compiled
import fp8
from compiled import MLP, STEPS, all_bytes, go_on, train

compiled.require_module()
torch = pytest.importorskip("torch", reason="torch is not installed")


def tensors_of(values):
    return {name: torch.tensor(array) for name, array in values.items()}


def test_states_and_inputs():
    """Tensors give the bits of numpy, in their own memory."""
    states, inputs = map(tensors_of, compiled.draw(MLP))
    pointers = {name: tensor.data_ptr() for name, tensor in states.items()}
    step = fp8.compile(MLP, recipe="current")
    step.bind(states)
    loss = torch.zeros(())
    for _ in range(STEPS):
        results = step(**inputs, lr=torch.tensor(0.01), out={"loss": loss})
    assert results["loss"] is loss
    assert pointers == {name: tensor.data_ptr() for name, tensor in states.items()}
    found = {**states, "loss": loss}
    expected = all_bytes(*train(MLP, recipe="current"))
    assert {name: t.numpy().tobytes() for name, t in found.items()} == expected
    step.load_state_dict(step.state_dict())
    assert {name: t.numpy().tobytes() for name, t in found.items()} == expected


def test_bf16_states():
    """numpy has no bf16, torch has."""
    states, inputs = compiled.draw(MLP)
    step = fp8.compile(MLP, storage="bf16-residual", states=states)
    other = fp8.compile(MLP, storage="bf16-residual", states=states)
    bits = torch.tensor(step.states["w1"].view(np.int16))
    w1 = bits.view(torch.bfloat16).clone()
    step.bind({"w1": w1})
    go_on(step, inputs, STEPS)
    go_on(other, inputs, STEPS)
    expected = other.states["w1"].view(np.int16)
    np.testing.assert_array_equal(w1.view(torch.int16).numpy(), expected)
    assert (w1.view(torch.int16) != bits).any()
    saved = step.state_dict()["states"]["w1"]
    np.testing.assert_array_equal(saved.view(np.int16), expected)


def test_refused():
    states, inputs = map(tensors_of, compiled.draw(MLP))
    step = fp8.compile(MLP)
    step.bind(states)
    x, y = inputs["x"], inputs["y"]
    with pytest.raises(TypeError, match="expected float32 for 'x', but got float64"):
        step(x.double(), y, 0.01)
    with pytest.raises(ValueError, match="contiguous memory in row-major order"):
        step(x.t().contiguous().t(), y, 0.01)
    with pytest.raises(TypeError, match="exports its memory for 'x', but got Tensor"):
        step(x.to("meta"), y, 0.01)
    # Freed behind the back of the step.
    states["w1"].untyped_storage().resize_(0)
    with pytest.raises(ValueError, match="an address for argument 'w1' of @step"):
        step(x, y, 0.01)
    assert step.number == 0
