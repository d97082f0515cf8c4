"""The gradient of max pooling, `stablehlo.select_and_scatter`, which
`stablehlo-legalize-to-linalg` does not lower.

Windows are read as strided slices, one for each position in a window. A chain of
selects finds the position of the maximum, the first of equals. Each position then
writes the gradients that it received back to where its slice was.
"""

import math

from fp8._errors import CaptureError
from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor
from fp8.jax._windows import numbers, padding_of

#: Maximum number of positions in a window.
MAX_PLACES = 256


def expand_all(module):
    for op in walk(module.operation):
        if op.name == "stablehlo.select_and_scatter":
            with op.location:
                _expand(op)


def _expand(op):
    direction = _direction(op)
    shape = list(op.operands[0].type.shape)
    windows = list(op.operands[1].type.shape)
    rank = len(shape)
    sizes = numbers(op, "window_dimensions", [1] * rank)
    strides = numbers(op, "window_strides", [1] * rank)
    padding = padding_of(op, rank)
    if direction is None or any(low < 0 or high < 0 for low, high in padding):
        raise CaptureError(
            f"a select_and_scatter ({op.location}) that is not the gradient of max "
            "pooling; supported are a selection by GE, GT, LE or LT, and sums"
        )
    if math.prod(sizes) > MAX_PLACES:
        raise CaptureError(
            f"max pooling with windows {sizes} ({op.location}); supported are "
            f"up to {MAX_PLACES} elements"
        )
    element = str(op.operands[0].type.element_type)
    text = _text(direction, shape, windows, sizes, strides, padding, element)
    (result,) = inline_text(op, text, list(op.operands))
    op.results[0].replace_all_uses_with(result)
    op.erase()


def _direction(op):
    """Returns the comparison by which an element is selected, None for another body."""
    select, scatter = [region.blocks[0] for region in op.regions]
    bodies = [[o.operation for o in b.operations] for b in (select, scatter)]
    if [o.name for o in bodies[0]] != ["stablehlo.compare", "stablehlo.return"]:
        return None
    if [o.name for o in bodies[1]] != ["stablehlo.add", "stablehlo.return"]:
        return None
    for block, body in zip((select, scatter), bodies, strict=True):
        if list(body[0].operands) != list(block.arguments):
            return None
    text = str(bodies[0][0].attributes["comparison_direction"])
    return next((d for d in ("GE", "GT", "LE", "LT") if f" {d}>" in text), None)


def _text(direction, shape, windows, sizes, strides, padding, element):
    rank = len(shape)
    type_ = lambda extents, e=element: tensor(extents, e)  # noqa: E731
    old, grid, scalar = type_(shape), type_(windows), type_([])
    flags, numbers = type_(windows, "i1"), type_(windows, "i32")
    padded_shape = [e + sum(p) for e, p in zip(shape, padding, strict=True)]
    padded = type_(padded_shape)
    lowest = "-" if direction[0] == "G" else ""
    infinity = {"f32": "7F800000", "bf16": "7F80", "f16": "7C00"}.get(element)
    if infinity is None:
        raise CaptureError(f"the gradient of max pooling of {element}")
    if lowest:
        infinity = f"{int(infinity, 16) | 1 << (4 * len(infinity) - 1):X}"
    lines = [
        f"%lowest = stablehlo.constant dense<0x{infinity}> : {scalar}",
        f"%x = stablehlo.pad %old, %lowest, low = {[p[0] for p in padding]}, high = "
        f"{[p[1] for p in padding]}, interior = {[0] * rank} : ({old}, {scalar}) -> "
        f"{padded}",
    ]
    places = [[]]
    for size in sizes:
        places = [[*place, i] for place in places for i in range(size)]
    for k, place in enumerate(places):
        ends = [
            p + (w - 1) * s + 1 for p, w, s in zip(place, windows, strides, strict=True)
        ]
        ranges = ", ".join(
            f"{p}:{e}:{s}" for p, e, s in zip(place, ends, strides, strict=True)
        )
        lines += [
            f"%x{k} = stablehlo.slice %x [{ranges}] : ({padded}) -> {grid}",
            f"%n{k} = stablehlo.constant dense<{k}> : {numbers}",
        ]
        if k == 0:
            best, taken = "%x0", "%n0"
            continue
        lines += [
            f"%k{k} = stablehlo.compare {direction}, {best}, %x{k}, FLOAT : "
            f"({grid}, {grid}) -> {flags}",
            f"%b{k} = stablehlo.select %k{k}, {best}, %x{k} : {flags}, {grid}",
            f"%t{k} = stablehlo.select %k{k}, {taken}, %n{k} : {flags}, {numbers}",
        ]
        best, taken = f"%b{k}", f"%t{k}"
    lines += [
        f"%zero = stablehlo.constant dense<0.0> : {scalar}",
        f"%zeros = stablehlo.constant dense<0.0> : {grid}",
        f"%sum = stablehlo.broadcast_in_dim %init, dims = [] : ({scalar}) -> {padded}",
    ]
    total = "%sum"
    for k, place in enumerate(places):
        high = [
            e - p - (w - 1) * s - 1
            for e, p, w, s in zip(padded_shape, place, windows, strides, strict=True)
        ]
        lines += [
            f"%h{k} = stablehlo.compare EQ, {taken}, %n{k}, SIGNED : "
            f"({numbers}, {numbers}) -> {flags}",
            f"%g{k} = stablehlo.select %h{k}, %gradients, %zeros : {flags}, {grid}",
            f"%p{k} = stablehlo.pad %g{k}, %zero, low = {place}, high = {high}, "
            f"interior = {[s - 1 for s in strides]} : ({grid}, {scalar}) -> {padded}",
            f"%s{k} = stablehlo.add {total}, %p{k} : {padded}",
        ]
        total = f"%s{k}"
    ranges = ", ".join(
        f"{low}:{low + e}" for (low, _), e in zip(padding, shape, strict=True)
    )
    body = "\n  ".join(lines)
    arguments = f"%old: {old}, %gradients: {grid}, %init: {scalar}"
    return f"""func.func @pool({arguments}) -> {old} {{
  {body}
  %result = stablehlo.slice {total} [{ranges}] : ({padded}) -> {old}
  return %result : {old}
}}"""
