// RUN: fp8-opt %s --fp8-upstream-pipeline | FileCheck %s
// RUN: fp8-opt %s --fp8-upstream-pipeline | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// Pointers to the arguments, the results and the arena; nothing is allocated.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.dereferenceable = {{[0-9]+}} : i64, llvm.noalias})
// CHECK-NOT: @malloc
// CHECK-NOT: unrealized_conversion_cast
// No library has a say in the numerics.
// LLVM-NOT: fmuladd
// LLVM-NOT: declare float @{{[^l]}}
// LLVM: declare float @llvm.fma.f32
// LLVM-NOT: declare float @{{[^l]}}
func.func @f(%x: tensor<4x64xf32>, %s: f32) -> (tensor<4x64xf8E4M3FN>, f32) {
  %scale = tensor.from_elements %s : tensor<f32>
  %codes = tensor.empty() : tensor<4x64xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = math.exp %x : tensor<4x64xf32>
  %q, %amax = fp8.quantize %y by %scale with_amax outs(%codes, %zero : tensor<4x64xf8E4M3FN>, tensor<f32>) : tensor<4x64xf32>, tensor<f32>
  %a = tensor.extract %amax[] : tensor<f32>
  return %q, %a : tensor<4x64xf8E4M3FN>, f32
}
