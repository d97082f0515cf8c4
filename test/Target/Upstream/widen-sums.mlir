// RUN: fp8-opt %s --fp8-upstream-widen-sums --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @named
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction", "parallel"]} ins(%arg0 : tensor<8x4xbf16>) outs(%[[ZERO]] : tensor<4xf32>)
// CHECK: ^bb0(%[[IN:.*]]: bf16, %[[OUT:.*]]: f32):
// CHECK: %[[WIDE:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK: arith.addf %[[OUT]], %[[WIDE]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @named(%x: tensor<8x4xbf16>) -> tensor<4xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%e : tensor<4xbf16>) -> tensor<4xbf16>
  %y = linalg.reduce {arith.addf} ins(%x : tensor<8x4xbf16>) outs(%zeros : tensor<4xbf16>) dimensions = [0]
  return %y : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<16384xbf16>) outs(%{{.*}} : tensor<f32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @scalar(%x: tensor<16384xbf16>) -> tensor<bf16> {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<16384xbf16>) outs(%zero : tensor<bf16>) dimensions = [0]
  return %sum : tensor<bf16>
}

// -----

// The sum starts from the init; a maximum does not change, and a term is
// still rounded.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[INIT:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<f16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} outs(%[[INIT]], %arg1 : tensor<f32>, tensor<f16>)
// CHECK: %[[TERM:.*]] = arith.mulf %{{.*}} : f16
// CHECK: %[[WIDE:.*]] = arith.extf %[[TERM]] : f16 to f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.maximumf %{{.*}} : f16
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[BOTH]]#0 : tensor<f32>)
// CHECK: return %[[SUM]], %[[BOTH]]#1 : tensor<f16>, tensor<f16>
func.func @two_results(%x: tensor<8xf16>, %init: tensor<f16>) -> (tensor<f16>, tensor<f16>) {
  %y:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<8xf16>) outs(%init, %init : tensor<f16>, tensor<f16>) {
  ^bb0(%in: f16, %sum: f16, %max: f16):
    %term = arith.mulf %in, %in : f16
    %a = arith.addf %term, %sum : f16
    %m = arith.maximumf %in, %max : f16
    linalg.yield %a, %m : f16, f16
  } -> (tensor<f16>, tensor<f16>)
  return %y#0, %y#1 : tensor<f16>, tensor<f16>
}

// -----

// No sum of 16 bits: one of f32, an addition without a reduction, one whose term
// depends on the sum so far.
// CHECK-LABEL: func.func @negative
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
func.func @negative(%x: tensor<8xf32>, %a: tensor<8xbf16>, %s: tensor<f32>, %t: tensor<bf16>) -> (tensor<f32>, tensor<8xbf16>, tensor<bf16>) {
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<8xf32>) outs(%s : tensor<f32>) dimensions = [0]
  %b = linalg.add ins(%a, %a : tensor<8xbf16>, tensor<8xbf16>) outs(%a : tensor<8xbf16>) -> tensor<8xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<8xbf16>) outs(%t : tensor<bf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %p = arith.mulf %in, %out : bf16
    %q = arith.addf %p, %out : bf16
    linalg.yield %q : bf16
  } -> tensor<bf16>
  return %sum, %b, %r : tensor<f32>, tensor<8xbf16>, tensor<bf16>
}
