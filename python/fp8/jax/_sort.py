"""Sorting, which `stablehlo-legalize-to-linalg` does not lower.

The position of an element is the number of elements that precede it: a sum, along
the sorted dimension, of the results of the comparator for all pairs. Equal elements
keep their order. A second sum finds the element for each position, and gathers read
it. The work is quadratic in the number of sorted elements, and the result is the
same on every machine.
"""

from fp8._errors import CaptureError
from fp8.jax._elementwise import apply_body
from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor

#: Maximum number of elements that are compared with each other.
MAX_EXTENT = 8192


def expand_all(module):
    """Replaces every stablehlo.sort."""
    for op in [op for op in walk(module.operation) if op.name == "stablehlo.sort"]:
        with op.location:
            _expand(op)


def _expand(sort):
    from jaxlib.mlir import ir

    shape = list(sort.operands[0].type.shape)
    dim = ir.IntegerAttr(sort.attributes["dimension"]).value
    extent = shape[dim]
    if extent > MAX_EXTENT:
        raise CaptureError(
            f"a sort of {extent} elements ({sort.location}); supported are "
            f"up to {MAX_EXTENT}, because each is compared with all others"
        )
    elements = [str(v.type.element_type) for v in sort.operands]
    ones, others = [], []  # elements of a pair: at i, and at j
    for operand, element in zip(sort.operands, elements, strict=True):
        one, other = inline_text(sort, _pairs(shape, dim, element), [operand])
        ones.append(one)
        others.append(other)
    before = _compare(sort, others, ones)
    after = _compare(sort, ones, others)
    (order,) = inline_text(sort, _order(shape, dim), [before, after])
    for result, operand, element in zip(
        sort.results, sort.operands, elements, strict=True
    ):
        (value,) = inline_text(sort, _gather(shape, dim, element), [operand, order])
        result.replace_all_uses_with(value)
    sort.erase()


def _compare(sort, lhs, rhs):
    """Applies the comparator of `sort`, elementwise, to tensors."""
    (block,) = sort.regions[0].blocks
    values = [value for pair in zip(lhs, rhs, strict=True) for value in pair]
    return apply_body(sort, block, values, "a sort whose comparator")


def _pairs(shape, dim, element):
    rank = len(shape)
    one, pair = tensor(shape, element), tensor([*shape, shape[dim]], element)
    at_i = list(range(rank))
    at_j = [rank if d == dim else d for d in at_i]
    # At j along the new dimension.
    return f"""func.func @pairs(%x: {one}) -> ({pair}, {pair}) {{
  %i = stablehlo.broadcast_in_dim %x, dims = {at_i} : ({one}) -> {pair}
  %j = stablehlo.broadcast_in_dim %x, dims = {at_j} : ({one}) -> {pair}
  return %i, %j : {pair}, {pair}
}}"""


def _order(shape, dim):
    rank = len(shape)
    pairs = [*shape, shape[dim]]
    flags, numbers, sums = (
        tensor(pairs, "i1"),
        tensor(pairs, "i32"),
        tensor(shape, "i32"),
    )
    # Position j of the other element, at position i.
    at_j = [rank if d == dim else d for d in range(rank)]
    return f"""func.func @order(%before: {flags}, %after: {flags}) -> {sums} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = {dim} : {numbers}
  %j = stablehlo.iota dim = {rank} : {numbers}
  %earlier = stablehlo.compare LT, %j, %i, SIGNED : ({numbers}, {numbers}) -> {flags}
  %not_after = stablehlo.not %after : {flags}
  %tie = stablehlo.and %not_after, %earlier : {flags}
  %first = stablehlo.or %before, %tie : {flags}
  %counted = stablehlo.convert %first : ({flags}) -> {numbers}
  %place = stablehlo.reduce(%counted init: %zero) applies stablehlo.add
      across dimensions = [{rank}] : ({numbers}, tensor<i32>) -> {sums}
  %places = stablehlo.broadcast_in_dim %place, dims = {at_j}
      : ({sums}) -> {numbers}
  %here = stablehlo.compare EQ, %places, %i, SIGNED : ({numbers}, {numbers}) -> {flags}
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> {numbers}
  %number = stablehlo.select %here, %j, %zeros : {flags}, {numbers}
  %order = stablehlo.reduce(%number init: %zero) applies stablehlo.add
      across dimensions = [{rank}] : ({numbers}, tensor<i32>) -> {sums}
  return %order : {sums}
}}"""


def _gather(shape, dim, element):
    rank = len(shape)
    others = [d for d in range(rank) if d != dim]
    one, order = tensor(shape, element), tensor(shape, "i32")
    numbers = (
        f"collapsed_slice_dims = [{dim}], start_index_map = [{dim}], "
        f"index_vector_dim = {rank}"
    )
    if others:
        numbers = (
            f"collapsed_slice_dims = [{dim}], operand_batching_dims = {others}, "
            f"start_indices_batching_dims = {others}, start_index_map = [{dim}], "
            f"index_vector_dim = {rank}"
        )
    sizes = ", ".join("1" for _ in shape)
    return f"""func.func @gather(%x: {one}, %order: {order}) -> {one} {{
  %r = "stablehlo.gather"(%x, %order) <{{
    dimension_numbers = #stablehlo.gather<{numbers}>,
    slice_sizes = array<i64: {sizes}>, indices_are_sorted = false}}>
    : ({one}, {order}) -> {one}
  return %r : {one}
}}"""
