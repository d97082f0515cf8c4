// RUN: not fp8-opt %s --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: fp8-opt %s --fp8-expand-optimizers --fp8-assign-storage=preset=fp8-split16 | FileCheck %s
// RUN: fp8-run %s --storage=fp8-split16 --explain | FileCheck %s --check-prefix=EXPLAIN

// An optimizer with a name is stored once it is an update, which fp8-run makes
// of it.

// ERROR: error: expected a step with fp8.update to store its states, but @step has none
// ERROR: assign-storage-named.mlir:[[#@LINE+11]]:{{.*}}: note: --fp8-expand-optimizers creates one from this 'fp8.adamw'

// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = e4m3, residual = split16>

// EXPLAIN: w: tensor<8x16xf8E4M3FN>, param
// EXPLAIN: w.residual: tensor<8x16xi16>, residual
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>},
    %x: tensor<3x8xf32> {fp8.name = "x"}, %g: tensor<8x16xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"}, %c1: tensor<f32> {fp8.name = "c1"}, %c2: tensor<f32> {fp8.name = "c2"})
    -> (tensor<3x16xf32> {fp8.name = "y"}, tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n:3 = fp8.adamw states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) gradient(%g : tensor<8x16xf32>) lr %lr bias_corrections %c1, %c2 order<torch> beta1 0.9 beta2 0.999 eps 1.0e-8 weight_decay 0.0 outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>)
  return %y, %n#0, %n#1, %n#2 : tensor<3x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
