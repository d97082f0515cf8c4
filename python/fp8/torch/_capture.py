"""capture(): converts a PyTorch training step to text that fp8 reads."""

import inspect
import sys

from fp8._errors import CaptureError
from fp8.torch import _batch, _inputs, _restore
from fp8.torch._captured import Argument, Captured, Result
from fp8.torch._packages import import_torch


def capture(step, model, optimizer, *batch, seed=0):
    """Captures `step(model, optimizer, *batch)` as MLIR text.

    The step is a function of the user's training loop, for example

        def step(model, optimizer, x, y):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            return loss

    It runs once or twice on tensors without data. Model, optimizer and the global
    state of torch are unchanged afterwards.

    The text contains one function, ``@train_step``, on static ranked tensors. Its
    arguments are

      params.<name>         parameters, and params.<name>.<key>: states of the
                            optimizer, such as params.h.0.qkv.weight.exp_avg
      buffers.<name>        buffers, such as the statistics of a batch norm
      lr, weight_decay      hyperparameters, so that a schedule needs no other
                            capture; with several param groups lr.0, lr.1...
      seed, rng.step        if the step draws random numbers, as dropout does. They
                            come from Philox of the seed and the number of the step,
                            and differ from torch's.
      <parameter of step>   the batch: its tensors and floats. Leaves of trees have
                            paths, such as x.tokens. Ints, bools and strings are
                            constants of the step.

    Arguments that the step does not use are left out. Results are the values that
    the step returns (loss, or the keys of a dict, or result0, result1...), then the
    new value of each parameter, buffer and state that changes.

    Args:
      step: the function. It takes parameters from `model` and calls zero_grad.
      model: a torch.nn.Module with every parameter of the optimizer.
      optimizer: a torch.optim.Optimizer. Without states, it starts from the states
        that its first step creates. Other hyperparameters than lr and weight_decay
        are constants, and so is a weight_decay of 0.
      batch: an example. Another shape needs another capture.
      seed: the value of the argument `seed`.

    Returns:
      A Captured.

    Raises:
      ImportError: torch or torch-mlir is missing or of another version.
      CaptureError: the step depends on values that are known only when it runs, has
        dynamic shapes, ops that torch-mlir does not lower, or changes of Python
        numbers or of tensors that are not states. The message names the line.
    """
    torch = import_torch("fp8.torch.capture")
    check(torch, model, optimizer)
    return capture_tree(step, model, optimizer, batch, seed)[0]


def capture_tree(step, model, optimizer, batch, seed):
    """Returns a Captured, and the tree that the step returns."""
    import torch

    # Tensors that the step creates are on the CPU as its inputs, whatever the default
    # device of torch is.
    with torch.device("cpu"), _restore.unchanged(model, optimizer):
        inputs = _inputs.collect(step, model, optimizer, batch, seed)
        try:
            graph, function = _traced(step, model, optimizer, batch, inputs)
        except ZeroDivisionError as error:
            _refuse_empty(inputs)
            raise error
        kept = _kept(graph, function.results, inputs)
    return _captured(*kept, _batch.roots(step, len(batch))), function.returned


def _refuse_empty(inputs):
    """Raises an error if a tensor of the batch has no elements."""
    for item in inputs:
        if item.role == "batch" and not item.value.numel():
            raise CaptureError(
                f"'{item.name}' has no elements, and the step divides by their number; "
                "leave empty batches out"
            )


def check(torch, model, optimizer):
    """Checks that steps of this model and this optimizer can be captured."""
    if not isinstance(model, torch.nn.Module):
        raise CaptureError(
            f"the model is a {type(model).__name__}; expected a torch.nn.Module"
        )
    from fp8.torch._step import ONE_EACH

    parts = optimizer.values() if isinstance(optimizer, dict) else optimizer
    if isinstance(optimizer, (list, tuple, dict)) and all(
        isinstance(part, torch.optim.Optimizer) for part in parts
    ):
        raise CaptureError(
            f"expected one optimizer, but got a {type(optimizer).__name__} of "
            f"{len(optimizer)}; {ONE_EACH}"
        )
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise CaptureError(
            f"the optimizer is a {type(optimizer).__name__}; expected a "
            "torch.optim.Optimizer"
        )
    closure = inspect.signature(type(optimizer).step).parameters.get("closure")
    if closure is not None and closure.default is inspect.Parameter.empty:
        raise CaptureError(
            f"{type(optimizer).__name__} evaluates the loss several times in a step, "
            "until a value is small; supported are optimizers without a closure"
        )
    _check_whole(torch, model)


def _check_whole(torch, model):
    """Checks that a model is not divided or averaged among processes: PyTorch does
    both outside of the ops that are captured."""
    from fp8.torch._update_tensors import is_distributed

    advice = (
        "capture the model without it, and pass mesh= and process_group= to "
        "fp8.torch.compile_step, which average gradients"
    )
    wrappers = [torch.nn.DataParallel]
    if torch.distributed.is_available():
        wrappers.append(torch.nn.parallel.DistributedDataParallel)
    # Do not import the module, which is slow: without it no model can be of
    # this kind.
    fsdp = sys.modules.get("torch.distributed.fsdp")
    if fsdp is not None:
        wrappers.append(fsdp.FullyShardedDataParallel)
    for module in model.modules():
        for wrapper in wrappers:
            if isinstance(module, wrapper):
                raise CaptureError(f"unsupported: {wrapper.__name__}; {advice}")
    for name, tensor in (*model.named_parameters(), *model.named_buffers()):
        if is_distributed(tensor):
            raise CaptureError(
                f"unsupported: '{name}' is a DTensor with the placements "
                f"{tensor.placements}, as after fully_shard; {advice}"
            )


def _traced(step, model, optimizer, batch, inputs):
    """Returns the graph of the step, and the function that was traced."""
    from fp8.torch._step import Step
    from fp8.torch._trace import trace

    function = Step(step, model, optimizer, batch, inputs)
    tensors = [item.value.detach() for item in inputs]

    def run():
        with _restore.unchanged(model, optimizer):
            return trace(function, tensors, function.decompositions())

    graph = run()
    _forget_zeroed_gradients(graph, inputs)
    used = _used_gradients(graph, inputs)
    if used and function.leaves_gradients:
        raise CaptureError(
            f"the step adds to the gradients of the step before (of '{used[0]}'); call "
            "optimizer.zero_grad() in the step, before backward()"
        )
    if used:
        # The step leaves no gradients, so the next step finds none. Trace again
        # without them.
        function.use_gradients = False
        graph = run()
    return graph, function


def _gradients(graph, inputs):
    """Returns the gradients of the step before: nodes and their inputs."""
    nodes = graph.graph.find_nodes(op="placeholder")
    pairs = zip(nodes, inputs, strict=True)
    return [(node, item) for node, item in pairs if item.role == _inputs.GRADIENT]


def _used_gradients(graph, inputs):
    return [item.key for node, item in _gradients(graph, inputs) if node.users]


def _forget_zeroed_gradients(graph, inputs):
    """Replaces old gradients that zero_grad(set_to_none=False) fills with zeros: only
    their shapes matter.
    """
    import torch

    for node, item in _gradients(graph, inputs):
        for user in list(node.users):
            if user.target is not torch.ops.aten.full_like.default:
                continue
            shape = list(item.value.shape)
            dtype = user.kwargs.get("dtype") or item.value.dtype
            with graph.graph.inserting_before(user):
                filled = graph.graph.call_function(
                    torch.ops.aten.full.default,
                    (shape, user.args[1]),
                    {"dtype": dtype, "device": item.value.device, "pin_memory": False},
                )
            filled.meta = dict(user.meta)
            user.replace_all_uses_with(filled)
            graph.graph.erase_node(user)
    graph.recompile()


def _kept(graph, results, inputs):
    """Drops inputs that nothing reads or updates, and results that do not change.

    Returns the graph, and the inputs and results that are left.
    """
    nodes = graph.graph.find_nodes(op="placeholder")
    by_name = {item.name: node for node, item in zip(nodes, inputs, strict=True)}
    (output,) = graph.graph.find_nodes(op="output")
    pairs = [
        (value, *result)
        for value, result in zip(output.args[0], results, strict=True)
        if result[1] is None or value is not by_name[result[1]]
    ]
    output.args = ([value for value, _, _ in pairs],)
    _drop_counter(pairs, output, by_name)
    updated = {updates for _, _, updates in pairs}
    inputs_left = []
    for node, item in zip(nodes, inputs):
        if node.users or item.name in updated:
            inputs_left.append(item)
        else:
            graph.graph.erase_node(node)
    graph.graph.eliminate_dead_code()
    graph.recompile()
    if not any(updates for _, _, updates in pairs):
        raise CaptureError(
            "the step updates no parameter; expected a call of optimizer.step()"
        )
    return graph, inputs_left, pairs


def _drop_counter(pairs, output, by_name):
    """Drops the counter of random numbers if nothing but the counter reads it."""
    for pair in pairs:
        if pair[2] == "rng.step" and set(by_name["rng.step"].users) == {pair[0]}:
            pairs.remove(pair)
            output.args = ([value for value, _, _ in pairs],)
            output.graph.erase_node(pair[0])
            return


def _captured(graph, inputs, pairs, roots):
    from fp8.torch._lower import lower
    from fp8.torch._normalize import normalize

    normalize(graph.graph)
    updated = {updates for _, _, updates in pairs}
    text = lower(
        graph,
        [_argument_attributes(item) for item in inputs],
        [
            {"fp8.name": name} | ({"fp8.updates": updates} if updates else {})
            for _, name, updates in pairs
        ],
    )
    arguments = tuple(
        Argument(
            item.name,
            item.role,
            item.value.dtype,
            tuple(item.value.shape),
            item.name in updated,
            item.value.detach().clone(),
        )
        for item in inputs
    )
    results = tuple(
        Result(name, value.meta["val"].dtype, tuple(value.meta["val"].shape), updates)
        for value, name, updates in pairs
    )
    return Captured(text, arguments, results, roots)


def _argument_attributes(item):
    attributes = {"fp8.name": item.name}
    if item.kind:
        attributes["fp8.state"] = f"#fp8.state<{item.kind}>"
    initial = _initial(item)
    if initial is not None:
        attributes["fp8.initial"] = initial
    return attributes


def _initial(item):
    """Returns the value of every element of a state or hyperparameter, if it is one
    f32."""
    import torch

    value = item.value
    if item.role not in ("state", "hyperparameter") or value.dtype != torch.float32:
        return None
    if not value.numel():
        return None
    first = value.flatten()[0]
    return float(first) if bool((value == first).all()) else None
