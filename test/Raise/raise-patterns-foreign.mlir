// RUN: fp8-opt %s --fp8-raise-patterns | FileCheck %s
// RUN: fp8-opt %s --fp8-raise-patterns -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter=fp8-raise-patterns 2>&1 | FileCheck %s --check-prefix=REMARK

// Block scales of other dialects: the evaluator has no such ops.

// CHECK-LABEL: @negative_scaling_truncf
// CHECK:         arith.scaling_truncf
func.func @negative_scaling_truncf(%x: tensor<4x32xf32>, %s: tensor<4x32xf8E8M0FNU>) -> tensor<4x32xf8E4M3FN> {
  // REMARK: [[@LINE+1]]:{{.*}}kept: takes a scale per element
  %q = arith.scaling_truncf %x, %s : tensor<4x32xf32>, tensor<4x32xf8E8M0FNU> to tensor<4x32xf8E4M3FN>
  return %q : tensor<4x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_tosa
// CHECK:         tosa.cast_to_block_scaled
func.func @negative_tosa(%a: tensor<1x4x32xf32>) -> (tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>) {
  // REMARK: [[@LINE+1]]:{{.*}}kept: keeps the block scales that TOSA specifies
  %q, %s = tosa.cast_to_block_scaled %a {block_size = #tosa.block_size<BLOCK_SIZE_32> : i32} : (tensor<1x4x32xf32>) -> (tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>)
  return %q, %s : tensor<1x4x32xf8E4M3FN>, tensor<1x4x1xf8E8M0FNU>
}
