// RUN: fp8-opt %s --split-input-file --fp8-raise-patterns=only=casts | FileCheck %s --check-prefixes=CHECK,CASTS
// RUN: fp8-opt %s --split-input-file --fp8-raise-patterns=only=contractions | FileCheck %s --check-prefixes=CHECK,CONTRACTIONS

// CHECK: module attributes {fp8.done = ["fp8-raise-patterns"]}
// CHECK-LABEL: @both
// CASTS: fp8.quantize
// CASTS: linalg.matmul {fp8.class = "fwd"}
// CONTRACTIONS: arith.truncf
// CONTRACTIONS: fp8.contract {{.*}} {fp8.class = "fwd"}
func.func @both(%x: tensor<4x8xf32>, %w: tensor<8x2xf8E4M3FN>) -> tensor<4x2xf32> {
  %lo = arith.constant dense<-448.0> : tensor<4x8xf32>
  %hi = arith.constant dense<448.0> : tensor<4x8xf32>
  %l = arith.maximumf %lo, %x : tensor<4x8xf32>
  %c = arith.minimumf %hi, %l : tensor<4x8xf32>
  %q = arith.truncf %c : tensor<4x8xf32> to tensor<4x8xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %y = linalg.matmul {fp8.class = "fwd"} ins(%q, %w : tensor<4x8xf8E4M3FN>, tensor<8x2xf8E4M3FN>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// A module without casts of codes stays as it is.

// CHECK: module {
// CHECK-LABEL: @negative_no_codes
// CHECK: linalg.reduce
func.func @negative_no_codes(%x: tensor<4x8xf32>, %zero: tensor<f32>) -> tensor<f32> {
  %a = math.absf %x : tensor<4x8xf32>
  %m = linalg.reduce {arith.maximumf} ins(%a : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %m : tensor<f32>
}
