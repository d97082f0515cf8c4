"""The states of a step: their initial values, storage and conversion.

A state has a value, which the step as written reads, and may be stored in several
tensors, its planes: `w` is stored as codes `w` and a scale `w.scale`, for example.
@pack computes planes from values, and @unpack is the inverse.
"""

import operator

import numpy as np

from fp8._arrays import as_numpy, dtype_of, make_empty, make_full


def value_arguments(functions):
    """Returns {name: Argument} of the values of all states of a step, for its
    {name: Function}.
    """
    values = {}
    stored = set()
    if "pack" in functions:
        pack = functions["pack"]
        values.update((a.name, a) for a in pack.with_role("input", "scalar"))
        stored = {a.name for a in pack.with_role("result")}
    for argument in functions["step"].with_role("state"):
        if argument.name not in stored and not argument.is_added:
            values[argument.name] = argument
    # Sort by the order of the step, in which the main plane has the name of the
    # value.
    order = {a.name: i for i, a in enumerate(functions["step"].arguments)}
    return dict(sorted(values.items(), key=lambda item: order.get(item[0], len(order))))


def initialize(step, given, seed):
    """Sets the initial values of the states of a new step, for states that have any."""
    arguments = value_arguments(step._functions)
    added = {a.name: a for a in _added(step)}
    for name in given:
        if name not in arguments and name not in added:
            raise ValueError(
                f"expected names of states ({', '.join(arguments)}), but got '{name}'"
            )
    values = {}
    for name, value in given.items():
        argument = arguments.get(name) or added[name]
        values[name] = as_numpy(value, argument)
    if len(values) < len(arguments) and "init" in step._functions:
        values = _run_init(step, seed) | values
    for name, argument in arguments.items():
        if name in values:
            continue
        if argument.initial is not None:
            values[name] = make_full(argument, argument.initial)
        elif argument.kind != "param":
            values[name] = make_full(argument, 0)
    step._missing = [name for name in arguments if name not in values]
    if not step._missing or "pack" not in step._functions:
        store(step, values)


def _added(step):
    """Returns the states that storage has added and @pack does not compute."""
    functions = step._functions
    computed = set()
    if "pack" in functions:
        computed = {a.name for a in functions["pack"].with_role("result")}
    return [
        a
        for a in functions["step"].with_role("state")
        if a.is_added and a.name not in computed
    ]


def _run_init(step, seed):
    if not 0 <= operator.index(seed) < 2**32:
        raise ValueError(f"expected a seed from 0 to 2^32 - 1, but got {seed}")
    init = step._functions["init"]
    seeds = {a.name: np.array(seed, np.uint32) for a in init.with_role("scalar")}
    return run(step, "init", seeds, {})


def run(step, name, inputs, outputs):
    """Runs a function of the step. Returns its results by name; `outputs` are arrays
    for some of them.
    """
    function = step._functions[name]
    memories, results = [], {}
    for index, argument in enumerate(function.arguments):
        if argument.role == "result":
            value = outputs.get(argument.name)
            if value is None:
                value = make_empty(argument)
            results[argument.name] = value
        else:
            value = inputs[argument.name]
            if isinstance(value, np.ndarray):
                # ascontiguousarray() gives a scalar a dimension.
                value = np.ascontiguousarray(value).reshape(argument.shape)
        memories.append(step._bind(name, index, value))
    step._native.run(function.index, memories)
    return results


def store(step, values):
    """Sets all states to `values`, except states without a value."""
    states = {a.name: a for a in step._functions["step"].with_role("state")}
    computed = {}
    if "pack" in step._functions:
        _check_finite(step, values)
        pack = step._functions["pack"]
        for argument in pack.with_role("result"):
            current = step.states.get(argument.name)
            computed[argument.name] = (
                make_empty(argument) if current is None else current
            )
        run(step, "pack", values, computed)
    for name, argument in states.items():
        if name in computed:
            _set(step, argument, computed[name])
        elif name in values:
            _set(step, argument, np.array(values[name]))
        elif argument.is_added:
            _set(step, argument, _first_added(step, argument))


def _check_finite(step, values):
    """Checks that the storage keeps the values that are not finite, before any state
    changes."""
    names = [a.name for a in step._functions["pack"].with_role("input", "scalar")]
    special = {name: ~np.isfinite(values[name]) for name in names}
    special = {name: where for name, where in special.items() if where.any()}
    if not special:
        return
    planes = run(step, "pack", values, {})
    kept = run(step, "unpack", {**step.states, **planes}, {})
    for name, where in special.items():
        old, new = values[name][where], kept[name][where]
        lost = (old != new) & ~(np.isnan(old) & np.isnan(new))
        if lost.any():
            raise ValueError(
                f"expected values that the storage of the state '{name}' can hold, but "
                f"got {old[lost][0]}; the storage fp32 holds infinities"
            )


def _first_added(step, argument):
    """Returns the value of a state that storage has added, for the current step number.
    """
    if argument.kind == "step":
        return make_full(argument, step.number)
    if argument.kind == "rng" and argument.name in step.states:
        return step.states[argument.name]
    return make_full(argument, argument.initial or 0)


def _set(step, argument, array):
    """Copies `array` to the memory of a state, or makes it that memory."""
    current = step.states.get(argument.name)
    if current is None:
        attach(step, argument, array)
    elif current is not array:
        np.copyto(view(step, argument), array)


def view(step, argument):
    """Returns the memory of a state as an array of numpy."""
    array = step.states[argument.name]
    if not isinstance(array, np.ndarray):
        memory = step._bind("step", step._positions[argument.name], array)
        array = memory.view().reshape((*argument.shape, -1))
        return array.view(dtype_of(argument))[..., 0]
    return array.view(dtype_of(argument))


def copies(step):
    """Returns {name: copy of a state}."""
    return {
        a.name: np.array(view(step, a))
        for a in step._functions["step"].with_role("state")
    }


def attach(step, argument, array):
    """Makes `array` the memory of a state."""
    index = step._positions[argument.name]
    step._memories[index] = step._bind("step", index, array)
    step.states[argument.name] = array
    step._foreign.pop(index, None)
    if not isinstance(array, np.ndarray):
        step._foreign[index] = argument


def check_complete(step):
    """Raises an error if a state has no value."""
    if len(step.states) == step._num_states:
        return
    states = step._functions["step"].with_role("state")
    missing = [a.name for a in states if a.name not in step.states]
    raise ValueError(
        f"expected values of the states {', '.join(step._missing or missing)}; pass "
        "states= to fp8.compile, or call load_state_dict() or bind()"
    )


def unpack(step):
    """Returns {name: array}, copies of the values of all states."""
    values = {}
    if "unpack" in step._functions:
        inputs = step._functions["unpack"].with_role("input", "scalar")
        planes = {a.name: step.states[a.name] for a in inputs}
        values = run(step, "unpack", planes, {})
    return {
        name: values[name] if name in values else np.array(view(step, argument))
        for name, argument in value_arguments(step._functions).items()
    }


def load(step, given):
    """Sets the states to planes or to values. `given` contains either all planes or all
    values.
    """
    planes = {a.name: a for a in step._functions["step"].with_role("state")}
    values = value_arguments(step._functions)
    is_stored = set(given) == set(planes)
    if is_stored and (set(given) != set(values) or _fit(given, planes)):
        checked = {name: as_numpy(given[name], planes[name]) for name in planes}
        for name, array in checked.items():
            _set(step, planes[name], np.array(array))
        return
    if set(given) != set(values):
        raise ValueError(
            "expected either the states as they are stored "
            f"({', '.join(planes)}) or their values ({', '.join(values)}), but got "
            f"{', '.join(given) or 'none'}"
        )
    store(step, {name: as_numpy(given[name], values[name]) for name in values})


def _fit(given, planes):
    """Returns true if every tensor has the type and shape of its plane."""
    try:
        for name, argument in planes.items():
            as_numpy(given[name], argument)
    except (TypeError, ValueError):
        return False
    return True
