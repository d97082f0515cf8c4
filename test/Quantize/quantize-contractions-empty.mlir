// RUN: fp8-opt %s --fp8-annotate-states --fp8-quantize-contractions=recipe=row --remarks-filter='fp8.*' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: fp8-opt %s --fp8-annotate-states --fp8-quantize-contractions=recipe=block | FileCheck %s
// RUN: fp8-opt %s --fp8-annotate-states --fp8-quantize-contractions=recipe=current | FileCheck %s

// A layer without inputs: an empty tensor has no blocks and no amax. The
// other layer reads codes.
// REMARK: kept wide: fwd{{.*}}, of 'w': an operand has no elements, and so no scale
// REMARK: quantized: fwd{{.*}}, of 'v'
// CHECK-LABEL: @step(
// CHECK-NOT: fp8.quantize %arg0
// CHECK: linalg.matmul ins(%{{.*}}, %arg0 : tensor<2x0xf32>, tensor<0x4xf32>)
// CHECK: fp8.contract
func.func @step(%w: tensor<0x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<4x4xf32> {fp8.name = "v", fp8.state = #fp8.state<param>}, %x: tensor<2x0xf32> {fp8.name = "x"}, %y: tensor<2x4xf32> {fp8.name = "y"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<0x4xf32> {fp8.updates = "w"}) {
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %zw = arith.constant dense<0.0> : tensor<0x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.matmul ins(%x, %w : tensor<2x0xf32>, tensor<0x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  %q = arith.addf %p, %y : tensor<2x4xf32>
  %o = linalg.matmul ins(%q, %v : tensor<2x4xf32>, tensor<4x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %o, %y : tensor<2x4xf32>
  %s = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%s : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %d : tensor<2x0xf32>, tensor<2x4xf32>) outs(%zw : tensor<0x4xf32>) -> tensor<0x4xf32>
  %n = arith.subf %w, %g : tensor<0x4xf32>
  return %loss, %n : tensor<f32>, tensor<0x4xf32>
}
