// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=delayed history-length=16 amax-algo=most_recent margin=1' | FileCheck %s --check-prefix=STEP
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=delayed history-length=16 amax-algo=most_recent margin=1' | FileCheck %s --check-prefix=FIRST
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=delayed history-length=16' --fp8-verify-form=form=scaled -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=REMARK

// The step reads the scales of earlier steps and gives its amaxes to later
// ones, packed in the order of the names. One op inverts all scales.

// STEP-LABEL: func.func @step(
// STEP-SAME:    %[[W:[^:]*]]: tensor<8x4xf32>
// STEP-SAME:    %[[FH:arg[0-9]+]]: tensor<16x2xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.forward.history", fp8.state = #fp8.state<history>}
// STEP-SAME:    %[[FS:arg[0-9]+]]: tensor<2xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "fp8.forward.scales", fp8.state = #fp8.state<scale>}
// STEP-SAME:    %[[BH:arg[0-9]+]]: tensor<16x1xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.backward.history", fp8.state = #fp8.state<history>}
// STEP-SAME:    %[[BS:arg[0-9]+]]: tensor<1xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "fp8.backward.scales", fp8.state = #fp8.state<scale>}
// STEP-SAME:    tensor<16x2xf32> {fp8.name = "fp8.forward.history", fp8.state = #fp8.state<history>, fp8.updates = "fp8.forward.history"},
// STEP-SAME:    tensor<2xf32> {fp8.name = "fp8.forward.scales", fp8.state = #fp8.state<scale>, fp8.updates = "fp8.forward.scales"},
// STEP-SAME:    tensor<16x1xf32> {fp8.name = "fp8.backward.history", fp8.state = #fp8.state<history>, fp8.updates = "fp8.backward.history"},
// STEP-SAME:    tensor<1xf32> {fp8.name = "fp8.backward.scales", fp8.state = #fp8.state<scale>, fp8.updates = "fp8.backward.scales"})
// STEP:       %[[SCALE:.*]] = tensor.extract_slice %[[FS]][0] [1] [1] : tensor<2xf32> to tensor<f32>
// STEP:       %[[INVS:.*]] = arith.divf %{{.*}}, %[[FS]] : tensor<2xf32>
// STEP:       %[[INV:.*]] = tensor.extract_slice %[[INVS]][0] [1] [1]
// STEP:       %[[CODES:.*]]:2 = fp8.quantize %[[W]] by %[[SCALE]] with_amax outs(%{{.*}}, %{{.*}} : tensor<8x4xf8E4M3FN>, tensor<f32>) {fp8.name = "w.e4m3"}
// STEP:       fp8.contract {{.*}} %[[CODES]]#0 by %[[INV]] outs
// STEP:       %[[P0:.*]] = tensor.insert_slice %[[CODES]]#1 into %{{.*}}[0] [1] [1] : tensor<f32> into tensor<2xf32>
// STEP:       %[[P1:.*]] = tensor.insert_slice %{{.*}}#1 into %[[P0]][1] [1] [1] : tensor<f32> into tensor<2xf32>
// STEP:       %[[NH:.*]], %[[NS:.*]], %{{.*}} = fp8.update_scales %[[FH]], %[[P1]], %[[FS]] for e4m3 algo<most_recent> scaling<margin = 1> : tensor<16x2xf32>, tensor<2xf32>
// STEP:       %[[B:.*]] = tensor.insert_slice
// STEP:       %[[NBH:.*]], %[[NBS:.*]], %{{.*}} = fp8.update_scales %[[BH]], %[[B]], %[[BS]] for e5m2
// STEP:       return %{{.*}}, %{{.*}}, %[[NH]], %[[NS]], %[[NBH]], %[[NBS]] :

// The first step has the same signature and the same new states, and computes
// its scales from its own amaxes.

// FIRST-LABEL: func.func @step0(
// FIRST-SAME:    %[[FH:arg[0-9]+]]: tensor<16x2xf32> {fp8.initial
// FIRST-SAME:    %[[FS:arg[0-9]+]]: tensor<2xf32> {fp8.initial
// FIRST-SAME:    fp8.updates = "fp8.backward.scales"})
// FIRST:       %[[AMAX:.*]] = fp8.amax %arg0
// FIRST:       %[[SCALE:.*]], %[[INV:.*]] = fp8.compute_scale %[[AMAX]] for e4m3 scaling<margin = 1>
// FIRST:       fp8.quantize %arg0 by %[[SCALE]] outs
// FIRST:       tensor.insert_slice %[[AMAX]] into %{{.*}}[0]
// FIRST:       fp8.update_scales %[[FH]], %{{.*}}, %[[FS]] for e4m3

// One remark a contraction, not one a function.
// REMARK:     quantized: fwd
// REMARK:     quantized: dW
// REMARK-NOT: quantized
func.func @step(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %t: tensor<2x4xf32>) -> (tensor<8x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %y, %t : tensor<2x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %w1 = arith.subf %w, %dw : tensor<8x4xf32>
  return %w1, %loss : tensor<8x4xf32>, tensor<f32>
}
