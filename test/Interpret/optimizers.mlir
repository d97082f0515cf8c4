// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-optimizers | fp8-eval | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Numbers that are exact by hand. The formulas are tested with others in
// test/Python/test_optimizers.py.

// d = g + w / 2 = 1.5, 1.25; b = b / 2 + d = 1.75, 0.75; w = w - b / 2.
// CHECK-LABEL: @sgd
// CHECK:      values 0.125 1.625{{$}}
// CHECK:      values 1.75 0.75{{$}}
func.func @sgd() -> (tensor<2xf32>, tensor<2xf32>) {
  %w = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[0.5, -1.0]> : tensor<2xf32>
  %g = arith.constant dense<[1.0, 0.25]> : tensor<2xf32>
  %lr = arith.constant dense<0.5> : tensor<f32>
  %r:2 = fp8.sgd states(%w, %b : tensor<2xf32>, tensor<2xf32>) gradient(%g : tensor<2xf32>) lr %lr momentum 0.5 weight_decay 0.5 outs(%w, %b : tensor<2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}

// As above, and w = w - (d + b / 2) / 2.
// CHECK-LABEL: @nesterov
// CHECK:      values -0.1875 1.1875{{$}}
func.func @nesterov() -> tensor<2xf32> {
  %w = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[0.5, -1.0]> : tensor<2xf32>
  %g = arith.constant dense<[1.0, 0.25]> : tensor<2xf32>
  %lr = arith.constant dense<0.5> : tensor<f32>
  %r:2 = fp8.sgd states(%w, %b : tensor<2xf32>, tensor<2xf32>) gradient(%g : tensor<2xf32>) lr %lr momentum 0.5 nesterov weight_decay 0.5 outs(%w, %b : tensor<2xf32>, tensor<2xf32>)
  return %r#0 : tensor<2xf32>
}

// m = 2, v = 4: a step of lr, after the parameter has lost lr / 2 of itself. A
// skip changes nothing.
// CHECK-LABEL: @adamw
// CHECK:      values 0.25{{$}}
// CHECK:      values 2{{$}}
// CHECK:      values 4{{$}}
// CHECK:      values 1{{$}}
func.func @adamw() -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %w = arith.constant dense<1.0> : tensor<1xf32>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %g = arith.constant dense<4.0> : tensor<1xf32>
  %lr = arith.constant dense<0.5> : tensor<f32>
  %true = arith.constant true
  %r:3 = fp8.adamw states(%w, %zero, %zero : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) gradient(%g : tensor<1xf32>) lr %lr beta1 0.5 beta2 0.75 eps 0.0 weight_decay 0.5 outs(%w, %zero, %zero : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %s:3 = fp8.adamw states(%w, %zero, %zero : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) gradient(%g : tensor<1xf32>) lr %lr beta1 0.5 beta2 0.75 eps 0.0 weight_decay 0.5 skip %true outs(%w, %zero, %zero : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %r#0, %r#1, %r#2, %s#0 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// Above, below and at zero, and not a number.
// CHECK-LABEL: @lion
// CHECK:      values 0.75 1.25 1 nan{{$}}
// CHECK:      values 1 -1 0 nan{{$}}
func.func @lion() -> (tensor<4xf32>, tensor<4xf32>) {
  %w = arith.constant dense<1.0> : tensor<4xf32>
  %m = arith.constant dense<[1.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  %g = arith.constant dense<[1.0, -1.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %lr = arith.constant dense<0.25> : tensor<f32>
  %r:2 = fp8.lion states(%w, %m : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr beta1 0.5 beta2 0.5 outs(%w, %m : tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @adagrad
// CHECK:      values 0.375 0.5{{$}}
// CHECK:      values 4 25{{$}}
func.func @adagrad() -> (tensor<2xf32>, tensor<2xf32>) {
  %w = arith.constant dense<1.0> : tensor<2xf32>
  %s = arith.constant dense<[0.0, 9.0]> : tensor<2xf32>
  %g = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %lr = arith.constant dense<0.625> : tensor<f32>
  %r:2 = fp8.adagrad states(%w, %s : tensor<2xf32>, tensor<2xf32>) gradient(%g : tensor<2xf32>) lr %lr eps 0.0 outs(%w, %s : tensor<2xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @rmsprop
// CHECK:      values 0{{$}}
// CHECK:      values 4{{$}}
func.func @rmsprop() -> (tensor<1xf32>, tensor<1xf32>) {
  %w = arith.constant dense<1.0> : tensor<1xf32>
  %v = arith.constant dense<0.0> : tensor<1xf32>
  %g = arith.constant dense<4.0> : tensor<1xf32>
  %lr = arith.constant dense<0.5> : tensor<f32>
  %r:2 = fp8.rmsprop states(%w, %v : tensor<1xf32>, tensor<1xf32>) gradient(%g : tensor<1xf32>) lr %lr alpha 0.75 eps 0.0 outs(%w, %v : tensor<1xf32>, tensor<1xf32>)
  return %r#0, %r#1 : tensor<1xf32>, tensor<1xf32>
}

// u = 1 everywhere, |u| = 2, |w| = 4: a step of 2 lr. Under zero parameters the
// ratio is 1.
// CHECK-LABEL: @lamb
// CHECK:      values 1.5 1.5 1.5 1.5{{$}}
// CHECK:      values 2 2 2 2{{$}}
// CHECK:      values -0.25 -0.25 -0.25 -0.25{{$}}
func.func @lamb() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w = arith.constant dense<2.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %g = arith.constant dense<4.0> : tensor<4xf32>
  %lr = arith.constant dense<0.25> : tensor<f32>
  %r:3 = fp8.lamb states(%w, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr beta1 0.5 beta2 0.75 eps 0.0 outs(%w, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %z:3 = fp8.lamb states(%zero, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr beta1 0.5 beta2 0.75 eps 0.0 outs(%zero, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %z#0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Moments with tensor-wise scales: the second update decodes them by the new
// scale. m = 2 and v = 4 are stored as 4 and 16 under scales of 2 and 4; their
// amaxes are 2 and 4.
// CHECK-LABEL: @lamb_scales
// CHECK:      values 1.5 1.5 1.5 1.5{{$}}
// CHECK:      codes  48 48 48 48{{$}}
// CHECK:      values 4 4 4 4{{$}}
// CHECK:      values 16 16 16 16{{$}}
// CHECK:      values 2{{$}}
// CHECK:      values 4{{$}}
func.func @lamb_scales() -> (tensor<4xf32>, tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>, tensor<f32>, tensor<f32>) {
  %w = arith.constant dense<2.0> : tensor<4xf32>
  %m = arith.constant dense<0.0> : tensor<4xf8E4M3FN>
  %g = arith.constant dense<4.0> : tensor<4xf32>
  %lr = arith.constant dense<0.25> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %four = arith.constant dense<4.0> : tensor<f32>
  %none = arith.constant dense<0.0> : tensor<f32>
  %r:5 = fp8.lamb states(%w, %m, %m : tensor<4xf32>, tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) gradient(%g : tensor<4xf32>) lr %lr beta1 0.5 beta2 0.75 eps 0.0 scales(%one, %two, %one, %four) storage [#fp8.storage<format = f32>, #fp8.storage<format = e4m3>, #fp8.storage<format = e4m3>] outs(%w, %m, %m, %none, %none : tensor<4xf32>, tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>, tensor<f32>, tensor<f32>)
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<4xf32>, tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>, tensor<f32>, tensor<f32>
}
