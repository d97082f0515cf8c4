// Products that a chip does not have are found before there is a chip.

// RUN: split-file %s %t
// RUN: not fp8-opt %t/codes.mlir --fp8-cuda-pipeline=chips=sm_80,sm_90a 2>&1 | FileCheck %t/codes.mlir
// RUN: fp8-opt %t/codes.mlir --fp8-gpu-pipeline | fp8-opt --fp8-check-products=chips=sm_89,sm_90a,sm_100a,sm_120a | FileCheck %t/codes.mlir --check-prefix=KEPT
// RUN: not fp8-opt %t/gradients.mlir --fp8-cuda-pipeline=chips=sm_90a 2>&1 | FileCheck %t/gradients.mlir
// RUN: not fp8-opt %t/mixed.mlir --fp8-cuda-pipeline=chips=sm_90a 2>&1 | FileCheck %t/mixed.mlir
// RUN: not fp8-opt %t/mx.mlir --fp8-cuda-pipeline=chips=sm_80 2>&1 | FileCheck %t/mx.mlir --check-prefix=OLDEST
// RUN: not fp8-opt %t/mx.mlir --fp8-cuda-pipeline=chips=sm_90a 2>&1 | FileCheck %t/mx.mlir
// RUN: env CUDA_HOME=%t fp8-opt %t/mx.mlir --fp8-cuda-pipeline=chips=sm_100a -o /dev/null
// RUN: env CUDA_HOME=%t fp8-opt %t/mx.mlir --fp8-cuda-pipeline="chips=sm_90a decode-blocks=where-needed" | FileCheck %t/mx.mlir --check-prefix=DECODED
// RUN: not fp8-opt %t/ragged.mlir --fp8-cuda-pipeline=chips=sm_90a 2>&1 | FileCheck %t/ragged.mlir
// RUN: not fp8-opt %t/codes.mlir --fp8-check-products=chips=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: unsupported chip 'sm_70'
// CHIP: note: supported chips are sm_80, sm_86
// RUN: not fp8-opt %t/codes.mlir --fp8-make-gemms --fp8-check-products=chips=sm_90a 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: codes.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}expected a matmul on buffers, as in Planned form

//--- codes.mlir
// KEPT: fp8.gemm
// CHECK: codes.mlir:[[@LINE+9]]:8: error: unsupported by sm_80: a GPU of compute capability 8.0 does not multiply 8-bit floats; GPUs from 8.9 on do
// CHECK: note: chips with it are sm_89, sm_90a, sm_100a, sm_120a
// CHECK: note: override=PATTERN=wide keeps tensors wide{{$}}
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
!x = tensor<16x32xf8E4M3FN>
func.func @step(%x: !x {fp8.name = "x"}, %w: !x {fp8.name = "w"}, %s: tensor<f32> {fp8.name = "s"}) -> (tensor<16x16xf32> {fp8.name = "y"}) {
  %0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#a, #b, #c] %x by %s, %w by %s outs(%0 : tensor<16x16xf32>) : !x by tensor<f32>, !x by tensor<f32>
  return %y : tensor<16x16xf32>
}

//--- gradients.mlir
// CHECK: gradients.mlir:[[@LINE+9]]:8: error: unsupported by sm_90a: cuBLASLt does not multiply e5m2 by e5m2; one operand must be e4m3
// CHECK: note: no chip supports it
// CHECK: note: override=PATTERN=wide keeps tensors wide, format=hybrid uses e5m2 for gradients only
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
!x = tensor<16x32xf8E5M2>
func.func @step(%x: !x {fp8.name = "x"}, %w: !x {fp8.name = "w"}, %s: tensor<f32> {fp8.name = "s"}) -> (tensor<16x16xf32> {fp8.name = "y"}) {
  %0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#a, #b, #c] %x by %s, %w by %s outs(%0 : tensor<16x16xf32>) : !x by tensor<f32>, !x by tensor<f32>
  return %y : tensor<16x16xf32>
}

//--- mixed.mlir
// CHECK: mixed.mlir:[[@LINE+10]]:8: error: unsupported by sm_90a: no GPU multiplies e4m3 by f32; supported are two operands of 8-bit floats, of bf16 or of f32
// CHECK: note: no chip supports it
// CHECK: note: override=PATTERN=wide keeps tensors wide
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
!x = tensor<16x32xf8E4M3FN>
!w = tensor<16x32xf32>
func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %s: tensor<f32> {fp8.name = "s"}) -> (tensor<16x16xf32> {fp8.name = "y"}) {
  %0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#a, #b, #c] %x by %s, %w outs(%0 : tensor<16x16xf32>) : !x by tensor<f32>, !w
  return %y : tensor<16x16xf32>
}

//--- mx.mlir
// DECODED: fp8.gemm {{.*}}xf32
// OLDEST: mx.mlir:[[@LINE+11]]:8: error: unsupported by sm_80: a GPU of compute capability 8.0 does not multiply 8-bit floats; GPUs from 8.9 on do
// OLDEST: note: chips with it are sm_100a, sm_120a
// CHECK: mx.mlir:[[@LINE+9]]:8: error: unsupported by sm_90a: a GPU of compute capability 9.0 does not multiply 8-bit floats with MX scales; GPUs from 10.0 on do
// CHECK: note: chips with it are sm_100a, sm_120a
// CHECK: note: override=PATTERN=wide keeps tensors wide, decode-blocks=where-needed lets kernels decode the operands, for an f32 matmul
#a = affine_map<(m, n, k) -> (m, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#b = affine_map<(m, n, k) -> (n, k)>
!x = tensor<16x64xf8E4M3FN>
func.func @step(%x: !x {fp8.name = "x"}, %s: tensor<16x2xf8E8M0FNU> {fp8.name = "s"}) -> (tensor<16x16xf32> {fp8.name = "y"}) {
  %0 = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = fp8.contract [#a, #b, #c] %x by %s granularity<mx>, %x by %s granularity<mx> outs(%0 : tensor<16x16xf32>) : !x by tensor<16x2xf8E8M0FNU>, !x by tensor<16x2xf8E8M0FNU>
  return %y : tensor<16x16xf32>
}

//--- ragged.mlir
// Errors that do not depend on the chip are found when matmuls are created.
// CHECK: ragged.mlir:[[@LINE+8]]:8: error: {{.*}}unsupported block scales: an extent is not a multiple of 16
// CHECK: note: decode-blocks=where-needed lets kernels decode such operands, for an f32 matmul; override=PATTERN=wide keeps a tensor wide
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
!x = tensor<20x256xf8E4M3FN>
func.func @step(%x: !x {fp8.name = "x"}, %s: tensor<20x2xf32> {fp8.name = "s"}) -> (tensor<20x20xf32> {fp8.name = "y"}) {
  %0 = arith.constant dense<0.0> : tensor<20x20xf32>
  %y = fp8.contract [#a, #b, #c] %x by %s granularity<block 1x128>, %x by %s granularity<block 1x128> outs(%0 : tensor<20x20xf32>) : !x by tensor<20x2xf32>, !x by tensor<20x2xf32>
  return %y : tensor<20x20xf32>
}
