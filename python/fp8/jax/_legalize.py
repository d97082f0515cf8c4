"""Lowering of StableHLO to linalg, tensor, arith, math and scf.

Uses jaxlib's passes, and our own expansions of the operations that they leave.
"""

import collections
import re

from fp8._errors import CaptureError
from fp8.jax import (
    _advice,
    _collectives,
    _cumulative,
    _empty,
    _exchange,
    _global_view,
    _groups,
    _inline,
    _loops,
    _manual,
    _mesh,
    _pool,
    _ranks,
    _scatter,
    _signless,
    _sort,
)
from fp8.jax._diagnostics import first_line

_DIALECTS = ("builtin", "func", "arith", "math", "linalg", "tensor", "scf")

_HINTS = {
    "stablehlo.scatter": (
        "supported: sums, products, maxima and minima of float32 or int32, and "
        "slices that are written, at int32 indices"
    ),
    "stablehlo.rng": "pass random numbers in as an argument",
    "stablehlo.rng_bit_generator": "pass random numbers in as an argument",
    "stablehlo.custom_call": "calls of library routines are not supported",
    "stablehlo.tuple": "tuples are not supported: return their elements",
    "stablehlo.get_tuple_element": "tuples are not supported: pass their elements",
}

# Hint for jax.pure_callback, jax.debug.print and other callbacks.
_CALLBACK = (
    "a step runs without Python; compute the result of a callback beforehand and pass it "
    "in as an argument"
)

_OF_COMPOSITES = "builtin.module(func.func(stablehlo-legalize-composite-to-call))"
_DROP_INLINED = "builtin.module(symbol-dce)"
_TO_STABLEHLO = "builtin.module(func.func(chlo-legalize-to-stablehlo))"
_LEGALIZE = "builtin.module(func.func(stablehlo-legalize-to-linalg))"
_CLEAN = "builtin.module(symbol-dce,func.func(canonicalize,cse,canonicalize))"


def legalize(module, one_device=False, argument_names=()):
    """Reduces `module` to one function, the public one, in the dialects above.

    A step of several devices becomes the step of one rank of them, with collectives
    of fp8, unless it runs on `one_device`. Returns its Devices.
    """
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    stablehlo.register_stablehlo_passes()
    _run(_OF_COMPOSITES, module)
    _inline.inline_all(module)
    _run(_DROP_INLINED, module)
    devices = _find_devices(module, one_device, argument_names)
    _advice.drop_all(module)
    _drop_empty_reductions(module)
    _loops.expand_all(module)
    if devices.mesh:
        has_number = _exchange.convert_all(module, devices.mesh)
        devices = devices._replace(has_number=has_number)
    _run(_TO_STABLEHLO, module)
    _empty.drop_all(module)
    _sort.expand_all(module)
    _pool.expand_all(module)
    _cumulative.expand_all(module)
    scatters = _scatter.declare(module)
    _run(_LEGALIZE, module)
    # Check before the signature is converted, because unsupported operations
    # may have tokens.
    _check_legal(module)
    with ir.Location.unknown(module.context):
        _signless.convert_signature(module)
    _scatter.expand(module, scatters)
    _run(_CLEAN, module)
    return devices


def _find_devices(module, one_device, argument_names):
    """Makes the step of one device, or of one rank, and returns its Devices."""
    computations = any(
        op.name == _manual.COMPUTATION for op in _inline.walk(module.operation)
    )
    several = _collectives.drop_all(module, one_device)
    alone = _ranks.Devices(None, {}, {}, False, {}, several)
    if one_device:
        return alone
    if not several and not computations:
        return alone._replace(global_view=_global_view.find(module))
    mesh = _mesh.find(module, _groups.listed(_collectives.find_all(module)))
    if mesh is None:
        if several:
            _collectives.refuse(several)
        return alone
    arguments, results = _manual.split(module, mesh, argument_names)
    if not several and not arguments and not results:
        return alone
    return _ranks.Devices(mesh, arguments, results, False, {}, {})


def _run(pipeline, module):
    from jaxlib.mlir import ir
    from jaxlib.mlir.passmanager import PassManager

    try:
        PassManager.parse(pipeline).run(module.operation)
    except ir.MLIRError as error:
        raise CaptureError(f"{pipeline} failed: {first_line(error)}") from error


def _drop_empty_reductions(module):
    """Replaces a reduction over no dimension by its operand.

    An example is the gradient of a scalar that a gate divides by.
    """
    for op in _inline.walk(module.operation):
        if op.name == "stablehlo.reduce" and not len(op.attributes["dimensions"]):
            for result, operand in zip(op.results, op.operands, strict=False):
                result.replace_all_uses_with(operand)
            op.erase()


def _check_legal(module):
    left = collections.defaultdict(list)
    for op in _inline.walk(module.operation):
        # A terminator is removed together with the operation that contains its region.
        if (
            op.name.split(".")[0] not in _DIALECTS
            and op.name not in _exchange.OPERATIONS
            and op.name != "stablehlo.return"
        ):
            left[_described(op)].append(op)
    if left:
        names = [
            f"{name} (x{len(ops)}{_place(ops[0])})" + (f": {hint}" if hint else "")
            for name, ops in sorted(left.items())
            for hint in [_hint(name)]
        ]
        raise CaptureError(
            "the step uses operations without a form in linalg, tensor, arith, math "
            f"or scf: {'; '.join(names)}"
        )


def _place(op):
    """Returns the first line of Python in the location of `op`, as text to append."""
    place = re.search(r'"([^"]+\.py)":(\d+)', str(op.location))
    return f" at {place[1]}:{place[2]}" if place else ""


def _hint(name):
    name, _, target = name.partition(" ")
    return _CALLBACK if target.endswith("_callback") else _HINTS.get(name)


def _described(op):
    if op.name != "stablehlo.custom_call":
        return op.name
    return f"{op.name} @{op.attributes['call_target_name'].value}"
