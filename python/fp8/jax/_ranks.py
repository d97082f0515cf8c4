"""Arguments and results of a step that one of several ranks runs."""

import collections

from fp8._errors import CaptureError
from fp8.jax import _entry, _exchange, _global_view, _names

#: The devices of a step, as legalize() finds them.
#:   mesh: the Mesh of its ranks, None for a step of one device;
#:   arguments, results: {index: Part} of those of which a rank has a part;
#:   has_number: whether the number of the rank is the last argument;
#:   global_view: {index: sharding} of the arguments that a compiler would divide;
#:   dropped: {operation: count} of collectives that one device does not need.
Devices = collections.namedtuple(
    "Devices", "mesh arguments results has_number global_view dropped"
)


#: The signature of a step.
#:   arguments, results: [(root, name, leaf)], with the shapes of whole values;
#:   pairs: {result name: name of the argument that it overwrites};
#:   states: {argument name: kind}, of leaves or trees;
#:   donated: indices of the arguments whose memory results may take.
Step = collections.namedtuple("Step", "arguments results pairs states donated")


def add_attributes(devices, step, argument_attrs, result_attrs):
    """Adds the attributes of a rank to the attributes of arguments and results.
    Returns the attributes of the module.
    """
    mesh = devices.mesh
    if mesh is None:
        for i, sharding in devices.global_view.items():
            if i is None:
                return {_global_view.SHARDING: sharding}
            argument_attrs[i][_global_view.SHARDING] = sharding
        return {}
    _check_pairs(devices, step)
    states, taken = _find_states(devices, step)
    for i, part in devices.arguments.items():
        if i in states:
            value = f"state '{step.arguments[i][1]}'"
            argument_attrs[i]["fp8.shard"] = _shard(value, part, mesh)
        else:
            _check_batch(i, devices, step, taken)
            argument_attrs[i]["fp8.batch"] = True
    for i, part in devices.results.items():
        # Another result belongs to the batch of a rank.
        if step.results[i][1] in step.pairs or _is_shard(part):
            value = f"result '{step.results[i][1]}'"
            result_attrs[i]["fp8.shard"] = _shard(value, part, mesh)
    if devices.has_number:
        name = _rank_name(step.arguments)
        argument_attrs.append({"fp8.name": name, "fp8.state": "rank"})
    return {"fp8.mesh": mesh.attribute()}


def _find_states(devices, step):
    """Returns the indices of the arguments that are states, whether or not an
    attribute pairs them with a result, and of results that are their new values."""
    # Trees of arguments that are also trees of results.
    found, likely = _entry.same_trees(
        *(
            [(root, name, _leaf(leaf)) for root, name, leaf in leaves]
            for leaves in (step.arguments, step.results)
        )
    )
    updated = set(step.pairs.values())
    taken = {*found.values(), *likely.values()} | {
        j for j, (_, name, _) in enumerate(step.results) if name in step.pairs
    }
    states = {*found, *likely} | {
        i
        for i, (_, name, _) in enumerate(step.arguments)
        if name in updated
        or any(_names.covers(prefix, name) for prefix in step.states)
        or (i in step.donated and _results_like(i, devices, step, taken))
    }
    return states, taken


def _leaf(leaf):
    return _entry.Leaf(tuple(leaf.shape), str(leaf.dtype))


def _results_like(i, devices, step, taken):
    """Returns the names of the results with the type and the sharding of argument
    `i` that are not `taken`."""
    return [
        name
        for j, (_, name, leaf) in enumerate(step.results)
        if j not in taken
        and _leaf(leaf) == _leaf(step.arguments[i][2])
        and devices.results.get(j) == devices.arguments.get(i)
    ]


def _rank_name(arguments):
    name = _exchange.RANK
    while any(name == other for _, other, _ in arguments):
        name += "_"
    return name


def _is_shard(part):
    """Returns whether a rank has some rows of the whole value, divided along one axis.
    """
    first, *others = part.axes
    return len(first) == 1 and not any(others)


def _shard(value, part, mesh):
    if not _is_shard(part):
        raise CaptureError(
            f"{value} is divided along the axes {_listed(part.axes)} of its dimensions; "
            f"supported are states whose first dimension is divided along one axis of "
            f"{mesh.attribute()}"
        )
    (axis,), *_ = part.axes
    return f'#fp8.shard<"{axis}", rows = {part.shape[0]}, unit = 1>'


def _listed(axes):
    return [list(names) for names in axes]


def _check_pairs(devices, step):
    """Checks that a result and the argument that it overwrites are divided alike."""
    places = {name: i for i, (_, name, _) in enumerate(step.arguments)}
    for i, (_, name, _) in enumerate(step.results):
        if name not in step.pairs:
            continue
        old = devices.arguments.get(places[step.pairs[name]])
        new = devices.results.get(i)
        if old != new:
            raise CaptureError(
                f"result '{name}' is divided along {_described(new)}, and argument "
                f"'{step.pairs[name]}', which it overwrites, along {_described(old)}; "
                "expected one sharding in in_specs and out_specs"
            )


def _described(part):
    return "no axis" if part is None else str(_listed(part.axes))


def _check_batch(i, devices, step, taken):
    """Checks that no result may be the new value of an argument that is taken for a
    batch, and that every rank has another one."""
    name = step.arguments[i][1]
    for result in _results_like(i, devices, step, taken):
        raise CaptureError(
            f"argument '{name}' may be a batch, or a state whose new value is result "
            f"'{result}', which has its type and sharding; name the states in "
            "`updates` or `states`, or donate them to jax.jit"
        )
    part = devices.arguments[i]
    used = {axis for names in part.axes for axis in names}
    sizes = devices.mesh.sizes
    missing = [axis for axis in sizes if sizes[axis] > 1 and axis not in used]
    if missing:
        raise CaptureError(
            f"argument '{name}' is the same along the axes {missing} of "
            f"{devices.mesh.attribute()}; supported are batches that are divided along "
            "all axes, and replicated arguments"
        )
