// RUN: fp8-opt %s --fp8-make-gemms --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-make-gemms --split-input-file --remarks-filter=fp8-make-gemms --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// Codes stay codes; the ops after the matmul become one op behind it.
// CHECK-LABEL: @gelu
// CHECK: %[[Y:.*]] = fp8.gemm [{{.*}}] %arg0 by %arg1, %arg2 by %arg3 outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %arg4 : tensor<4x16xf32>, tensor<16xf32>)
// CHECK: arith.addf
// CHECK: math.tanh
// CHECK-NOT: linalg.generic
// REMARK: a kernel computes the epilogue of the matmul: the bias, unless the library adds it (--fp8-fold-epilogues); gelu_tanh, which libraries do not compute bit-exactly
func.func @gelu(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %sw: tensor<f32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx, %w by %sw bias %b activation<gelu_tanh> outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32> bias tensor<16xf32>
  return %y : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: @codes
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN>
// CHECK: %[[RELU:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<4x16xf32>)
// CHECK: arith.maximumf
// CHECK: linalg.generic {{.*}} ins(%[[RELU]], %{{.*}} : tensor<4x16xf32>, tensor<f32>)
// CHECK: fp8.convert
// REMARK: a kernel computes the epilogue of the matmul: relu, which libraries do not compute bit-exactly; the amax before rounding; the rounding to f8E5M2
func.func @codes(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %old: tensor<4x16xf8E5M2>, %a: tensor<f32>) -> (tensor<4x16xf8E5M2>, tensor<f32>) {
  %y, %amax = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s activation<relu> scale %s with_amax outs(%old, %a : tensor<4x16xf8E5M2>, tensor<f32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32> scale tensor<f32>
  return %y, %amax : tensor<4x16xf8E5M2>, tensor<f32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// An init that is added to is the product's own.
// CHECK-LABEL: @accumulate
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} accumulate outs(%arg4 : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN>
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %arg3 : tensor<4x16xf32>, tensor<16xf32>)
func.func @accumulate(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %b: tensor<16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s bias %b outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32> bias tensor<16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// So is one of bf16, in f32.
// CHECK-LABEL: @narrow_init
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%arg3 : tensor<4x16xbf16>)
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} accumulate outs(%[[WIDE]] : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN>
// CHECK: linalg.generic {{.*}} ins(%[[Y]] : tensor<4x16xf32>)
// CHECK: fp8.convert {{.*}} : f32 to bf16
// REMARK: a kernel computes the epilogue of the matmul: the rounding to bf16
func.func @narrow_init(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E4M3FN>, %y: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s outs(%y : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  return %0 : tensor<4x16xbf16>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// The library adds a bias of bf16 to a result of bf16.
// CHECK-LABEL: @narrow_bias
// CHECK: %[[Y:.*]] = fp8.gemm [{{.*}}] %arg0, %arg1 bias %arg2 outs(%{{.*}} : tensor<4x24xbf16>) : tensor<4x8xbf16>, tensor<24x8xbf16> bias tensor<24xbf16>
// CHECK-NEXT: return %[[Y]]
func.func @narrow_bias(%x: tensor<4x8xbf16>, %w: tensor<24x8xbf16>, %b: tensor<24xbf16>) -> tensor<4x24xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x24xbf16>
  %wide = arith.extf %b : tensor<24xbf16> to tensor<24xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x, %w bias %wide outs(%zeros : tensor<4x24xbf16>) : tensor<4x8xbf16>, tensor<24x8xbf16> bias tensor<24xf32>
  return %y : tensor<4x24xbf16>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// Beside codes, only if the number of columns is a multiple of 16.
// CHECK-LABEL: @negative_columns
// CHECK: %[[Y:.*]] = fp8.gemm [{{.*}}] %arg0 by %arg1, %arg2 by %arg1 outs(%{{.*}} : tensor<4x24xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %{{.*}} : tensor<4x24xf32>, tensor<24xf32>)
// CHECK: arith.addf
// CHECK: fp8.convert {{.*}} : f32 to bf16
// REMARK: a kernel computes the epilogue of the matmul: the bias, unless the library adds it (--fp8-fold-epilogues); the rounding to bf16
func.func @negative_columns(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<24x8xf8E4M3FN>, %b: tensor<24xbf16>) -> tensor<4x24xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x24xbf16>
  %wide = arith.extf %b : tensor<24xbf16> to tensor<24xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s bias %wide outs(%zeros : tensor<4x24xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<24x8xf8E4M3FN> by tensor<f32> bias tensor<24xf32>
  return %y : tensor<4x24xbf16>
}

// -----

#rhs = affine_map<(m, p, n, k) -> (p, n, k)>

// The columns of the result are the last of two dimensions of an operand.
// CHECK-LABEL: @negative_two_dimensions
// CHECK: fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x2x24xf32>)
// CHECK: arith.addf
func.func @negative_two_dimensions(%x: tensor<4x8xbf16>, %w: tensor<2x24x8xbf16>, %b: tensor<24xbf16>) -> tensor<4x2x24xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x2x24xbf16>
  %wide = arith.extf %b : tensor<24xbf16> to tensor<24xf32>
  %y = fp8.contract [affine_map<(m, p, n, k) -> (m, k)>, #rhs, affine_map<(m, p, n, k) -> (m, p, n)>] %x, %w bias %wide outs(%zeros : tensor<4x2x24xbf16>) : tensor<4x8xbf16>, tensor<2x24x8xbf16> bias tensor<24xf32>
  return %y : tensor<4x2x24xbf16>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// The library reads the elements of a bias one after another.
// CHECK-LABEL: @negative_strided
// CHECK: fp8.gemm {{.*}} %arg0, %arg1 outs(%{{.*}} : tensor<4x24xf32>)
// CHECK: arith.addf
func.func @negative_strided(%x: tensor<4x8xbf16>, %w: tensor<24x8xbf16>, %b: tensor<48xbf16>) -> tensor<4x24xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x24xbf16>
  %even = tensor.extract_slice %b[0] [24] [2] : tensor<48xbf16> to tensor<24xbf16>
  %wide = arith.extf %even : tensor<24xbf16> to tensor<24xf32>
  %y = fp8.contract [#lhs, #rhs, #out] %x, %w bias %wide outs(%zeros : tensor<4x24xbf16>) : tensor<4x8xbf16>, tensor<24x8xbf16> bias tensor<24xf32>
  return %y : tensor<4x24xbf16>
}

// -----

// No library multiplies codes by f16: kernels decode them, and it is said.
// CHECK-LABEL: @negative_f16
// CHECK-NOT: fp8.gemm {{.*}}f16
// REMARK: kernels decode the operands: no library multiplies them directly
func.func @negative_f16(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf16>) -> tensor<4x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf16>
  return %y : tensor<4x16xf32>
}
