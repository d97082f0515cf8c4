// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @sgd
func.func @sgd(%w: tensor<4x8xf32>, %b: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: fp8.sgd states(%{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%{{.*}} : tensor<4x8xf32>) lr %{{.*}} momentum 9.000000e-01 nesterov weight_decay 1.000000e-02 outs(%{{.*}} : tensor<4x8xf32>, tensor<4x8xf32>)
  %w1, %b1 = fp8.sgd states(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.9 nesterov weight_decay 0.01 outs(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>)
  // CHECK: fp8.sgd states(%{{.*}} : tensor<4x8xf32>) gradient(%{{.*}} : tensor<4x8xf32>) lr %{{[a-z0-9]+}} outs(%{{.*}} : tensor<4x8xf32>)
  %w2 = fp8.sgd states(%w1 : tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr outs(%w1 : tensor<4x8xf32>)
  // CHECK: momentum 9.000000e-01 dampening 1.000000e-01 outs
  %w3, %b3 = fp8.sgd states(%w2, %b1 : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.9 dampening 0.1 outs(%w2, %b1 : tensor<4x8xf32>, tensor<4x8xf32>)
  return %w3, %b3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @adam
func.func @adam(%w: tensor<4x8xf32>, %m: tensor<4x8xf32>, %v: tensor<4x8xf32>, %g: tensor<4x8xbf16>, %lr: tensor<f32>, %c1: tensor<f32>, %c2: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: fp8.adam states({{.*}}) gradient(%{{.*}} : tensor<4x8xbf16>) lr %{{.*}} bias_corrections %{{.*}}, %{{.*}} order<optax> beta2 0.94999999999999996 outs(
  %w1, %m1, %v1 = fp8.adam states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xbf16>) lr %lr bias_corrections %c1, %c2 order<optax> beta2 0.95 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return %w1, %m1, %v1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @adamw
func.func @adamw(%w: tensor<4x256xf8E4M3FN>, %ws: tensor<8xf32>, %wr: tensor<4x256xi8>, %m: tensor<4x256xf8E4M3FN>, %ms: tensor<8xf32>, %v: tensor<4x256xi8>, %vs: tensor<8xf32>, %g: tensor<4x256xf32>, %lr: tensor<f32>, %c1: tensor<f32>, %c2: tensor<f32>, %seed: i32, %step: i32) -> tensor<4x256xf8E4M3FN> {
  // CHECK: fp8.adamw states(
  // CHECK-SAME: lr %{{.*}} bias_corrections %{{.*}}, %{{.*}} weight_decay 1.000000e-01 seed %{{.*}} step %{{.*}} storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 0>
  %new:7 = fp8.adamw states(%w, %ws, %wr, %m, %ms, %v, %vs : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>) gradient(%g : tensor<4x256xf32>) lr %lr bias_corrections %c1, %c2 weight_decay 0.1 seed %seed step %step storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 1>] outs(%w, %ws, %wr, %m, %ms, %v, %vs : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>)
  return %new#0 : tensor<4x256xf8E4M3FN>
}

// Everything that fp8.update may say: tensor-wise scales and an amax, a skip, a
// place; a probe, which writes the amax only.
// CHECK-LABEL: @all
func.func @all(%w: tensor<4x8xf8E4M3FN>, %m: tensor<4x8xf32>, %v: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %si: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %skip: i1, %row: index) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
  // CHECK: fp8.adamw probe states({{.*}}) gradient({{.*}}) lr %{{.*}} scales(%{{[a-z0-9]+}}) storage [{{.*}}] outs(%{{.*}} : tensor<f32>)
  %amax = fp8.adamw probe states(%w, %m, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr scales(%si) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] outs(%a : tensor<f32>)
  // CHECK: lr %{{.*}} order<apex> beta1 8.000000e-01 beta2 9.000000e-01 eps 9.9999999999999995E-7 scales(%{{.*}}, %{{.*}}) skip %{{.*}} storage [{{.*}}] at [%{{.*}}, 0] of [64, 8] outs(
  %r:4 = fp8.adamw states(%w, %m, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr order<apex> beta1 0.8 beta2 0.9 eps 1.0e-6 scales(%si, %s) skip %skip storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%w, %m, %v, %amax : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>)
  return %r#0, %r#3 : tensor<4x8xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: @lion
func.func @lion(%w: tensor<4x8xf32>, %m: tensor<4x8xbf16>, %g: tensor<4x8xf32>, %lr: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xbf16>) {
  // CHECK: fp8.lion states({{.*}}) gradient({{.*}}) lr %{{.*}} weight_decay 1.000000e-01 outs(
  %w1, %m1 = fp8.lion states(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr weight_decay 0.1 outs(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>)
  return %w1, %m1 : tensor<4x8xf32>, tensor<4x8xbf16>
}

// CHECK-LABEL: @adagrad
func.func @adagrad(%w: tensor<4x8xf32>, %s: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: fp8.adagrad states({{.*}}) gradient({{.*}}) lr %{{[a-z0-9]+}} outs(
  %w1, %s1 = fp8.adagrad states(%w, %s : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr outs(%w, %s : tensor<4x8xf32>, tensor<4x8xf32>)
  return %w1, %s1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @rmsprop
func.func @rmsprop(%w: tensor<4x8xf32>, %v: tensor<4x8xf32>, %b: tensor<4x8xf32>, %a: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: fp8.rmsprop states({{.*}}) gradient({{.*}}) lr %{{.*}} centered momentum 9.000000e-01 outs(
  %w1, %v1, %b1, %a1 = fp8.rmsprop states(%w, %v, %b, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr centered momentum 0.9 outs(%w, %v, %b, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return %w1, %v1, %b1, %a1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @lamb
func.func @lamb(%w: tensor<4x8xf32>, %m: tensor<4x8xf32>, %v: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %c1: tensor<f32>, %c2: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: fp8.lamb states({{.*}}) gradient({{.*}}) lr %{{.*}} bias_corrections %{{.*}}, %{{.*}} weight_decay 1.000000e-02 outs(
  %w1, %m1, %v1 = fp8.lamb states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c1, %c2 weight_decay 0.01 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return %w1, %m1, %v1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
