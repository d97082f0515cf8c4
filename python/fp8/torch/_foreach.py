"""Ops on lists of tensors, as in averages of weights, which torch-mlir does not lower."""

import functools
import itertools

#: Ops whose op for one tensor has another name.
_NAMES = {
    "maximum": "clamp_min",
    "maximum_": "clamp_min_",
    "minimum": "clamp_max",
    "minimum_": "clamp_max_",
    "norm": "linalg_vector_norm",
}
#: Ops whose last argument has to be a keyword, a number.
_FACTORS = ("addcmul", "addcmul_", "addcdiv", "addcdiv_")


def decompositions():
    """Returns {op: function} for aten._foreach_*: one op for each tensor."""
    import torch

    aten = torch.ops.aten
    table = {}
    for packet_name in dir(torch):
        if not packet_name.startswith("_foreach_"):
            continue
        name = packet_name.removeprefix("_foreach_")
        packet = getattr(aten, packet_name)
        for overload in packet.overloads():
            if overload.endswith(("out", "ScalarAndTensor")):
                continue
            has_factor = name in _FACTORS
            op = getattr(aten, _NAMES.get(name, name), None)
            if op is None or (has_factor and overload == "Tensor"):
                continue
            each = functools.partial(_with_factor, op) if has_factor else op
            run = _run_in_place if name.endswith("_") else _run
            table[getattr(packet, overload)] = functools.partial(run, each)
    return table


def _run(op, first, *rest, **keywords):
    """Returns the results of an op for the elements of lists."""
    # A number or a tensor is the argument of each op.
    columns = [
        arg if isinstance(arg, (list, tuple)) else itertools.repeat(arg) for arg in rest
    ]
    return [op(*arguments, **keywords) for arguments in zip(first, *columns)]


def _run_in_place(op, *arguments, **keywords):
    _run(op, *arguments, **keywords)


def _with_factor(op, x, first, second, value=1, **keywords):
    return op(x, first, second, **{"value": value, **keywords})
