"""Programs of the ranks of a process group, for test_torch_ranks.py."""

import concurrent.futures
import datetime
import json
import os
import pathlib
import signal
import threading
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


def failing_capture(rank):
    """Rank 1 cannot capture its step."""
    model, optimizer = make_model(0)

    def step(model, optimizer, x, y):
        loss = step_of_model(model, optimizer, x, y)
        return loss if rank == 0 else float(loss)

    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    fp8.torch.compile_step(step, model, optimizer, *batch_of(rank, 0), **mesh)
    return {}


def failing_start(rank):
    """The model of rank 1 is on another device."""
    model, optimizer = make_model(0)
    if rank:
        model.to("meta")
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    fp8.torch.compile_step(step_of_model, model, optimizer, *batch_of(rank, 0), **mesh)
    return {}


def failing_last_batch(rank):
    """Rank 1 cannot capture the step for a last batch of another size. The mesh goes
    on."""
    model, optimizer = make_model(0)

    def step(model, optimizer, x, y):
        loss = step_of_model(model, optimizer, x, y)
        return loss if rank == 0 or len(x) == 8 else float(loss)

    mesh = {"mesh": {"last": RANKS}, "process_group": dist.group.WORLD}
    train = fp8.torch.compile_step(
        step, model, optimizer, *batch_of(rank, 0), **OPTIONS, **mesh
    )
    losses = [float(train(*batch_of(rank, 0)))]
    begin = time.monotonic()
    try:
        train(*(tensor[:4] for tensor in batch_of(rank, 1)))
        message = ""
    except (fp8.CaptureError, RuntimeError) as error:
        message = f"{type(error).__name__}: {error}"
    losses.append(float(train(*batch_of(rank, 1))))
    # Rank 1 has arrays. Rank 0 would compile a step, and then it has one.
    arrays = []
    for rows in (3, 8):
        batch = [tensor[:rows] for tensor in batch_of(rank, 2)]
        try:
            train(*[tensor.numpy() for tensor in batch] if rank else batch)
        except (TypeError, RuntimeError) as error:
            arrays.append(f"{type(error).__name__}: {error}")
        if rows == 3:
            losses.append(float(train(*batch_of(rank, 2))))
    seconds = time.monotonic() - begin
    return {"message": message, "seconds": seconds, "losses": losses, "arrays": arrays}


def failing_compilation(rank):
    """No rank can compile a step. The mesh goes on."""
    text = compiled.MLP.read_text()
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    try:
        fp8.compile(text.replace("linalg.matmul", "linalg.none", 1), **mesh)
    except fp8.CompileError as error:
        assert "linalg.none" in str(error), error
        return train(rank, steps=1)
    return {}


def interrupted(rank, folder):
    """Ctrl-C reaches rank 0 while it waits for rank 1, which comes later."""
    # Shells let programs in the background ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    step, inputs = compile_mlp(rank)
    compiled.go_on(step, inputs, 1)
    has_signal = pathlib.Path(folder, "has_signal")
    if rank:
        end = time.monotonic() + 60
        while not has_signal.exists() and time.monotonic() < end:
            time.sleep(0.01)
    else:

        def press():
            signal.raise_signal(signal.SIGINT)
            has_signal.touch()

        threading.Timer(1, press).start()
    try:
        # The step of rank 1 may end before rank 0 notices the signal.
        compiled.go_on(step, inputs, 2)
    except KeyboardInterrupt:
        return {"message": "KeyboardInterrupt"}
    except RuntimeError as error:
        return {"message": str(error)}
    return {}


def interrupted_agreement(rank, calls_make_alike):
    """Ctrl-C reaches rank 1 in a part of a compilation that all ranks do."""
    from fp8.torch import _process_group

    group = dist.group.WORLD, f"interrupt{calls_make_alike:d}:{RANKS}"
    begin = time.monotonic()

    def make():
        if rank:
            raise KeyboardInterrupt
        return None, {}

    try:
        if calls_make_alike:
            _process_group.make_alike(*group, make)
        else:
            with _process_group.agreement(*group, "a place"):
                make()
    except KeyboardInterrupt:
        return {"message": "KeyboardInterrupt"}
    except RuntimeError as error:
        return {"message": str(error), "seconds": time.monotonic() - begin}
    return {}


def jax_batch(rank, number, seed=0):
    """Returns the arguments of `jax_step`."""
    draw = np.random.default_rng(seed)
    shapes = {"w1": (16, 32), "w2": (32, 8)}
    params = {n: draw.standard_normal(s, np.float32) / 4 for n, s in shapes.items()}
    x, y = (tensor.numpy()[:, :n] for tensor, n in zip(batch_of(rank, number), (16, 8)))
    return params, np.ascontiguousarray(x), np.ascontiguousarray(y), np.float32(0.1)


def jax_step(params, x, y, lr):
    import jax

    def loss_of(params):
        return ((jax.nn.relu(x @ params["w1"]) @ params["w2"] - y) ** 2).mean()

    loss, gradients = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - lr * g, params, gradients), loss


def own_jax_loop(rank, seeds=(0, 0)):
    """fp8.jax.compile_step in a loop."""
    mesh = {"mesh": {"dp": RANKS}, "process_group": dist.group.WORLD}
    first = jax_batch(rank, 0, seeds[rank])
    train = fp8.jax.compile_step(jax_step, first, **OPTIONS | mesh)
    losses = [float(train(*jax_batch(rank, n)[1:])) for n in range(3)]
    values = {n: a.tobytes().hex() for n, a in train.step.unpack().items()}
    return {"losses": losses} | values
