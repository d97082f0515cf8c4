// RUN: fp8-opt %s --fp8-make-gemms="block-scales" --remarks-filter=fp8-make-gemms --remark-policy=all --remark-format=emitRemark -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: fp8-opt %s --fp8-make-gemms="block-scales mx-scales" --remarks-filter=fp8-make-gemms --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// Scales of squares that lie as the library reads them stay.
// CHECK-LABEL: @in_place
// CHECK-SAME: %[[SW:[a-z0-9]*]]: tensor<2x4xf32>
// CHECK: linalg.transpose ins(%{{.*}} : tensor<16x4xf32>) outs({{.*}} : tensor<4x16xf32>)
// CHECK-NOT: tensor.extract
// CHECK: fp8.gemm {{.*}} by %{{.*}}, %{{.*}} by %[[SW]] blocks<vec128>, <square128> outs
func.func @in_place(%x: tensor<16x512xf8E4M3FN>, %sx: tensor<16x4xf32>, %w: tensor<256x512xf8E4M3FN>, %sw: tensor<2x4xf32>) -> tensor<16x256xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x256xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x128>, %w by %sw granularity<block 128x128> outs(%y0 : tensor<16x256xf32>) : tensor<16x512xf8E4M3FN> by tensor<16x4xf32>, tensor<256x512xf8E4M3FN> by tensor<2x4xf32>
  return %y : tensor<16x256xf32>
}

// CHECK-LABEL: @negative_two_squares
// CHECK-NOT: fp8.gemm {{.*}} blocks
// CHECK: fp8.gemm {{.*}} : tensor<128x256xf32>, tensor<128x256xf32>
// REMARK: kernels decode the blocks: the library supports 128 x 128 blocks in one operand only
func.func @negative_two_squares(%x: tensor<128x256xf8E4M3FN>, %sx: tensor<1x2xf32>) -> tensor<128x128xf32> {
  %y0 = arith.constant dense<0.0> : tensor<128x128xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 128x128>, %x by %sx granularity<block 128x128> outs(%y0 : tensor<128x128xf32>) : tensor<128x256xf8E4M3FN> by tensor<1x2xf32>, tensor<128x256xf8E4M3FN> by tensor<1x2xf32>
  return %y : tensor<128x128xf32>
}

// CHECK-LABEL: @negative_mx
// CHECK: fp8.gemm {{.*}} : tensor<16x64xf32>, tensor<16x64xf32>
// REMARK: kernels decode the blocks: the target's library does not apply MX scales
func.func @negative_mx(%x: tensor<16x64xf8E4M3FN>, %sx: tensor<16x2xf8E8M0FNU>) -> tensor<16x16xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<mx>, %x by %sx granularity<mx> outs(%y0 : tensor<16x16xf32>) : tensor<16x64xf8E4M3FN> by tensor<16x2xf8E8M0FNU>, tensor<16x64xf8E4M3FN> by tensor<16x2xf8E8M0FNU>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: @negative_other_blocks
// CHECK: fp8.gemm {{.*}} : tensor<16x128xf32>, tensor<16x128xf32>
// REMARK: kernels decode the blocks: the library supports f32 blocks of 1 x 128 and 128 x 128, and MX blocks of 32 terms
func.func @negative_other_blocks(%x: tensor<16x128xf8E4M3FN>, %sx: tensor<16x2xf32>) -> tensor<16x16xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x64>, %x by %sx granularity<block 1x64> outs(%y0 : tensor<16x16xf32>) : tensor<16x128xf8E4M3FN> by tensor<16x2xf32>, tensor<16x128xf8E4M3FN> by tensor<16x2xf32>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: @negative_unaligned
// CHECK: fp8.gemm {{.*}} : tensor<20x256xf32>, tensor<20x256xf32>
// REMARK: kernels decode the blocks: an extent is not a multiple of 16
func.func @negative_unaligned(%x: tensor<20x256xf8E4M3FN>, %sx: tensor<20x2xf32>) -> tensor<20x20xf32> {
  %y0 = arith.constant dense<0.0> : tensor<20x20xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x128>, %x by %sx granularity<block 1x128> outs(%y0 : tensor<20x20xf32>) : tensor<20x256xf8E4M3FN> by tensor<20x2xf32>, tensor<20x256xf8E4M3FN> by tensor<20x2xf32>
  return %y : tensor<20x20xf32>
}

// CHECK-LABEL: @negative_wide_operand
// CHECK: fp8.gemm {{.*}} : tensor<16x256xf32>, tensor<16x256xf32>
// REMARK: kernels decode the blocks: an operand is not a matrix of codes with block scales
func.func @negative_wide_operand(%x: tensor<16x256xf8E4M3FN>, %sx: tensor<16x2xf32>, %w: tensor<16x256xf32>) -> tensor<16x16xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x128>, %w outs(%y0 : tensor<16x16xf32>) : tensor<16x256xf8E4M3FN> by tensor<16x2xf32>, tensor<16x256xf32>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: @negative_gradients
// CHECK: fp8.gemm {{.*}} : tensor<16x256xf32>, tensor<16x256xf32>
// REMARK: kernels decode the blocks: the library does not multiply e5m2 by e5m2
func.func @negative_gradients(%x: tensor<16x256xf8E5M2>, %sx: tensor<16x2xf32>) -> tensor<16x16xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x128>, %x by %sx granularity<block 1x128> outs(%y0 : tensor<16x16xf32>) : tensor<16x256xf8E5M2> by tensor<16x2xf32>, tensor<16x256xf8E5M2> by tensor<16x2xf32>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: @negative_mixed
// BOTH: kernels decode the blocks: the library does not combine f32 and MX block scales
func.func @negative_mixed(%x: tensor<16x256xf8E4M3FN>, %sx: tensor<16x2xf32>, %sm: tensor<16x8xf8E8M0FNU>) -> tensor<16x16xf32> {
  %y0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x128>, %x by %sm granularity<mx> outs(%y0 : tensor<16x16xf32>) : tensor<16x256xf8E4M3FN> by tensor<16x2xf32>, tensor<16x256xf8E4M3FN> by tensor<16x8xf8E8M0FNU>
  return %y : tensor<16x16xf32>
}
