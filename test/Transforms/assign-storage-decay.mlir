// RUN: fp8-opt %s --fp8-assign-storage=preset=bf16-residual --fp8-check-numerics --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: fp8-run %s --storage=bf16-residual --target=cpu --steps=3 --inputs=random:1 --outputs=%t.cpu.safetensors
// RUN: fp8-run %s --storage=bf16-residual --target=sim --steps=3 --inputs=random:1 --outputs=%t.sim.safetensors
// RUN: cmp %t.cpu.safetensors %t.sim.safetensors

// A decay of 1e-6 would be lost to nearest, one of 1e-3 is not, and a weight
// without any has none to lose.

// CHECK-LABEL: func.func @step(
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, rounding = quasi_stochastic, residual = bf16, stream = 0>]
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, residual = bf16>]
// CHECK: fp8.update {{.*}} storage [#fp8.storage<format = bf16, residual = bf16>]

// REMARK-NOT: rounded stochastically
// REMARK: 'slow' is rounded stochastically: its decay changes it by less than 2^-17 of itself
// REMARK-NOT: rounded stochastically
func.func @step(%slow: tensor<8x16xf32> {fp8.name = "slow", fp8.state = #fp8.state<param>}, %fast: tensor<8x16xf32> {fp8.name = "fast", fp8.state = #fp8.state<param>}, %still: tensor<8x16xf32> {fp8.name = "still", fp8.state = #fp8.state<param>}, %x: tensor<2x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "slow"}, tensor<8x16xf32> {fp8.updates = "fast"}, tensor<8x16xf32> {fp8.updates = "still"}, tensor<2x16xf32>) {
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
  %still1 = fp8.update states(%still : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%still : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %sum = arith.addf %y_slow, %y_fast : tensor<2x16xf32>
  %y = arith.addf %sum, %y_still : tensor<2x16xf32>
  return %slow1, %fast1, %still1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<2x16xf32>
}
