// Tiles every quantize of a module by loops over 4x8 elements.
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %ops = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiles, %rows, %columns = transform.structured.tile_using_for %ops tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}
