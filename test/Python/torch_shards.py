"""Processes that share the parameters of a model, beside one process that has all."""

import copy
import datetime
import faulthandler

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Shard, distribute_tensor

import fp8.torch

CASES = {
    "adamw": ("AdamW", torch.float32, {}),
    "adamw-bf16": ("AdamW", torch.bfloat16, {}),
    "momentum": ("SGD", torch.float32, {"momentum": 0.9}),
    "split8": ("AdamW", torch.float32, {"storage": "fp8-split8"}),
    "split8-bf16": ("AdamW", torch.bfloat16, {"storage": "fp8-split8"}),
    "lion-split8": ("Lion", torch.float32, {"storage": "fp8-split8"}),
}


#: The longest wait of a process for the other one, in seconds.
WAIT = 200


def make_model(dtype, width=256):
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(128, width), torch.nn.GELU(), torch.nn.Linear(width, 512)
    ).to(dtype)


def whole(tensor):
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


class Run:
    """A model and its optimizer, sharded or not."""

    def __init__(self, case, mesh=None):
        name, dtype, options = CASES[case]
        self.model = make_model(dtype)
        if mesh is not None:
            for layer in (self.model[0], self.model[2]):
                fully_shard(layer, mesh=mesh)
            fully_shard(self.model, mesh=mesh)
        make = getattr(fp8.torch, name)
        self.optimizer = make(self.model.parameters(), lr=1e-2, **options)
        self.steps = 0

    def backward(self):
        self.optimizer.zero_grad()
        draw = torch.Generator().manual_seed(self.steps)
        x = torch.randn(4, 128, generator=draw).to(self.model[0].weight.dtype)
        # All processes have one batch, whose gradients are those of their mean.
        F.mse_loss(self.model(x), torch.ones(4, 512)).backward()

    def step(self):
        self.optimizer.step()
        self.optimizer.param_groups[0]["lr"] *= 0.9
        self.steps += 1

    def write(self):
        """Changes a row that only the first process has."""
        weight = self.model[0].weight
        rows = getattr(weight, "_local_tensor", weight).detach()
        if not isinstance(weight, DTensor) or dist.get_rank() == 0:
            rows[0].fill_(3.0)

    def check(self, other):
        pairs = zip(self.model.parameters(), other.model.parameters(), strict=True)
        for a, b in pairs:
            assert torch.equal(whole(a), whole(b))


def train(shared, others, steps):
    """Trains runs, with the gradients of the first of the others in all of them."""
    for _ in range(steps):
        for run in (shared, *others):
            run.backward()
        given = [param.grad for param in others[0].model.parameters()]
        for gradient in given:
            # Products depend on the alignment of memory.
            dist.broadcast(gradient, 0)
        for run in (shared, *others[1:]):
            for param, gradient in zip(run.model.parameters(), given, strict=True):
                torch.testing.assert_close(
                    whole(param.grad), gradient, rtol=2e-2, atol=1e-3
                )
                param.grad = distribute_tensor(
                    gradient, param.device_mesh, param.placements
                )
        for run in (shared, *others):
            run.step()


def check_case(case, mesh):
    shared, alone = Run(case, mesh), Run(case)
    train(shared, [alone], 3)
    for run in (shared, alone):
        run.write()
    train(shared, [alone], 2)
    shared.check(alone)
    found = shared.optimizer.unpacked_state_dict()["state"]
    for number, entry in alone.optimizer.unpacked_state_dict()["state"].items():
        for key, value in entry.items():
            assert torch.equal(whole(found[number][key]), value), (case, key)
    # A run that is resumed goes on with the same bits.
    resumed = Run(case, mesh)
    resumed.model.load_state_dict(shared.model.state_dict())
    resumed.optimizer.load_state_dict(copy.deepcopy(shared.optimizer.state_dict()))
    resumed.steps = shared.steps
    train(shared, [alone, resumed], 2)
    resumed.check(alone)


def fails(message, make, *arguments, **options):
    try:
        make(*arguments, **options)
    except ValueError as error:
        assert message in str(error) and "\n" not in str(error), str(error)
    else:
        raise AssertionError(f"expected: {message}")


def check_refused(mesh):
    AdamW, SGD = fp8.torch.AdamW, fp8.torch.SGD

    def cut(shape, dim=0):
        return torch.nn.Parameter(distribute_tensor(torch.ones(shape), mesh, [Shard(dim)]))

    odd = [cut((3, 100))]
    fails("to have a multiple of 128 elements in storage 'fp8-split8', but it has 200",
          AdamW, odd, storage="fp8-split8")  # fmt: skip
    fails("placements (Shard(dim=1),); expected Shard(0) along one dimension of the mesh",
          AdamW, [cut((4, 128), dim=1)], storage="fp8-split8")  # fmt: skip
    fails("of sgd: a parameter that is sharded over processes; expected storage='fp32'",
          SGD, [cut((4, 128))], storage="fp8-split8")  # fmt: skip
    # Other param groups may have the storage.
    groups = [{"params": odd, "storage": "fp32"}, {"params": [cut((4, 128))]}]
    optimizer = AdamW(groups, storage="fp8-split8")
    for group in groups:
        for param in group["params"]:
            param.grad = torch.ones_like(param)
    optimizer.step()
    assert optimizer.state[odd[0]]["exp_avg"].dtype == torch.float32
    # States of a part of several processes, of another process, and of the whole.
    param = groups[1]["params"][0]
    saved = copy.deepcopy(optimizer.state_dict())
    saved["state"][1]["exp_avg"] += 1
    fails("the state dict has those of several", optimizer.load_state_dict, saved)
    saved = copy.deepcopy(optimizer.state_dict())
    saved["state"][1]["part"] = torch.tensor([0, 128, 512])
    fails("but the state dict has those of 0 to 128 of 512; torch.distributed.checkpoint",
          optimizer.load_state_dict, saved)  # fmt: skip
    # As after a load without a check.
    optimizer.state[param]["part"] = torch.tensor([0, 128, 512])
    fails("or to be complete in storage 'fp8-split8'", optimizer.step)
    alone = AdamW([torch.nn.Parameter(torch.ones(512))])
    saved["param_groups"] = alone.state_dict()["param_groups"]
    saved["state"] = {0: saved["state"][1]}
    fails("of the elements 0 to 512 of 512 of a parameter", alone.load_state_dict, saved)
    optimizer = AdamW([param])
    optimizer.step()
    saved = copy.deepcopy(optimizer.state_dict())
    for key in ("exp_avg", "exp_avg_sq"):
        saved["state"][0][key] = saved["state"][0][key].full_tensor()
    optimizer.load_state_dict(saved)
    fails("expected state 'exp_avg' to be distributed as its parameter", optimizer.step)
    plain = torch.nn.Parameter(torch.ones(4, 128))
    plain.grad = torch.ones(4, 128)
    other = AdamW([plain])
    other.load_state_dict(AdamW([param]).state_dict())
    other.step()


def check_distributed_checkpoint(mesh, folder):
    """torch.distributed.checkpoint has states in f32, and codes of one process only."""
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict

    def load(case, steps):
        first, resumed = Run(case, mesh), Run(case, mesh)
        for _ in range(steps):
            first.backward()
            first.step()
        path = folder / case
        dcp.save(dict(zip("mo", get_state_dict(first.model, first.optimizer))), checkpoint_id=path)
        found = dict(zip("mo", get_state_dict(resumed.model, resumed.optimizer)))
        dcp.load(found, checkpoint_id=path)
        resumed.steps = steps
        states = {"model_state_dict": found["m"], "optim_state_dict": found["o"]}
        return first, resumed, lambda: set_state_dict(resumed.model, resumed.optimizer, **states)

    first, resumed, set_states = load("adamw", 2)
    set_states()
    for run in (first, resumed):
        run.backward()
        run.step()
    first.check(resumed)
    *_, set_states = load("split8", 2)
    try:
        set_states()
        refused = torch.tensor(0)
    except ValueError as error:
        assert "torch.distributed.checkpoint cannot keep them" in str(error), str(error)
        refused = torch.tensor(1)
    dist.all_reduce(refused)
    assert refused  # Some process has the codes of another one.


def run(rank, world, folder):
    torch.set_num_threads(1)
    # A process that waits for the other one ends with an error. One that stands still
    # for another reason prints its stacks and ends.
    faulthandler.dump_traceback_later(3 * WAIT, exit=True)
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder}/store",
        rank=rank,
        world_size=world,
        timeout=datetime.timedelta(seconds=WAIT),
    )
    mesh = dist.init_device_mesh("cpu", (world,))
    for case in CASES:
        check_case(case, mesh)
    check_refused(mesh)
    check_distributed_checkpoint(mesh, folder)
    dist.destroy_process_group()
    faulthandler.cancel_dump_traceback_later()
