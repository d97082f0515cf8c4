# REQUIRES: torch
# RUN: %pytest %s
"""fp8.torch.capture: names, initial values, schedules, draws; nothing else changes."""

import re
import types

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch_models as models  # noqa: E402
from torch import nn  # noqa: E402

import fp8  # noqa: E402

BATCH = models.vectors(1)[0]


def made(optimizer=torch.optim.AdamW, dropout=0.0, **options):
    torch.manual_seed(0)
    model = models.MLP(dropout)
    return model, optimizer(models.groups(model), lr=1e-3, **options)


def captured(step=models.step, **options):
    return fp8.torch.capture(step, *made(), *BATCH, **options)


def roles(capture):
    return {a.name: a.role for a in capture.arguments}


def attributes(text, name):
    """Returns the attributes of the argument with a name."""
    start = text.index("func.func")
    found = re.search(
        rf'\{{[^{{}}]*fp8.name = "{re.escape(name)}"[^{{}}]*\}}', text[start:]
    )
    return found.group(0)


def test_names():
    capture = captured()
    found = roles(capture)
    weight = "params.layers.0.weight"
    assert found[weight] == "param"
    assert found[f"{weight}.exp_avg"] == found[f"{weight}.step"] == "state"
    assert [n for n, r in found.items() if r == "hyperparameter"] == [
        "lr.0", "weight_decay.0", "lr.1",
    ]  # fmt: skip
    assert [n for n, r in found.items() if r == "batch"] == ["x", "y"]
    assert "rng" not in found.values()
    updates = {r.name: r.updates for r in capture.results}
    assert updates.pop("loss") is None
    assert all(name == updated for name, updated in updates.items())
    assert set(updates) == {a.name for a in capture.arguments if a.updated}
    assert "float32[64x32]  updated" in capture.table()


def test_states_and_initial_values():
    text = captured().text
    weight = "params.layers.0.weight"
    assert "#fp8.state<param>" in attributes(text, weight)
    moment = attributes(text, f"{weight}.exp_avg")
    assert "#fp8.state<moment>" in moment and "fp8.initial = 0.0" in moment
    assert "#fp8.state<step>" in attributes(text, f"{weight}.step")
    assert "fp8.initial = 1.000000e-01" in attributes(text, "weight_decay.0")


def test_running_statistics_are_updated():
    """The schema of batch norm does not declare its writes."""
    model = models.CNN()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batch = models.images(1)[0]
    captured = fp8.torch.capture(models.step, model, optimizer, *batch)
    updated = {a.name: a.updated for a in captured.arguments if a.role == "buffer"}
    assert updated == {
        f"buffers.norm.{name}": True
        for name in ("running_mean", "running_var", "num_batches_tracked")
    }


def test_states_of_a_run_are_kept(tmp_path):
    """A capture in the middle of a training starts from the states there."""
    batches = models.vectors(20)
    model, optimizer = made()
    models.eager(models.step, model, optimizer, batches[:5])
    capture = fp8.torch.capture(models.step, model, optimizer, *BATCH)
    step = {a.name: a.value for a in capture.arguments}["params.layers.0.weight.step"]
    assert step == 5
    ours = models.run(capture, tmp_path, batches[5:])
    theirs = models.eager(models.step, model, optimizer, batches[5:])
    assert ours == pytest.approx(theirs, rel=0, abs=2e-6)


def test_schedule_and_decay_are_arguments(tmp_path):
    batches = models.vectors(20)
    model, optimizer = made()
    capture = fp8.torch.capture(models.step, model, optimizer, *BATCH)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, 0.02, total_steps=21, cycle_momentum=False
    )
    theirs, rates = [], []
    for batch in batches:
        rates.append(optimizer.param_groups[0]["lr"])
        theirs.append(models.step(model, optimizer, *batch).item())
        scheduler.step()
    values = {f"lr.{group}": torch.tensor(rates) for group in range(2)}
    ours = models.run(capture, tmp_path, batches, values=values)
    assert ours == pytest.approx(theirs, rel=0, abs=5e-6)
    assert max(rates) > 10 * min(rates)


def test_gradients_that_are_zeroed(tmp_path):
    """zero_grad(set_to_none=False) keeps tensors, whose values are 0."""

    def step(model, optimizer, x, y):
        optimizer.zero_grad(set_to_none=False)
        loss = model(x, y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    def make():
        model = models.MLP()
        return model, torch.optim.SGD(model.parameters(), lr=0.5)

    theirs, ours = models.both(make, step, models.vectors(4), tmp_path)
    assert ours == pytest.approx(theirs, rel=0, abs=2e-6)


def test_zeroed_gradients_of_another_type():
    """full_like of a gradient has the type that it asks for."""
    from fp8.torch import _capture, _inputs

    def fill(gradient):
        return torch.ops.aten.full_like.default(gradient, 1 / 3, dtype=torch.bfloat16)

    graph = torch.fx.symbolic_trace(fill)
    item = types.SimpleNamespace(role=_inputs.GRADIENT, value=torch.ones(3))
    _capture._forget_zeroed_gradients(graph, [item])
    assert not graph.graph.find_nodes(op="call_function", target=torch.ops.aten.full_like.default)
    assert torch.equal(graph(item.value), fill(item.value))


def test_nothing_is_changed():
    model, optimizer = made(dropout=0.5)
    before = {k: v.clone() for k, v in model.state_dict().items()}
    parameters = list(model.parameters())
    draws = torch.get_rng_state()
    capture = fp8.torch.capture(models.step, model, optimizer, *BATCH)
    assert all(torch.equal(before[k], v) for k, v in model.state_dict().items())
    assert all(a is b for a, b in zip(parameters, model.parameters()))
    assert optimizer.param_groups[0]["params"][0] is parameters[0]
    assert optimizer.param_groups[0]["lr"] == 1e-3
    assert not optimizer.param_groups[0]["capturable"]
    assert not optimizer.state and all(p.grad is None for p in parameters)
    assert torch.equal(draws, torch.get_rng_state())
    again = fp8.torch.capture(models.step, model, optimizer, *BATCH)
    assert again.text == capture.text


def test_compiled_model():
    """A module of torch.compile is captured as it is written."""
    torch.manual_seed(0)
    model = torch.compile(models.MLP())
    optimizer = torch.optim.AdamW(models.groups(model), lr=1e-3)
    text = fp8.torch.capture(models.step, model, optimizer, *BATCH).text
    assert text.replace("params._orig_mod.", "params.") == captured().text


class Drops(nn.Module):
    """The loss is the mean of the input after dropout."""

    def __init__(self, p):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(()))
        self.dropout = nn.Dropout(p)

    def forward(self, x):
        return self.dropout(x).mean() * self.weight


def dropped(p, seed=0):
    """Returns the captured step on ones, and its batch."""

    def step(model, optimizer, x):
        optimizer.zero_grad()
        loss = model(x)
        loss.backward()
        optimizer.step()
        return loss.detach()

    model = Drops(p)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    batch = (torch.ones(100, 100),)
    return fp8.torch.capture(step, model, optimizer, *batch, seed=seed), batch


def test_dropout_by_statistics(tmp_path):
    p, steps = 0.25, 20
    capture, batch = dropped(p)
    assert roles(capture)["seed"] == roles(capture)["rng.step"] == "rng"
    means = models.run(capture, tmp_path, [batch] * steps)
    # The standard deviation of a mean of 10,000 draws.
    sigma = (p / (1 - p) / 10_000) ** 0.5
    assert abs(sum(means) / steps - 1) < 4 * sigma / steps**0.5
    assert all(abs(mean - 1) < 5 * sigma for mean in means)
    # Every step draws anew.
    assert len(set(means)) > steps / 2


def test_seeds_and_resumption(tmp_path):
    capture, batch = dropped(0.25)
    means = models.run(capture, tmp_path, [batch] * 10)
    assert dropped(0.25, seed=1)[0].text == capture.text
    values = {"seed": 1}
    other = models.run(capture, tmp_path, [batch] * 10, values=values)
    assert all(a != b for a, b in zip(means, other))
    flags = [f"--checkpoint={tmp_path / 'run'}", "--checkpoint-every=5"]
    models.run(capture, tmp_path, [batch] * 5, *flags)
    assert models.run(capture, tmp_path, [batch] * 10, *flags, "--resume") == means


def test_dropout_in_training(tmp_path):
    """A GPT with dropout learns about as much as in eager mode."""
    batch = models.tokens(1)[0]
    torch.manual_seed(0)
    model = models.GPT(dropout=0.1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    capture = fp8.torch.capture(models.step, model, optimizer, *batch)
    ours = models.run(capture, tmp_path, [batch] * 20)
    theirs = models.eager(models.step, model, optimizer, [batch] * 20)
    assert ours[0] == pytest.approx(theirs[0], abs=0.05)
    assert ours[-1] == pytest.approx(theirs[-1], rel=0.1)
    assert theirs[-1] < theirs[0] - 0.5


def test_batches_of_trees(tmp_path):
    def step(model, optimizer, batch, scale):
        optimizer.zero_grad()
        loss = model(batch["x"], batch["y"]) * scale
        loss.backward()
        optimizer.step()
        return {"loss": loss.detach(), "half": loss.detach() / 2}

    x, y = BATCH
    batches = [({"x": x, "y": y}, 0.5)] * 3
    capture = fp8.torch.capture(step, *made(), *batches[0])
    assert roles(capture)["batch.x"] == roles(capture)["scale"] == "batch"
    assert [r.name for r in capture.results][:2] == ["loss", "half"]
    model, optimizer = made()
    theirs = [step(model, optimizer, *batch)["loss"].item() for batch in batches]
    assert models.run(capture, tmp_path, batches) == pytest.approx(theirs, abs=2e-6)


def test_save_checks_values(tmp_path):
    capture = captured()
    x, y = BATCH
    for batches, values, message in [
        ([(x[:8], y)], None, r"'x' of batch 0 is torch.float32 of shape \(8, 32\)"),
        ([(x, y.float())], None, "'y' of batch 0 is torch.float32"),
        ([(x,)], None, "expected a batch of 2, got 1"),
        ([], None, "at least one batch"),
        (None, {"rate": 1.0}, "name of an argument in `values`, got 'rate'"),
        (
            None,
            {"lr.0": torch.zeros(2, 2)},
            r"'lr.0' is torch.float32 of shape \(2, 2\)",
        ),
    ]:
        with pytest.raises(fp8.CaptureError, match=message):
            capture.save(tmp_path / "step", batches=batches, values=values)
    assert not list(tmp_path.iterdir())
