// RUN: fp8-opt %s --fp8-fuse --fp8-fold-epilogues --fp8-verify-form=form=fused --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse --fp8-fold-epilogues=relu --fp8-verify-form=form=fused --split-input-file | FileCheck %s --check-prefix=RELU
// RUN: fp8-opt %s --fp8-fuse --fp8-fold-epilogues --split-input-file --remarks-filter=fp8-fold-epilogues --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// CHECK-LABEL: @bias
// CHECK-NOT: fp8.kernel
// CHECK: %[[Y:.*]] = fp8.gemm [{{.*}}] %arg0, %arg1 bias %arg2 outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32> bias tensor<16xf32>
// CHECK-NEXT: return %[[Y]]
// REMARK: the matmul adds the bias
func.func @bias(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// A bias that the kernel widens is the library's; so is the rounding. A sum that
// is added to the init is still added to it first.
// CHECK-LABEL: @codes
// CHECK-NOT: fp8.kernel
// CHECK: fp8.gemm [{{.*}}] %arg0 by %arg1, %arg2 by %arg1 bias %arg3 outs(%{{.*}} : tensor<4x16xbf16>) : {{.*}} bias tensor<16xbf16>
// CHECK: fp8.gemm [{{.*}}] %arg0 by %arg1, %arg2 by %arg1 bias %arg3 accumulate outs(%arg4 : tensor<4x16xf32>) : {{.*}} bias tensor<16xbf16>
// CHECK-NOT: fp8.kernel
func.func @codes(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %b: tensor<16xbf16>, %init: tensor<4x16xf32>) -> (tensor<4x16xbf16>, tensor<4x16xf32>) {
  %empty = tensor.empty() : tensor<4x16xf32>
  %narrow = tensor.empty() : tensor<4x16xbf16>
  %y = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s outs(%empty : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xbf16>) outs(%narrow : tensor<4x16xbf16>) {
  ^bb0(%e: f32, %f: bf16, %old: bf16):
    %wide = arith.extf %f : bf16 to f32
    %sum = arith.addf %wide, %e : f32
    %code = fp8.convert %sum : f32 to bf16
    linalg.yield %code : bf16
  } -> tensor<4x16xbf16>
  %z = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s accumulate outs(%init : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  %1 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z, %b : tensor<4x16xf32>, tensor<16xbf16>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: bf16, %old: f32):
    %wide = fp8.convert %f : bf16 to f32
    %sum = arith.addf %e, %wide : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  return %0, %1 : tensor<4x16xbf16>, tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// CHECK-LABEL: @relu
// CHECK: fp8.gemm
// CHECK-NOT: bias
// CHECK: fp8.kernel
// RELU-LABEL: @relu
// RELU: fp8.gemm {{.*}} bias %{{.*}} activation<relu> outs(
// RELU-NEXT: return
// REMARK: a kernel adds the bias: the ReLU of cuBLASLt has no documented result for NaN
func.func @relu(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %zero = arith.constant 0.0 : f32
    %sum = arith.addf %e, %f : f32
    %positive = arith.maximumf %sum, %zero : f32
    linalg.yield %positive : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// CHECK-LABEL: @negative_type
// CHECK: fp8.gemm
// CHECK-NOT: bias
// CHECK: fp8.kernel
// REMARK: a kernel adds the bias: cuBLASLt takes a bias of bf16 beside 8-bit operands
func.func @negative_type(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s outs(%empty : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// CHECK-LABEL: @negative_columns
// CHECK: fp8.kernel
// REMARK: a kernel adds the bias: a bias of 8-bit operands has an element for each of the columns that the library computes, a multiple of 16
func.func @negative_columns(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<15x8xf8E4M3FN>, %b: tensor<15xbf16>) -> tensor<4x15xf32> {
  %empty = tensor.empty() : tensor<4x15xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s outs(%empty : tensor<4x15xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<15x8xf8E4M3FN> by tensor<f32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x15xf32>, tensor<15xbf16>) outs(%empty : tensor<4x15xf32>) {
  ^bb0(%e: f32, %f: bf16, %old: f32):
    %wide = arith.extf %f : bf16 to f32
    %sum = arith.addf %e, %wide : f32
    linalg.yield %sum : f32
  } -> tensor<4x15xf32>
  return %0 : tensor<4x15xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// CHECK-LABEL: @negative_readers
// CHECK: fp8.kernel
// REMARK: a kernel adds the bias: the product has other uses
func.func @negative_readers(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  return %0, %y : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// An op that does more reads the result of the matmul anyway; no remark.
// CHECK-LABEL: @negative_more
// CHECK: fp8.gemm
// CHECK-NOT: bias
// CHECK: fp8.kernel
func.func @negative_more(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    %square = arith.mulf %sum, %sum : f32
    linalg.yield %square : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// CHECK-LABEL: @negative_rows
// CHECK: fp8.gemm
// CHECK-NOT: bias
// CHECK: fp8.kernel
func.func @negative_rows(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<4xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<4xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, h, n, k) -> (m, k)>
#rhs = affine_map<(m, h, n, k) -> (h, n, k)>
#out = affine_map<(m, h, n, k) -> (m, h, n)>
#id = affine_map<(m, h, n) -> (m, h, n)>
#col = affine_map<(m, h, n) -> (n)>

// CHECK-LABEL: @negative_heads
// CHECK: fp8.kernel
// REMARK: a kernel adds the bias: a row of the result spans several dimensions
func.func @negative_heads(%x: tensor<4x8xf32>, %w: tensor<2x16x8xf32>, %b: tensor<16xf32>) -> tensor<4x2x16xf32> {
  %empty = tensor.empty() : tensor<4x2x16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x2x16xf32>) : tensor<4x8xf32>, tensor<2x16x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %b : tensor<4x2x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x2x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x2x16xf32>
  return %0 : tensor<4x2x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>
#one = affine_map<(n) -> (n)>

// One op of the kernel widens the bias, one adds it, one rounds the sum.
// CHECK-LABEL: @chain
// CHECK-NOT: fp8.kernel
// CHECK: %[[Y:.*]] = fp8.gemm [{{.*}}] %arg0 by %arg1, %arg2 by %arg1 bias %arg3 outs(%{{.*}} : tensor<4x16xbf16>)
// CHECK-NEXT: return %[[Y]]
func.func @chain(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %b: tensor<16xbf16>) -> tensor<4x16xbf16> {
  %empty = tensor.empty() : tensor<4x16xf32>
  %narrow = tensor.empty() : tensor<4x16xbf16>
  %row = tensor.empty() : tensor<16xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s outs(%empty : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  %wide = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%b : tensor<16xbf16>) outs(%row : tensor<16xf32>) {
  ^bb0(%e: bf16, %old: f32):
    %0 = arith.extf %e : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %sums = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %wide : tensor<4x16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %sum = arith.addf %e, %f : f32
    linalg.yield %sum : f32
  } -> tensor<4x16xf32>
  %codes = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<4x16xf32>) outs(%narrow : tensor<4x16xbf16>) {
  ^bb0(%e: f32, %old: bf16):
    %code = fp8.convert %e : f32 to bf16
    linalg.yield %code : bf16
  } -> tensor<4x16xbf16>
  return %codes : tensor<4x16xbf16>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// A kernel that also makes the mask of the ReLU reads the product for that.
// CHECK-LABEL: @negative_mask
// CHECK: fp8.gemm
// CHECK-NOT: bias
// CHECK: fp8.kernel
func.func @negative_mask(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xi1>) {
  %empty = tensor.empty() : tensor<4x16xf32>
  %flags = tensor.empty() : tensor<4x16xi1>
  %y = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%empty : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x16xf32>, tensor<16xf32>) outs(%empty, %flags : tensor<4x16xf32>, tensor<4x16xi1>) {
  ^bb0(%e: f32, %f: f32, %old: f32, %flag: i1):
    %zero = arith.constant 0.0 : f32
    %sum = arith.addf %e, %f : f32
    %is = arith.cmpf ogt, %sum, %zero : f32
    linalg.yield %sum, %is : f32, i1
  } -> (tensor<4x16xf32>, tensor<4x16xi1>)
  return %0#0, %0#1 : tensor<4x16xf32>, tensor<4x16xi1>
}
