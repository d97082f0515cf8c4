"""Signature of a captured step: types, names, and the pairs of results and
arguments that they overwrite.
"""

from fp8._errors import CaptureError
from fp8.jax import _names, _ranks
from fp8.jax._global_view import SHARDING

ENTRY = "train_step"

_STATE_KINDS = ("param", "moment", "step")


def check_states(states, roots, arguments, pairs):
    """Checks `states`. Without pairs, only the compiler knows which arguments are
    updated."""
    updated = set(pairs.values())
    for prefix, kind in states.items():
        names = [name for _, name, _ in arguments if _names.covers(prefix, name)]
        if not names and prefix not in roots:
            raise CaptureError(
                f"states names no argument: '{prefix}'; there are {roots}"
            )
        if kind not in _STATE_KINDS:
            raise CaptureError(
                f"states calls argument '{prefix}' a {kind!r}; supported are "
                f"{', '.join(_STATE_KINDS)}"
            )
        if updated and kind != "param" and not updated.issuperset(names):
            raise CaptureError(
                f"states calls argument '{prefix}' a {kind}, but no result updates "
                "it; name the result in `updates` (only a param may be frozen)"
            )


def argument_attributes(arguments, states):
    def state(name):
        kinds = [kind for prefix, kind in states.items() if _names.covers(prefix, name)]
        return {"fp8.state": kinds[-1]} if kinds else {}

    return [{"fp8.name": name} | state(name) for _, name, _ in arguments]


def result_attributes(results, pairs):
    return [
        {"fp8.name": name} | ({"fp8.updates": pairs[name]} if name in pairs else {})
        for _, name, _ in results
    ]


def finish(module, devices, step, argument_attrs, result_attrs, annotate):
    """Names the entry and replaces all attributes by ours: texts, numbers, True or
    attributes. Without `annotate` there is no attribute of fp8.

    Args:
      devices: the Devices of the step; `step`: a Step of `_ranks`.
    """
    from jaxlib.mlir import ir

    if devices.mesh and not annotate:
        raise CaptureError(
            f"the step of one rank of {devices.mesh.attribute()} needs attributes of "
            "fp8 that describe the ranks: expected annotate=True"
        )
    module_attrs = _ranks.add_attributes(devices, step, argument_attrs, result_attrs)
    if not annotate:
        argument_attrs = [
            {key: text for key, text in attrs.items() if key == SHARDING}
            for attrs in argument_attrs
        ]
        result_attrs = []

    (entry,) = module.body.operations
    _drop_attributes(module.operation, ())
    _drop_attributes(entry, ("sym_name", "function_type", "sym_visibility"))
    entry.attributes["sym_name"] = ir.StringAttr.get(ENTRY)

    def value(key, text):
        if isinstance(text, ir.Attribute):
            return text
        if text is True:
            return ir.UnitAttr.get()
        if isinstance(text, int):
            return ir.IntegerAttr.get(ir.IntegerType.get_signless(32), text)
        # The kind of a state is an enumeration of the fp8 dialect.
        if key == "fp8.state":
            return ir.Attribute.parse(f"#fp8.state<{text}>")
        if key in ("fp8.mesh", "fp8.shard"):
            return ir.Attribute.parse(text)
        return ir.StringAttr.get(text)

    def attribute(values):
        return ir.DictAttr.get({k: value(k, v) for k, v in values.items()})

    for key, text in module_attrs.items():
        module.operation.attributes[key] = value(key, text)
    for key, attrs in (("arg_attrs", argument_attrs), ("res_attrs", result_attrs)):
        if any(attrs):
            entry.attributes[key] = ir.ArrayAttr.get([attribute(a) for a in attrs])


def _drop_attributes(op, kept):
    for name in list(op.attributes):
        name = getattr(name, "name", name)
        if name not in kept:
            del op.attributes[name]
