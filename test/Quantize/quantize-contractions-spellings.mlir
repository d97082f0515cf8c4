// RUN: fp8-opt %s --fp8-quantize-contractions='scope=all' | FileCheck %s
// RUN: fp8-opt %s --fp8-quantize-contractions='scope=all' -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=REMARK

// A contraction is found by its maps and its body, not by its name. Each of
// these multiplies data by the weight and adds to the loss.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>, %x3: tensor<5x2x8xf32>, %w4: tensor<3x8x4xf32>, %x4: tensor<2x3x8xf32>, %wi: tensor<8x4xi32>, %xi: tensor<2x8xi32>, %v: tensor<8xf32>)
    -> (tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<f32>, tensor<2x4xi32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero3 = arith.constant dense<0.0> : tensor<5x2x4xf32>
  %zeroi = arith.constant dense<0> : tensor<2x4xi32>
  %zerov = arith.constant dense<0.0> : tensor<4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>

  // CHECK: fp8.contract [#{{.*}}, #{{.*}}, #{{.*}}]
  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %named = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>

  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %contract = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%named : tensor<2x4xf32>) -> tensor<2x4xf32>

  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %generic = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%contract : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>

  // Factors and terms swapped, the weight first, loops in another order.
  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, weight x data, of 'arg0'
  %swapped = linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (m, k)>, affine_map<(k, n, m) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%w, %x : tensor<8x4xf32>, tensor<2x8xf32>) outs(%generic : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %b, %a : f32
    %s = arith.addf %p, %c : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>

  // Three dimensions by two.
  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %wide = linalg.contract indexing_maps = [affine_map<(a, b, c, k) -> (a, b, k)>, affine_map<(a, b, c, k) -> (k, c)>, affine_map<(a, b, c, k) -> (a, b, c)>] ins(%x3, %w : tensor<5x2x8xf32>, tensor<8x4xf32>) outs(%zero3 : tensor<5x2x4xf32>) -> tensor<5x2x4xf32>

  // Two reduced dimensions.
  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg3'
  %two = linalg.contract indexing_maps = [affine_map<(m, n, j, k) -> (m, j, k)>, affine_map<(m, n, j, k) -> (j, k, n)>, affine_map<(m, n, j, k) -> (m, n)>] ins(%x4, %w4 : tensor<2x3x8xf32>, tensor<3x8x4xf32>) outs(%swapped : tensor<2x4xf32>) -> tensor<2x4xf32>

  // A batch dimension on both sides.
  %e = tensor.empty() : tensor<3x2x8xf32>
  %xb = linalg.transpose ins(%x4 : tensor<2x3x8xf32>) outs(%e : tensor<3x2x8xf32>) permutation = [1, 0, 2]
  %zerob = arith.constant dense<0.0> : tensor<3x2x4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg3'
  %batch = linalg.batch_matmul ins(%xb, %w4 : tensor<3x2x8xf32>, tensor<3x8x4xf32>) outs(%zerob : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>

  // CHECK: linalg.contract {{.*}} tensor<8xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept wide: fwd, data x weight, of 'arg0': it keeps no dimension of one operand
  %degenerate = linalg.contract indexing_maps = [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (n)>] ins(%v, %w : tensor<8xf32>, tensor<8x4xf32>) outs(%zerov : tensor<4xf32>) -> tensor<4xf32>

  // Integers are no contraction of this dialect.
  // CHECK: linalg.matmul {{.*}} tensor<2x8xi32>
  // REMARK-NOT: [[@LINE+1]]:
  %integers = linalg.matmul ins(%xi, %wi : tensor<2x8xi32>, tensor<8x4xi32>) outs(%zeroi : tensor<2x4xi32>) -> tensor<2x4xi32>

  // A sum of sums is none either.
  // CHECK: linalg.generic
  %sums = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%two : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.addf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>

  %l0 = linalg.reduce {arith.addf} ins(%sums : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %l1 = linalg.reduce {arith.addf} ins(%wide : tensor<5x2x4xf32>) outs(%l0 : tensor<f32>) dimensions = [0, 1, 2]
  %l2 = linalg.reduce {arith.addf} ins(%degenerate : tensor<4xf32>) outs(%l1 : tensor<f32>) dimensions = [0]
  %l3 = linalg.reduce {arith.addf} ins(%batch : tensor<3x2x4xf32>) outs(%l2 : tensor<f32>) dimensions = [0, 1, 2]
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %half4 = arith.constant dense<0.5> : tensor<3x8x4xf32>
  %w1 = arith.mulf %w, %half : tensor<8x4xf32>
  %w41 = arith.mulf %w4, %half4 : tensor<3x8x4xf32>
  return %w1, %w41, %l3, %integers : tensor<8x4xf32>, tensor<3x8x4xf32>, tensor<f32>, tensor<2x4xi32>
}
