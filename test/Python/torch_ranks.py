"""Programs of the ranks of a process group, for test_torch_ranks.py."""

import concurrent.futures
import datetime
import json
import os
import time

import numpy as np
import torch
import torch.distributed as dist

import compiled
import fp8

RANKS = 2
OPTIONS = {"recipe": "delayed", "storage": "fp8-split16"}


def run(rank, programs, folder):
    """Runs programs as one rank. Writes the result or the error of each."""
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder}/store",
        rank=rank,
        world_size=RANKS,
        timeout=datetime.timedelta(seconds=60),
    )
    found = []
    for name, options in programs:
        try:
            found.append(globals()[name](rank, **options))
        except Exception as error:
            found.append({"error": f"{type(error).__name__}: {error}"})
        (folder / f"{rank}.json").write_text(json.dumps(found))


def draw(rank):
    """Returns the states of the MLP, and the batch of a rank."""
    states, inputs = compiled.draw(compiled.MLP)
    return dict(states), {name: value * (1 + rank) for name, value in inputs.items()}


def compile_mlp(rank, **options):
    states, inputs = draw(rank)
    options = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD} | options
    return fp8.compile(compiled.MLP, states=states, **OPTIONS | options), inputs


def train(rank, steps=compiled.STEPS, **options):
    """Some steps of the MLP."""
    step, inputs = compile_mlp(rank, **options)
    results = compiled.go_on(step, inputs, steps)
    return {name: a.hex() for name, a in compiled.all_bytes(step, results).items()}


def other_recipe(rank):
    return train(rank, recipe="current" if rank else "delayed")


def other_states(rank):
    states, _ = draw(rank)
    states["w1"] = states["w1"] + np.float32(rank)
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    fp8.compile(compiled.MLP, states=states, **mesh)
    return {}


def other_shape(rank):
    """A state of rank 1 has another shape."""
    states, _ = draw(rank)
    if rank:
        states["w1"] = states["w1"][1:]
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    fp8.compile(compiled.MLP, states=states, **mesh)
    return {}


def two_threads(rank):
    """Steps of two meshes of one group, each in a thread of its own."""
    steps = [compile_mlp(rank, mesh={axis: RANKS}) for axis in ("dp", "replica")]
    with concurrent.futures.ThreadPoolExecutor(len(steps)) as pool:
        runs = [pool.submit(compiled.go_on, *step, 20) for step in steps]
        for run in runs:
            run.result()
    (step, _), (other, _) = steps
    for name, state in step.states.items():
        assert state.tobytes() == other.states[name].tobytes(), name
    return {}


def two_meshes(rank):
    """Steps of two meshes of one group, in turn."""
    step, inputs = compile_mlp(rank)
    other, _ = compile_mlp(rank, mesh={"replica": RANKS})
    for _ in range(3):
        for run in (step, other):
            compiled.go_on(run, inputs, 1)
    for name, state in step.states.items():
        assert state.tobytes() == other.states[name].tobytes(), name
    return {}


def failing_rank(rank):
    """The learning rate of rank 1 leaves its range at the second step."""
    states, inputs = draw(rank)
    name = '{fp8.name = "lr"}'
    text = compiled.MLP.read_text()
    assert text.count(name) == 1
    text = text.replace(name, '{fp8.name = "lr", fp8.range = [0.0, 1.0]}')
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    step = fp8.compile(text, states=states, **mesh, **OPTIONS)
    for rate in (0.5, 0.5 + rank):
        step(**inputs, lr=rate)
    return {}


def missing_rank(rank):
    """Rank 1 ends before the second step."""
    step, inputs = compile_mlp(rank)
    compiled.go_on(step, inputs, 1)
    if rank:
        os._exit(0)
    begin = time.monotonic()
    try:
        compiled.go_on(step, inputs, 1)
    except RuntimeError as error:
        return {"message": str(error), "seconds": time.monotonic() - begin}
    return {}


def make_model(seed):
    torch.manual_seed(seed)
    model = torch.nn.Sequential(
        torch.nn.Linear(32, 64), torch.nn.GELU(), torch.nn.Linear(64, 16)
    )
    return model, torch.optim.AdamW(model.parameters(), lr=1e-2)


def step_of_model(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def batch_of(rank, number):
    draw = torch.Generator().manual_seed(10 * number + rank)
    return torch.randn(8, 32, generator=draw), torch.randn(8, 16, generator=draw)


def own_loop(rank, seeds=(0, 0), **options):
    """fp8.torch.compile_step in a loop."""
    model, optimizer = make_model(seeds[rank])
    options = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD} | options
    train = fp8.torch.compile_step(
        step_of_model, model, optimizer, *batch_of(rank, 0), **OPTIONS | options
    )
    losses = [float(train(*batch_of(rank, n))) for n in range(4)]
    weights = {n: p.detach().numpy().tobytes() for n, p in model.named_parameters()}
    return {"losses": losses} | {name: data.hex() for name, data in weights.items()}
