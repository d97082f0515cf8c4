// RUN: fp8-opt %s --fp8-make-gemms | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// Codes go to the library as they are; zeros are not added to.
// CHECK-LABEL: @codes
// CHECK: linalg.fill
// CHECK: %[[INIT:.*]] = tensor.empty() : tensor<4x16xf32>
// CHECK: fp8.gemm [{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} outs(%[[INIT]] : tensor<4x16xf32>)
func.func @codes(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<f32>, %w: tensor<16x8xf8E5M2>, %sw: tensor<f32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx, %w by %sw outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return %y : tensor<4x16xf32>
}

// CHECK-LABEL: @accumulate
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %{{.*}} accumulate outs(%{{.*}} : tensor<2x4x16xf32>)
func.func @accumulate(%x: tensor<2x4x8xf32>, %w: tensor<2x8x16xf32>, %y: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %0 = linalg.batch_matmul ins(%x, %w : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%y : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// The bias and the rounding are ops of their own.
// CHECK-LABEL: @epilogue
// CHECK: fp8.gemm
// CHECK: linalg.generic
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x, %w bias %b outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32> bias tensor<16xf32>
  return %y : tensor<4x16xf32>
}

// Scales of rows are left to an elementwise op: codes go to the library.
// CHECK-LABEL: @rows
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[SUMS:.*]] = fp8.gemm [{{.*}}] %{{.*}} by %[[ONE]], %{{.*}} by %[[ONE]] outs(
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<1x16xf32>)
func.func @rows(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<4xf32>, %w: tensor<8x16xf8E5M2>, %sw: tensor<1x16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx granularity<row>, %w by %sw granularity<block 8x1> outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<8x16xf8E5M2> by tensor<1x16xf32>
  return %0 : tensor<4x16xf32>
}

// Scales that vary within a sum multiply its terms, which are f32 then.
// CHECK-LABEL: @blocks
// CHECK: fp8.gemm [{{.*}}] %{{[^ ]*}}, %{{[^ ]*}} outs({{.*}} : tensor<4x8xf32>, tensor<16x8xf32>
func.func @blocks(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<4x2xf32>, %w: tensor<16x8xf8E5M2>, %sw: tensor<4x2xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<block 1x4>, %w by %sw granularity<block 4x4> outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4x2xf32>, tensor<16x8xf8E5M2> by tensor<4x2xf32>
  return %0 : tensor<4x16xf32>
}

// A product with a vector is a sum along rows.
// CHECK-LABEL: @negative_vector
// CHECK-NOT: fp8.gemm
// CHECK: linalg.generic
func.func @negative_vector(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.matvec ins(%x, %w : tensor<4x8xf32>, tensor<8xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The rows (a, b) of the result lie apart in the left operand.
// CHECK-LABEL: @split_rows
// CHECK: %[[PACKED:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<3x8x2xf32>) outs(%{{.*}} : tensor<2x3x8xf32>)
// CHECK: fp8.gemm [{{.*}}] %[[PACKED]], %{{.*}} accumulate
func.func @split_rows(%x: tensor<3x8x2xf32>, %w: tensor<8x16xf32>, %y: tensor<2x3x16xf32>) -> tensor<2x3x16xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(a, b, n, k) -> (b, k, a)>, affine_map<(a, b, n, k) -> (k, n)>, affine_map<(a, b, n, k) -> (a, b, n)>] ins(%x, %w : tensor<3x8x2xf32>, tensor<8x16xf32>) outs(%y : tensor<2x3x16xf32>) -> tensor<2x3x16xf32>
  return %0 : tensor<2x3x16xf32>
}

// No library multiplies f16 and f8: both are widened.
// CHECK-LABEL: @f16(
// CHECK: fp8.convert {{.*}} : f16 to f32
// CHECK: fp8.gemm {{.*}} : tensor<4x8xf32>, tensor<16x8xf32>
func.func @f16(%x: tensor<4x8xf16>, %w: tensor<16x8xf8E5M2>, %s: tensor<f32>) -> tensor<4x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x, %w by %s outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf16>, tensor<16x8xf8E5M2> by tensor<f32>
  return %y : tensor<4x16xf32>
}

// A product in a kernel stays one of its ops.
// CHECK-LABEL: @in_kernel
// CHECK-NOT: fp8.gemm
// CHECK: return
func.func @in_kernel(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.kernel ins(%x, %w : tensor<4x8xf32>, tensor<16x8xf32>) outs(%y : tensor<4x16xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<16x8xf32>, %c: tensor<4x16xf32>):
    %1 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<16x8xf32>) outs(%c : tensor<4x16xf32>) {
    ^bb0(%l: f32, %r: f32, %o: f32):
      %2 = arith.mulf %l, %r : f32
      %3 = arith.addf %o, %2 : f32
      linalg.yield %3 : f32
    } -> tensor<4x16xf32>
    fp8.kernel_yield %1 : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// A library would not round each product.
// CHECK-LABEL: @negative_rounded_products
// CHECK-NOT: fp8.gemm
// CHECK: return
func.func @negative_rounded_products(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<16x8xf32>) outs(%y : tensor<4x16xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %1 = arith.mulf %l, %r : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.extf %2 : bf16 to f32
    %4 = arith.addf %o, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Nor would it multiply in bf16 and add in f32.
// CHECK-LABEL: @negative_narrow_products
// CHECK-NOT: fp8.gemm
// CHECK: return
func.func @negative_narrow_products(%x: tensor<4x8xbf16>, %w: tensor<16x8xbf16>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xbf16>, tensor<16x8xbf16>) outs(%y : tensor<4x16xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %1 = arith.mulf %l, %r : bf16
    %2 = arith.extf %1 : bf16 to f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
