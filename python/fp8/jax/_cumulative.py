"""Reductions by functions other than sums, maxima and minima, such as products and
`logaddexp`, and their cumulative forms.

The compiler computes such a reduction only over few elements. Others become log2(n)
steps for n elements. Each step combines pairs of partial results, in their order. The
function is associative and the initial value is its identity, as StableHLO requires.
"""

import math

from fp8.jax._elementwise import apply_body
from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor
from fp8.jax._windows import numbers, padding_of

#: Maximum number of elements that the compiler reduces by any function.
_MAX_TERMS = 64
#: The functions that the compiler reduces over any number of elements.
_SUPPORTED = {f"stablehlo.{name}" for name in ("add", "maximum", "minimum", "and", "or")}


def expand_all(module):
    """Replaces such reductions."""
    for op in walk(module.operation):
        if op.name == "stablehlo.reduce_window" and _is_expanded(op):
            found = _find_dimension(op)
            if found is not None:
                with op.location:
                    _expand_cumulative(op, *found)
        elif op.name == "stablehlo.reduce" and _is_expanded(op):
            shape = op.operands[0].type.shape
            dims = list(op.attributes["dimensions"])
            if math.prod(shape[d] for d in dims) > _MAX_TERMS:
                with op.location:
                    _expand_reduction(op, dims)


def _is_expanded(op):
    """Returns whether `op` has one result and another function of scalars."""
    (block,) = op.regions[0].blocks
    body = [nested.operation for nested in block.operations]
    is_supported = (
        len(body) == 2
        and body[0].name in _SUPPORTED
        and list(body[0].operands) == list(block.arguments)
    )
    return (
        len(op.results) == 1
        and not is_supported
        and not any(list(nested.regions) for nested in body)
    )


def _find_dimension(op):
    """Returns the dimension along which `op` is cumulative, and whether it starts at
    the end. Returns None for other windows."""
    shape = list(op.operands[0].type.shape)
    rank = len(shape)
    ones = [1] * rank
    for name in ("window_strides", "base_dilations", "window_dilations"):
        if numbers(op, name, ones) != ones:
            return None
    sizes, padding = numbers(op, "window_dimensions", ones), padding_of(op, rank)
    wide = [d for d in range(rank) if sizes[d] != 1]
    if len(wide) != 1 or sizes[wide[0]] != shape[wide[0]]:
        return None
    (dim,) = wide
    before = shape[dim] - 1
    if any(padding[d] != (0, 0) for d in range(rank) if d != dim):
        return None
    if padding[dim] not in ((before, 0), (0, before)):
        return None
    return dim, padding[dim] == (0, before)


def _expand_cumulative(op, dim, is_reverse):
    value, init = op.operands
    shape = list(value.type.shape)
    element = str(value.type.element_type)
    (block,) = op.regions[0].blocks
    shift = 1
    while shift < shape[dim]:
        text = _shifted(shape, dim, shift, is_reverse, element)
        (other,) = inline_text(op, text, [value, init])
        # Elements that come earlier are the first operand.
        pair = [value, other] if is_reverse else [other, value]
        value = apply_body(op, block, pair, "a cumulative reduction whose function")
        shift *= 2
    op.results[0].replace_all_uses_with(value)
    op.erase()


def _shifted(shape, dim, shift, is_reverse, element):
    """Returns a function that moves elements by `shift` and fills in initial values."""
    rank = len(shape)
    whole, scalar = tensor(shape, element), tensor([], element)
    kept_shape = [n - shift if d == dim else n for d, n in enumerate(shape)]
    kept = tensor(kept_shape, element)
    first = [shift if is_reverse and d == dim else 0 for d in range(rank)]
    ranges = ", ".join(
        f"{low}:{low + n}" for low, n in zip(first, kept_shape, strict=True)
    )
    filled = [shift if d == dim else 0 for d in range(rank)]
    none = [0] * rank
    low, high = (none, filled) if is_reverse else (filled, none)
    return f"""func.func @shifted(%x: {whole}, %init: {scalar}) -> {whole} {{
  %kept = stablehlo.slice %x [{ranges}] : ({whole}) -> {kept}
  %moved = stablehlo.pad %kept, %init, low = {low}, high = {high}, interior = {none}
      : ({kept}, {scalar}) -> {whole}
  return %moved : {whole}
}}"""


def _expand_reduction(op, dims):
    value, init = op.operands
    element = str(value.type.element_type)
    (block,) = op.regions[0].blocks
    for dim in dims:
        while value.type.shape[dim] > 1:
            text = _pairs(list(value.type.shape), dim, element)
            pair = inline_text(op, text, [value, init])
            value = apply_body(op, block, pair, "a reduction whose function")
    one, result = tensor(value.type.shape, element), op.results[0].type
    text = f"""func.func @result(%x: {one}) -> {result} {{
  %result = stablehlo.reshape %x : ({one}) -> {result}
  return %result : {result}
}}"""
    (value,) = inline_text(op, text, [value])
    op.results[0].replace_all_uses_with(value)
    op.erase()


def _pairs(shape, dim, element):
    """Returns a function that separates elements at even positions from their
    successors. The last element may have the initial value as its successor."""
    rank, extent = len(shape), shape[dim]
    half_shape = [(n + 1) // 2 if d == dim else n for d, n in enumerate(shape)]
    odd_shape = [n // 2 if d == dim else n for d, n in enumerate(shape)]
    whole, half = tensor(shape, element), tensor(half_shape, element)
    odd, scalar = tensor(odd_shape, element), tensor([], element)
    ranges = [
        ", ".join(f"{first}:{n}:2" if d == dim else f"0:{n}" for d, n in enumerate(shape))
        for first in (0, 1)
    ]
    none = [0] * rank
    high = [extent % 2 if d == dim else 0 for d in range(rank)]
    return f"""func.func @pairs(%x: {whole}, %init: {scalar}) -> ({half}, {half}) {{
  %even = stablehlo.slice %x [{ranges[0]}] : ({whole}) -> {half}
  %odd = stablehlo.slice %x [{ranges[1]}] : ({whole}) -> {odd}
  %next = stablehlo.pad %odd, %init, low = {none}, high = {high}, interior = {none}
      : ({odd}, {scalar}) -> {half}
  return %even, %next : {half}, {half}
}}"""
