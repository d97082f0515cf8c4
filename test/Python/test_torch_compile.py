# REQUIRES: torch
# RUN: %pytest %s
"""fp8.torch.compile_step: compiled steps in a loop, on the tensors of PyTorch."""

import copy
import io
import warnings

import pytest

import compiled

compiled.require_module()
pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
import torch_models as models  # noqa: E402
from torch import nn  # noqa: E402

import fp8  # noqa: E402

BATCHES = models.vectors(24)
#: A loader may have batches with fewer rows.
BATCHES[10] = tuple(tensor[:7] for tensor in BATCHES[10])


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        # The gradient of a bias before a batch norm is the noise of roundings.
        self.first = nn.Conv2d(3, 4, 3, stride=2, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.head = nn.Linear(4 * 7 * 7, 10)

    def forward(self, x, y):
        x = F.relu(self.norm(self.first(x)))
        return F.cross_entropy(self.head(x.flatten(1)), y)


class Run:
    """A model and its optimizer, with a warm-up of the learning rate from 0."""

    def __init__(self, model=models.MLP, rate=1e-2):
        torch.manual_seed(0)
        self.model = model()
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=rate, weight_decay=0.1
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda k: min(k, 5) / 5
        )
        self.train = lambda *batch: models.step(self.model, self.optimizer, *batch)

    def compile(self, batch, **options):
        self.train = fp8.torch.compile_step(
            models.step, self.model, self.optimizer, *batch, **options
        )
        return self

    def losses(self, batches):
        losses = []
        for batch in batches:
            losses.append(self.train(*batch).item())
            self.schedule.step()
        return losses

    def tensors(self):
        found = self.model.state_dict()
        for number, states in self.optimizer.state_dict()["state"].items():
            found |= {f"{number}.{key}": value for key, value in states.items()}
        return found

    def copies(self):
        return {name: tensor.clone() for name, tensor in self.tensors().items()}

    def load(self, other):
        """Loads a checkpoint of another run. Optimizers keep the tensors they load."""
        self.model.load_state_dict(other.model.state_dict())
        self.optimizer.load_state_dict(copy.deepcopy(other.optimizer.state_dict()))
        self.schedule.load_state_dict(other.schedule.state_dict())


def assert_near(run, other, tolerance):
    found, expected = run.tensors(), other.tensors()
    assert found.keys() == expected.keys()
    for name, tensor in expected.items():
        torch.testing.assert_close(found[name], tensor, rtol=0, atol=tolerance)


@pytest.fixture(scope="module")
def mlp():
    return Run().compile(BATCHES[0])


@pytest.fixture(scope="module")
def stored():
    return Run().compile(BATCHES[0], recipe="delayed", storage="fp8-split8")


def test_loop(mlp):
    """Steps with a schedule and two sizes of batches are those of eager mode, in the
    memory of the tensors."""
    other = Run()
    places = {name: tensor.data_ptr() for name, tensor in mlp.tensors().items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = mlp.losses(BATCHES[:20])
    expected = other.losses(BATCHES[:20])
    assert found == pytest.approx(expected, rel=0, abs=2e-6)
    assert max(expected) - min(expected) > 0.1
    now = {name: tensor.data_ptr() for name, tensor in mlp.tensors().items()}
    assert now == places and len(places) == 4 + 12
    assert mlp.train.number == 20 and len(mlp.train._variants) == 2
    # Moments are sums of gradients, whose roundings differ.
    assert_near(mlp, other, 1e-4)


def test_checkpoint_of_torch_after_compiling(mlp):
    """load_state_dict() replaces the states of the optimizer, and copies others."""
    other = Run()
    other.losses(BATCHES[:5])
    mlp.load(other)
    found = mlp.losses(BATCHES[5:8])
    assert found == pytest.approx(other.losses(BATCHES[5:8]), rel=0, abs=2e-6)
    assert_near(mlp, other, 1e-4)
    # Values that the loop changes count, too.
    for run in (mlp, other):
        with torch.no_grad():
            run.model.layers[0].weight.mul_(0.5)
        run.model.layers[3].bias.data = torch.ones(10)
    found = mlp.losses(BATCHES[8:10])
    assert found == pytest.approx(other.losses(BATCHES[8:10]), rel=0, abs=2e-6)


def test_checkpoint_of_torch_before_compiling():
    """A net with batch norm goes on from a checkpoint, with its running statistics."""
    batches = models.images(23)
    other, run = Run(CNN, 1e-3), Run(CNN, 1e-3)
    other.losses(batches[:3])
    run.load(other)
    run.compile(batches[0])
    found, expected = run.losses(batches[3:]), other.losses(batches[3:])
    assert found == pytest.approx(expected, rel=0, abs=2e-6)
    assert_near(run, other, 1e-4)
    assert run.model.norm.num_batches_tracked == 23
    assert (run.model.norm.running_mean != 0).all()


@pytest.mark.parametrize("dtype, tolerance", [(None, 2e-6), (torch.bfloat16, 1e-3)])
def test_frozen_batch_norm(dtype, tolerance):
    """A net is tuned with the running statistics of its first training."""
    batches = models.images(12)

    def step(model, optimizer, *batch):
        with torch.autocast("cpu", dtype, enabled=dtype is not None):
            return models.step(model, optimizer, *batch)

    other, run = Run(CNN, 1e-3), Run(CNN, 1e-3)
    other.losses(batches[:3])
    run.load(other)
    for each in other, run:
        each.model.norm.eval()
    other.train = lambda *batch: step(other.model, other.optimizer, *batch)
    run.train = fp8.torch.compile_step(step, run.model, run.optimizer, *batches[0])
    found, expected = run.losses(batches[3:]), other.losses(batches[3:])
    assert found == pytest.approx(expected, rel=0, abs=tolerance)
    assert run.model.norm.num_batches_tracked == 3


def weight(run):
    return run.model.layers[0].weight


READS = {
    "forward": lambda run: run.model.eval()(*BATCHES[0]),
    "state_dict": lambda run: run.model.state_dict()["layers.0.weight"],
    "parameter": lambda run: weight(run).sum(),
    "data": lambda run: weight(run).data,
    "state": lambda run: run.optimizer.state[weight(run)]["exp_avg"] + 0,
    "deepcopy": lambda run: copy.deepcopy(run.model).layers[0].weight,
    "save": lambda run: torch.save(run.optimizer.state_dict(), io.BytesIO()),
    "sync": lambda run: run.train.sync(),
}


@pytest.mark.parametrize("name", READS)
def test_reads_of_stored_states(name, stored):
    """Every read gives the values after the last step."""
    train = stored.train
    before = stored.copies()
    stored.losses(BATCHES[:1])
    assert train._is_stale
    value = READS[name](stored)
    stored.model.train()
    assert not train._is_stale
    assert type(weight(stored)) is nn.Parameter
    if torch.is_tensor(value):
        assert value.isfinite().all()
    values = train.step.unpack()
    found = stored.tensors()
    for number, path in ((0, "layers.0.weight"), (2, "layers.3.weight")):
        key = f"params.{path}"
        assert (found[path].numpy() == values[key]).all()
        moment = found[f"{number}.exp_avg"].numpy()
        assert (moment == values[f"{key}.exp_avg"]).all()
    assert (found["0.exp_avg"] != before["0.exp_avg"]).any()


def test_stored_states(stored):
    """FP8 states learn as f32 states do, with two sizes of batches, and a read in the
    middle changes no bit."""
    start, other = stored.train.state_dict(), Run()
    other.losses(BATCHES[:1])
    stored.load(other)
    found = stored.losses(BATCHES[1:13])
    expected = other.losses(BATCHES[1:13])
    assert len(stored.train._variants) == 2
    assert found == pytest.approx(expected, rel=0.02)
    assert found != pytest.approx(expected, rel=0, abs=1e-5)
    # A view keeps its values; a tensor has no memory between reads.
    view = weight(stored).detach()
    saved, copied = stored.train.state_dict(), view.clone()
    assert saved["states"].keys() == start["states"].keys()
    assert saved["states"]["params.layers.0.weight"].dtype == torch.uint8
    first = stored.losses(BATCHES[:4])
    assert torch.equal(view, copied) and not torch.equal(view, weight(stored))
    stored.train.load_state_dict(saved)
    assert torch.equal(weight(stored), copied)
    second = []
    for batch in BATCHES[:4]:
        second += stored.losses([batch])
        stored.model.state_dict()
    assert first == second


def test_changes_of_stored_states(stored):
    """Values that the loop writes are stored."""
    with torch.no_grad():
        weight(stored).fill_(0.25)
    stored.schedule.base_lrs = [0.0]
    stored.schedule.step()
    stored.train(*BATCHES[0])
    assert (weight(stored) == 0.25).all()


def double(run):
    x, y = BATCHES[0]
    run.train(x.double(), y)


def another_parameter(run):
    run.model.layers[3].bias = nn.Parameter(torch.zeros(10))
    run.train(*BATCHES[0])


def frozen(run):
    weight(run).requires_grad_(False)
    run.train(*BATCHES[0])


def another_group(run):
    run.optimizer.add_param_group({"params": [nn.Parameter(torch.zeros(1))]})
    run.train(*BATCHES[0])


def betas(run):
    run.optimizer.param_groups[0]["betas"] = (0.8, 0.9)
    run.train(*BATCHES[0])


def no_states(run):
    run.optimizer.state.clear()
    run.train(*BATCHES[0])


def in_use(run):
    with run.train._use:
        run.train(*BATCHES[0])


def freed(run):
    x, y = BATCHES[0]
    x = x.clone()
    x.untyped_storage().resize_(0)
    run.train(x, y)


def no_rate(run):
    run.optimizer.param_groups[0]["lr"] = None
    run.train(*BATCHES[0])


def load(**state_dict):
    return lambda run: run.train.load_state_dict(state_dict)


REFUSED = {
    freed: (ValueError, "a tensor for 'x' whose memory is not freed"),
    no_rate: (ValueError, "a number for 'lr' of param group 0, but got None"),
    copy.deepcopy: (TypeError, "a compiled step cannot be copied or pickled; keep its"),
    lambda run: run.train(BATCHES[0][0].numpy(), BATCHES[0][1]): (
        TypeError,
        "tensors and numbers in a batch, but got a numpy.ndarray",
    ),
    lambda run: run.train(BATCHES[0][0].to_sparse(), BATCHES[0][1]): (
        ValueError,
        "a dense tensor for 'x', but got one of torch.sparse_coo",
    ),
    lambda run: run.train.load_state_dict([1]): (ValueError, "but got list"),
    load(number=1): (ValueError, "a dict with number and states, but got one with"),
    load(number="1", states={}): (TypeError, "an integer for 'number' of a state_dict"),
    load(number=1, states=[]): (TypeError, "a dict for 'states' of a state_dict"),
    double: (fp8.CaptureError, "argument 'x' is torch.float64; supported are"),
    lambda run: run.train(BATCHES[0][0].to("meta"), BATCHES[0][1]): (
        ValueError,
        "expected a tensor on cpu for 'x', but got one on meta",
    ),
    lambda run: run.train(BATCHES[0][0]): (TypeError, "missing 1 required"),
    lambda run: run.train(*BATCHES[0], 1): (fp8.CaptureError, "with 3 more parameters"),
    another_parameter: (ValueError, "another parameter or module 'bias'"),
    frozen: (ValueError, "requires_grad of parameter 'layers.0.weight'"),
    another_group: (ValueError, "param groups of the optimizer have other parameters"),
    betas: (ValueError, r"'betas' of param group 0 was \(0.9, 0.999\)"),
    no_states: (ValueError, "expected a tensor for 'params.layers.0.weight.step'"),
    in_use: (RuntimeError, "in use by another thread"),
}


@pytest.mark.parametrize("call", REFUSED)
def test_refused(call, mlp):
    """One line says what is wrong; nothing has run."""
    kind, message = REFUSED[call]
    model, optimizer, train = mlp.model, mlp.optimizer, mlp.train
    number, states = train.number, dict(optimizer.state)
    bias, groups = model.layers[3].bias, [dict(g) for g in optimizer.param_groups]
    try:
        with pytest.raises(kind, match=message) as raised:
            call(mlp)
    finally:
        model.layers[3].bias = bias
        model.requires_grad_(True)
        optimizer.param_groups[:] = groups
        optimizer.state.update(states)
    assert "\n" not in str(raised.value)
    assert train.number == number
    train(*BATCHES[0])
    assert train.number == number + 1


def test_mode(mlp):
    """Modules in another mode are another step, as in eager mode."""
    number = len(mlp.train._variants)
    mlp.model.eval()
    loss, expected = mlp.train(*BATCHES[0]), mlp.model(*BATCHES[0])
    assert loss != expected
    assert len(mlp.train._variants) == number + 1
    mlp.model.train()
    assert mlp.train(*BATCHES[0]).item() == pytest.approx(expected.item(), abs=1e-5)
    assert len(mlp.train._variants) == number + 1


def test_hooks_and_numbers(mlp):
    """A step with another hook is another step, and so is one with another number."""
    before = mlp.train._tensors.constants()
    handle = mlp.model.layers[1].register_forward_hook(lambda *args: args[2] * 2)
    expected = mlp.model(*BATCHES[0]).item()
    assert mlp.train(*BATCHES[0]).item() == pytest.approx(expected, abs=1e-5)
    handle.remove()
    assert mlp.train._tensors.constants() == before
    mlp.model.layers[2].p = 0.5
    assert mlp.train._tensors.constants() != before
    mlp.model.layers[2].p = 0.0
    assert mlp.train._tensors.constants() == before
    del mlp.model.layers[2].p
    with pytest.raises(ValueError, match="a module has lost its attribute 'p'; call"):
        mlp.train(*BATCHES[0])
    mlp.model.layers[2].p = 0.0
    assert mlp.train._tensors.constants() == before


@pytest.mark.parametrize("value", [[0.0], torch.zeros(1), torch.zeros(2)], ids=str)
def test_numbers_that_are_no_numbers_any_more(mlp, monkeypatch, value):
    before = mlp.train._tensors.constants()
    with monkeypatch.context() as patch:
        patch.setattr(mlp.model.layers[2], "p", value)
        expected = f"for 'layers.2.p', .* it is a {type(value).__name__} now; call"
        with pytest.raises(ValueError, match=expected) as caught:
            mlp.train(*BATCHES[0])
        assert "\n" not in str(caught.value)
    assert mlp.train._tensors.constants() == before


def test_a_parameter_that_moves_to_the_next_module():
    from fp8.torch._tensors import Tensors

    model = nn.Sequential(nn.Identity(), nn.Identity())
    model[0].weight = nn.Parameter(torch.ones(3))
    tensors = Tensors(model, torch.optim.SGD(model.parameters()))
    model[1].weight = model[0].weight
    del model[0].weight
    with pytest.raises(ValueError, match="another parameter or module 'weight'"):
        tensors.check()


def test_too_many_kinds_of_batches(mlp, monkeypatch):
    from fp8.torch import _compiled_step

    monkeypatch.setattr(_compiled_step, "_MAX_VARIANTS", len(mlp.train._variants))
    with pytest.raises(ValueError, match="kinds of batches"):
        mlp.train(*(tensor[:3] for tensor in BATCHES[0]))


def test_numbers_that_differ_are_named(mlp, monkeypatch):
    from fp8.torch import _compiled_step

    monkeypatch.setattr(_compiled_step, "_MAX_VARIANTS", len(mlp.train._variants))
    dropout = mlp.model.layers[2]
    monkeypatch.setattr(dropout, "p", 0.25)
    with pytest.raises(ValueError, match="numbers of modules differ: .*'layers.2.p'") as caught:
        mlp.train(*BATCHES[0])
    assert "in_features" not in str(caught.value) and "a buffer" in str(caught.value)


@pytest.fixture
def other_defaults():
    """Another default device and another default type."""
    torch.set_default_device("meta")
    torch.set_default_dtype(torch.bfloat16)
    yield
    torch.set_default_device(None)
    torch.set_default_dtype(torch.float32)


def test_defaults_of_torch(request):
    """Tensors of a step depend neither on the default device nor on the default type."""

    def step(model, optimizer, x, y, scale):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x + torch.arange(32) / 64), y)
        (loss * scale).backward()
        optimizer.step()
        return loss.detach()

    run, (x, y) = Run(lambda: nn.Linear(32, 10)), BATCHES[0]
    expected = F.cross_entropy(run.model(x + torch.arange(32) / 64), y)
    request.getfixturevalue("other_defaults")
    train = fp8.torch.compile_step(
        step, run.model, run.optimizer, x, y, 0.7, storage="fp8-split8"
    )
    assert train(x, y, 0.7).item() == pytest.approx(expected.item(), rel=0.02)
    assert run.model.weight.norm().device.type == "cpu"
    assert {a.name: a.dtype for a in train.step.inputs}["scale"] == "float32"


def test_model_on_another_device():
    run = Run(lambda: models.MLP().to("meta"))
    with pytest.raises(ValueError, match="on cpu for 'params.layers.0.weight'"):
        run.compile(BATCHES[0])


def test_stored_states_of_another_type(stored):
    found = stored.train.state_dict()
    name = next(iter(found["states"]))
    found["states"][name] = torch.zeros(3)
    with pytest.raises(TypeError, match=f"expected .* for '{name}', but got float32$"):
        stored.train.load_state_dict(found)
