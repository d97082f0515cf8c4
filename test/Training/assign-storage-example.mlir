// RUN: fp8-opt %s --fp8-assign-storage=preset=fp8-split16 --canonicalize --cse | FileCheck %s

// The example of docs/Storage.md.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^:]*]]: tensor<64x32xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: %[[G:[^:]*]]: tensor<64x32xf32>, %[[LR:[^:]*]]: tensor<f32>
// CHECK-SAME: %[[R:[^:]*]]: tensor<64x32xi16> {fp8.name = "w.residual"
// CHECK-SAME: %[[S:[^:]*]]: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale_inv"
// CHECK-SAME: %[[A:[^:]*]]: tensor<f32> {fp8.initial = 0x7F800000 : f32, fp8.name = "w.amax"
// CHECK-DAG: %[[SLACK:.*]] = arith.constant dense<1.00000095>
// CHECK-DAG: %[[LARGEST:.*]] = arith.constant dense<4.640000e+02>
// CHECK: %[[WIDE:.*]] = fp8.dequantize %[[W]] by %[[S]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[WIDE]]
// CHECK: %[[GA:.*]] = fp8.amax %[[G]]
// CHECK: %[[RATE:.*]] = math.absf %[[LR]]
// CHECK: %[[CHANGE:.*]] = arith.mulf %[[GA]], %[[RATE]]
// CHECK: %[[REACH:.*]] = arith.mulf %[[S]], %[[LARGEST]]
// CHECK: %[[OLD:.*]] = arith.minimumf %[[A]], %[[REACH]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[CHANGE]]
// CHECK: %[[BOUND:.*]] = arith.mulf %[[SUM]], %[[SLACK]]
// CHECK: %[[SCALE:.*]], %[[INVERSE:.*]] = fp8.compute_scale %[[BOUND]] for e4m3
// CHECK: %[[N:.*]]:3 = fp8.update states(%[[W]], %[[R]] : {{.*}} scales(%[[S]], %[[SCALE]] :
// CHECK-SAME: storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split16, stream = 0>]
// CHECK: return %{{.*}}, %[[N]]#0, %{{.*}}, %{{.*}}, %[[N]]#1, %[[INVERSE]], %[[N]]#2 :

// Packing of an f32 weight: with its own amax, rounded to nearest.
// CHECK-LABEL: func.func @pack(
// CHECK-SAME: %[[V:[^:]*]]: tensor<64x32xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}
// CHECK-SAME: -> (tensor<64x32xf8E4M3FN> {fp8.name = "w", {{.*}} tensor<64x32xi16> {fp8.name = "w.residual", {{.*}} tensor<f32> {fp8.name = "w.scale_inv", {{.*}} tensor<f32> {fp8.name = "w.amax",
// CHECK: %[[AMAX:.*]] = fp8.amax %[[V]]
// CHECK: %[[PS:.*]], %[[PI:.*]] = fp8.compute_scale %[[AMAX]] for e4m3
// CHECK: %[[P:.*]]:3 = fp8.update states({{.*}}) inputs(%[[V]] : {{.*}} scales(%{{[^,]*}}, %[[PS]] :
// CHECK: return %[[P]]#0, %[[P]]#1, %[[PI]], %[[P]]#2

// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[UW:[^:]*]]: tensor<64x32xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: %[[UR:[^:]*]]: tensor<64x32xi16> {fp8.name = "w.residual"
// CHECK-SAME: %[[US:[^:]*]]: tensor<f32> {fp8.name = "w.scale_inv"
// CHECK-SAME: -> (tensor<64x32xf32> {fp8.name = "w", fp8.state = #fp8.state<param>})
// CHECK: %[[U:.*]]:4 = fp8.update states(%[[UW]], %[[UR]] : {{.*}} scales(%[[US]],
// CHECK-SAME: copies = [<format = f32>]
// CHECK: return %[[U]]#2
func.func @step(%w: tensor<64x32xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x64xf32>, %g: tensor<64x32xf32>, %lr: tensor<f32>) -> (tensor<8x32xf32>, tensor<64x32xf32> {fp8.updates = "w"}) {
  %zeros = arith.constant dense<0.0> : tensor<8x32xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x32xf32>) outs(%zeros : tensor<8x32xf32>) -> tensor<8x32xf32>
  %w1 = fp8.update states(%w : tensor<64x32xf32>) inputs(%g : tensor<64x32xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<64x32xf32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %u = arith.mulf %rate, %d : f32
    %n = arith.subf %p, %u : f32
    fp8.yield %n : f32
  }
  return %y, %w1 : tensor<8x32xf32>, tensor<64x32xf32>
}
