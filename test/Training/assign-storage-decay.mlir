// RUN: fp8-opt %s --fp8-assign-storage=preset=bf16-residual --fp8-check-numerics --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: fp8-run %s --storage=bf16-residual --target=cpu --steps=3 --inputs=random:1 --outputs=%t.cpu.safetensors
// RUN: fp8-run %s --storage=bf16-residual --target=sim --steps=3 --inputs=random:1 --outputs=%t.sim.safetensors
// RUN: cmp %t.cpu.safetensors %t.sim.safetensors

// Residuals are drawn, whatever the decay: the change by a gradient may be as
// small. Streams are in the order of the names.

// CHECK-LABEL: func.func @step(
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, rounding = stochastic, residual = bf16, stream = 1>]
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, rounding = stochastic, residual = bf16, stream = 0>]
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, rounding = stochastic, residual = bf16, stream = 2>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1073741826>]

// A moment in bf16 is drawn where it would stand still.
// REMARK: 'still.m' is rounded stochastically: its decay changes it by less than 2^-8 of itself, where bf16 stalls
// REMARK-NOT: rounded stochastically
func.func @step(%slow: tensor<8x16xf32> {fp8.name = "slow", fp8.state = #fp8.state<param>}, %fast: tensor<8x16xf32> {fp8.name = "fast", fp8.state = #fp8.state<param>}, %still: tensor<8x16xf32> {fp8.name = "still", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "still.m", fp8.state = #fp8.state<moment>}, %x: tensor<2x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "slow"}, tensor<8x16xf32> {fp8.updates = "fast"}, tensor<8x16xf32> {fp8.updates = "still"}, tensor<8x16xf32> {fp8.updates = "still.m"}, tensor<2x16xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<2x16xf32>
  %y_slow = linalg.matmul ins(%x, %slow : tensor<2x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<2x16xf32>) -> tensor<2x16xf32>
  %y_fast = linalg.matmul ins(%x, %fast : tensor<2x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<2x16xf32>) -> tensor<2x16xf32>
  %y_still = linalg.matmul ins(%x, %still : tensor<2x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<2x16xf32>) -> tensor<2x16xf32>
  %slow1 = fp8.update states(%slow : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%slow : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %decay = arith.constant 0.999999 : f32
    %0 = arith.mulf %p, %decay : f32
    %1 = arith.subf %0, %d : f32
    fp8.yield %1 : f32
  }
  %fast1 = fp8.update states(%fast : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%fast : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %decay = arith.constant 0.999 : f32
    %0 = arith.mulf %p, %decay : f32
    %1 = arith.subf %0, %d : f32
    fp8.yield %1 : f32
  }
  %still1:2 = fp8.update states(%still, %m : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%still, %m : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %beta = arith.constant 0.998 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2, %1 : f32, f32
  }
  %sum = arith.addf %y_slow, %y_fast : tensor<2x16xf32>
  %y = arith.addf %sum, %y_still : tensor<2x16xf32>
  return %slow1, %fast1, %still1#0, %still1#1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<2x16xf32>
}
