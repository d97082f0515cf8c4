// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=none' | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %s --fp8-quantize-contractions='forward-format=e5m2 backward-format=e4m3 margin=2 pow2=true epsilon=0.5' | FileCheck %s --check-prefix=FORMAT
// RUN: fp8-opt %s --fp8-quantize-contractions='backward-format=e4m3' | FileCheck %s --check-prefix=ONE
// RUN: fp8-opt %s --fp8-quantize-contractions='skip=head.*' | FileCheck %s --check-prefix=SKIP
// RUN: not fp8-opt %s --fp8-quantize-contractions='skip=head.*,hea' 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: fp8-opt %s --fp8-quantize-contractions='min-elements=32' | FileCheck %s --check-prefix=SIZE
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=delayed skip=body' | FileCheck %s --check-prefix=FORWARD
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=delayed skip=.*' | FileCheck %s --check-prefix=NOTHING

// NONE-NOT: fp8.done
// NONE-NOT: fp8.contract

// FORMAT: fp8.compute_scale %{{.*}} for e5m2 scaling<margin = 2, pow2 = true, epsilon = 5.000000e-01>
// FORMAT: fp8.name = "body.e5m2"
// FORMAT: fp8.name = "body:dy.e4m3"

// One format for both directions: names still differ.
// ONE: fp8.name = "body.e4m3"
// ONE: fp8.name = "head.weight.e4m3"
// ONE: fp8.name = "arg2.e4m3"
// ONE: fp8.name = "head:x.e4m3"
// ONE: fp8.name = "body:dy.e4m3"

// The layer is kept wide forward and backward; the value it shares with the
// other layer is quantized for that one.
// SKIP:     fp8.contract {{.*}} {fp8.class = "fwd"}
// SKIP:     linalg.matmul
// SKIP:     fp8.contract {{.*}} {fp8.class = "dW"}
// SKIP-NOT: fp8.contract

// A name must match as a whole.
// WHOLE: error: expected skip= to name the weight of a linear layer, but 'hea' matches none
// WHOLE: note: weights: body, head.weight

// SIZE:     fp8.contract {{.*}} tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x8xf8E4M3FN>
// SIZE:     linalg.matmul {{.*}} tensor<8x2xf32>
// SIZE:     fp8.contract {{.*}} {fp8.class = "dW"}

// A direction without tensors has no states.
// FORWARD-LABEL: func.func @step(
// FORWARD-SAME:  fp8.forward.history
// FORWARD-NOT:   fp8.backward

// NOTHING-LABEL: func.func @step(
// NOTHING-NOT:   fp8.history
// NOTHING-LABEL: func.func @step0(
func.func @step(%w: tensor<8x8xf32> {fp8.name = "body"}, %v: tensor<8x2xf32> {fp8.name = "head.weight"}, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x2xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %zero_h = arith.constant dense<0.0> : tensor<4x2xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.matmul ins(%h, %v : tensor<4x8xf32>, tensor<8x2xf32>) outs(%zero_h : tensor<4x2xf32>) -> tensor<4x2xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x2xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = math.tanh %h : tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%d, %loss : tensor<4x8xf32>, tensor<f32>) outs(%zero : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %e : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero_w : tensor<8x8xf32>) -> tensor<8x8xf32>
  %w1 = arith.subf %w, %dw : tensor<8x8xf32>
  %half = arith.constant dense<0.5> : tensor<8x2xf32>
  %v1 = arith.mulf %v, %half : tensor<8x2xf32>
  return %w1, %v1, %loss : tensor<8x8xf32>, tensor<8x2xf32>, tensor<f32>
}
