# REQUIRES: torch
# RUN: %pytest %s
"""fp8.torch.capture: steps that cannot be captured, and lines of their errors."""

import importlib.metadata
import re
import sys

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch_models as models  # noqa: E402

import fp8  # noqa: E402

X, Y = models.vectors(1)[0]
READS = "a value that is known only when it runs"
SHAPE = "a shape that is known only when the step runs"


def sgd(model, **options):
    return torch.optim.SGD(model.parameters(), lr=0.1, **options)


def error(step, model=None, optimizer=sgd, batch=(X, Y)):
    """Returns the message of a CaptureError, which is one line."""
    model = models.MLP() if model is None else model
    with pytest.raises(fp8.CaptureError) as caught:
        fp8.torch.capture(step, model, optimizer(model), *batch)
    message = str(caught.value)
    assert "\n" not in message
    return message


def with_loss(change):
    """Returns a step whose loss is changed."""

    def step(model, optimizer, x, y):
        optimizer.zero_grad()
        loss = change(model(x, y), model, x, y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


COUNTER = torch.zeros(())


def changes_global(loss, model, x, y):
    COUNTER.add_(1)
    return loss


CHANGES = {
    "item": (lambda loss, *_: loss * loss.item(), rf"{READS}: \.item\(\)"),
    "float": (lambda loss, *_: loss * float(loss), rf"{READS}: float\(\)"),
    "branch": (lambda loss, *_: loss * 2 if loss > 1 else loss, f"{READS}: a branch"),
    "index": (lambda loss, m, x, y: loss + x[int(y[0])].sum(), rf"{READS}: int\(\)"),
    "tolist": (lambda loss, m, x, y: loss * x.tolist()[0][0], READS),
    "numpy": (lambda loss, *_: loss + loss.detach().numpy(), f"{READS}: .numpy"),
    "address": (lambda loss, *_: loss * loss.data_ptr(), f"{READS}: .data_ptr"),
    "mask": (lambda loss, m, x, y: loss + x[x > 0].sum(), f"{SHAPE}: aten.index"),
    "unique": (lambda loss, m, x, y: loss + x.unique().sum(), SHAPE),
    "draw": (
        lambda loss, m, x, y: loss + x[torch.randperm(16)].sum(),
        "aten.randperm.default draws random numbers; supported are dropout",
    ),
    "op": (
        lambda loss, m, x, y: loss + torch.linalg.svdvals(m.layers[0].weight).sum(),
        r"does not lower aten._linalg_svd.default of float32\[64x32\]$",
    ),
    "complex": (
        lambda loss, m, x, y: loss + torch.complex(x, x).abs().sum(),
        r"does not lower aten.complex.default of float32\[16x32\]",
    ),
    "product": (
        lambda loss, m, x, y: loss + m.layers[0].weight.cumprod(1).sum(),
        r"does not lower aten.cumprod.default of float32\[64x32\]$",
    ),
    "sparse": (
        lambda loss, m, x, y: loss
        + torch.nn.functional.embedding(y, m.layers[0].weight, sparse=True).sum(),
        "embedding with sparse=True has sparse gradients",
    ),
    "global": (
        changes_global,
        "aten.add_.Tensor changes a tensor that is not a parameter",
    ),
    "cond": (
        lambda loss, *_: torch.cond(loss > 1, lambda v: v * 2, lambda v: v, (loss,)),
        "cond takes functions and cannot be captured",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_change(name):
    change, expected = CHANGES[name]
    message = error(with_loss(change))
    assert re.search(expected, message), message
    # The message begins with the line of the op.
    place = re.match(rf"{re.escape(__file__)}:(\d+): ", message)
    assert place, message
    first = change.__code__.co_firstlineno
    assert first <= int(place.group(1)) <= first + 2


def test_op_of_the_backward_pass():
    """Errors of torch-mlir that name no op are found by lowering each op alone."""
    pool = torch.nn.functional.avg_pool2d
    step = with_loss(
        lambda loss, m, x, y: loss
        + pool(m.layers[0].weight[None, None], 2, ceil_mode=True).sum()
    )
    message = error(step)
    line = step.__code__.co_firstlineno + 3
    assert message == (
        f"{__file__}:{line}: torch-mlir 20261001 does not lower "
        "aten.avg_pool2d_backward.default of float32[1x1x32x16], float32[1x1x64x32]"
    )


def test_batch_without_elements():
    def step(model, optimizer, x, y):
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    message = error(step, torch.nn.Linear(4, 2), batch=(torch.ones(0, 4), torch.ones(0, 2)))
    assert "'x' has no elements, and the step divides by their number" in message


def test_step_without_update():
    def step(model, optimizer, x, y):
        return model(x, y)

    assert "expected a call of optimizer.step()" in error(step)


def test_gradients_of_the_step_before():
    def step(model, optimizer, x, y):
        loss = model(x, y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    assert "call optimizer.zero_grad() in the step, before backward()" in error(step)


def test_gradients_cleared_at_the_end():
    """This order is the same training."""

    def step(model, optimizer, x, y):
        loss = model(x, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    torch.manual_seed(0)
    model = models.MLP()
    first = fp8.torch.capture(models.step, model, sgd(model), X, Y)
    assert fp8.torch.capture(step, model, sgd(model), X, Y).text == first.text


@pytest.mark.parametrize(
    "value, expected", [(None, "returns nothing"), (3, "returns a int as 'result0'")]
)
def test_returned_values(value, expected):
    def step(model, optimizer, x, y):
        models.step(model, optimizer, x, y)
        return value

    assert expected in error(step)


def test_objects():
    assert "the optimizer is a int" in error(models.step, optimizer=lambda model: 3)
    with pytest.raises(fp8.CaptureError, match="the model is a function"):
        fp8.torch.capture(models.step, lambda x, y: x, sgd(models.MLP()), X, Y)
    message = error(models.step, optimizer=lambda model: sgd(models.MLP()))
    assert "param group 0 has a parameter of shape (64, 32) that is not in" in message


def test_models_of_several_processes():
    """PyTorch averages their gradients outside of the captured step."""
    distributed = torch.distributed
    if not distributed.is_available():
        pytest.skip("torch.distributed is not built")
    from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard

    distributed.init_process_group(
        "gloo", store=distributed.HashStore(), rank=0, world_size=1
    )
    try:
        parallel = torch.nn.parallel.DistributedDataParallel(models.MLP())
        message = error(models.step, parallel)
        assert message.startswith("unsupported: DistributedDataParallel; ")
        # Its initialization needs a GPU.
        parallel = FullyShardedDataParallel.__new__(FullyShardedDataParallel)
        torch.nn.Module.__init__(parallel)
        model = models.MLP()
        model.add_module("parallel", parallel)
        message = error(models.step, model)
        assert message.startswith("unsupported: FullyShardedDataParallel; ")
        message = error(models.step, torch.nn.DataParallel(models.MLP()))
        assert message.startswith("unsupported: DataParallel; ")
        shards = distributed.device_mesh.init_device_mesh("cpu", (1,))
        message = error(models.step, fully_shard(models.MLP(), mesh=shards))
        assert "is a DTensor with the placements (Shard(dim=0),)" in message
    finally:
        distributed.destroy_process_group()


@pytest.mark.parametrize(
    "batch, expected",
    [
        ((X.double(), Y), "'x' is torch.float64; supported are float32, bfloat16"),
        ((X.to_sparse(), Y), "'x' is torch.sparse_coo; only dense tensors"),
        ((X, Y, 1), "a step(model, optimizer, ...) with 3 more parameters"),
    ],
)
def test_batches(batch, expected):
    assert expected in error(models.step, batch=batch)


def test_optimizers():
    message = error(
        models.step, optimizer=lambda m: sgd(m, momentum=0.9, dampening=0.5)
    )
    assert "the first step of SGD differs from later ones" in message
    message = error(models.step, optimizer=lambda m: torch.optim.LBFGS(m.parameters()))
    assert "supported are optimizers without a closure" in message
    adafactor = torch.optim.Adafactor
    message = error(models.step, optimizer=lambda m: adafactor(m.parameters(), lr=0.1))
    assert READS in message or "known only when the step runs" in message


class Groups(torch.optim.SGD):
    """An optimizer whose steps change a number of a group."""

    def step(self):
        super().step()
        for group in self.param_groups:
            group["momentum"] = min(group["momentum"] + 0.01, 0.9)


class States(torch.optim.SGD):
    """An optimizer that counts steps in a state."""

    def step(self):
        super().step()
        for parameter in self.param_groups[0]["params"]:
            state = self.state[parameter]
            state["count"] = state.get("count", 0) + 1


class Attributes(torch.optim.SGD):
    """An optimizer that counts steps in an attribute."""

    count = 0

    def step(self):
        super().step()
        self.count += 1


class Calls(models.MLP):
    """A model that counts its calls."""

    calls = 0

    def forward(self, x, y):
        self.calls += 1
        return super().forward(x, y)


@pytest.mark.parametrize(
    "model, optimizer, place",
    [
        (models.MLP, Groups, "'momentum' of param group 0 of Groups"),
        (models.MLP, States, "'count', a state of States"),
        (models.MLP, Attributes, "'count' of Attributes"),
        (Calls, torch.optim.SGD, "'calls' of the model"),
    ],
)
def test_python_numbers_that_change(model, optimizer, place):
    def make(module):
        return optimizer(module.parameters(), lr=0.1, momentum=0.1)

    message = error(models.step, model(), make)
    assert f"the step changes {place}, a Python number" in message


def test_errors_of_the_step_itself():
    """A mistake that eager mode reports stays the exception of eager mode."""

    def step(model, optimizer, x, y):
        raise KeyError("mine")

    model = models.MLP()
    with pytest.raises(KeyError, match="mine"):
        fp8.torch.capture(step, model, sgd(model), X, Y)
    # The model is as it was.
    assert all(type(p) is torch.nn.Parameter for p in model.parameters())


def test_missing_packages(monkeypatch):
    model = models.MLP()
    optimizer = sgd(model)
    version = importlib.metadata.version

    def other(name):
        return "20250101" if name == "torch-mlir" else version(name)

    monkeypatch.setattr(importlib.metadata, "version", other)
    with pytest.raises(
        ImportError, match="torch-mlir 20261001 .this is 20250101.: python"
    ):
        fp8.torch.capture(models.step, model, optimizer, X, Y)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        ImportError, match=r"torch 2.9 or later .*pip install 'fp8\[torch"
    ):
        fp8.torch.capture(models.step, model, optimizer, X, Y)
