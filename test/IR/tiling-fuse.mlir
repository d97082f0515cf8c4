// RUN: fp8-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// A producer of the dialect is computed tile by tile inside of its consumer.

module attributes {transform.with_named_sequence} {

// CHECK-LABEL: @producer
// CHECK: scf.forall
// CHECK:   %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<block 1x32> outs(%{{.*}} : tensor<16x64xf8E4M3FN>, tensor<16x2xf32>)
// CHECK:   fp8.dequantize %[[Q]]#0 by
func.func @producer(%x: tensor<64x64xf32>, %c: tensor<64x64xf8E4M3FN>, %s: tensor<64x2xf32>) -> tensor<64x64xf32> {
  %q:2 = fp8.quantize %x granularity<block 1x32> outs(%c, %s : tensor<64x64xf8E4M3FN>, tensor<64x2xf32>) {producer} : tensor<64x64xf32>
  %d = fp8.dequantize %q#0 by %q#1 granularity<block 1x32> outs(%x : tensor<64x64xf32>) {consumer} : tensor<64x64xf8E4M3FN>, tensor<64x2xf32>
  return %d : tensor<64x64xf32>
}

// The tile of an amax is all of the rows that it measures.
// CHECK-LABEL: @scales
// CHECK: scf.forall
// CHECK:   %[[X:.*]] = tensor.extract_slice %{{.*}} [16, 64] [1, 1] : tensor<64x64xf32>
// CHECK:   %[[A:.*]] = fp8.amax %[[X]] granularity<row> outs(%{{.*}} : tensor<16xf32>)
// CHECK:   linalg.abs {consumer} ins(%[[A]] : tensor<16xf32>)
func.func @scales(%x: tensor<64x64xf32>, %zeros: tensor<64xf32>) -> tensor<64xf32> {
  %a = fp8.amax %x granularity<row> outs(%zeros : tensor<64xf32>) {producer} : tensor<64x64xf32>
  %r = linalg.abs {consumer} ins(%a : tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %f : !transform.any_op {
  ^bb0(%func: !transform.any_op):
    %p = transform.structured.match attributes {producer} in %func : (!transform.any_op) -> !transform.any_op
    %c = transform.structured.match attributes {consumer} in %func : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_forall %c num_threads [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %new = transform.structured.fuse_into_containing_op %p into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
  transform.yield
}
}
