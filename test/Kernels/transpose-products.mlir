// RUN: fp8-opt %s --split-input-file --fp8-transpose-products | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>

// The gradient is written in the order of the weight; a maximum of all of it is
// the same.

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$RESULT:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[W:[^:]*]]: tensor<8x6xf32>
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<8x6xf32>
// CHECK: %[[G:.*]] = linalg.contract indexing_maps = [#{{.*}}, #{{.*}}, #[[$RESULT]]] ins(%{{.*}}, %{{.*}} : tensor<6x4xf32>, tensor<4x8xf32>) outs(%[[ZEROS]] : tensor<8x6xf32>)
// CHECK: fp8.amax %[[G]]
// CHECK: fp8.update states(%[[W]] : tensor<8x6xf32>) inputs(%[[G]] : tensor<8x6xf32>) maps [#[[$ID]], #[[$ID]]]
func.func @product(%w: tensor<8x6xf32>, %a: tensor<6x4xf32>, %b: tensor<4x8xf32>, %zero: tensor<f32>) -> (tensor<8x6xf32>, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %g = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %amax = fp8.amax %g outs(%zero : tensor<f32>) : tensor<6x8xf32>
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>) maps [#id, #across] outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %amax : tensor<8x6xf32>, tensor<f32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>

// A product of codes; its scales multiply the sum.

// CHECK-LABEL: func.func @codes(
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<8x6xf32>
// CHECK: %[[G:.*]] = fp8.contract [#{{.*}}, #{{.*}}, #{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} outs(%[[ZEROS]] : tensor<8x6xf32>)
// CHECK: fp8.update {{.*}} inputs(%[[G]] : tensor<8x6xf32>)
func.func @codes(%w: tensor<8x6xf32>, %a: tensor<6x4xf8E5M2>, %b: tensor<4x8xf8E4M3FN>, %s: tensor<f32>) -> tensor<8x6xf32> {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %g = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %s, %b by %s outs(%zeros : tensor<6x8xf32>) : tensor<6x4xf8E5M2> by tensor<f32>, tensor<4x8xf8E4M3FN> by tensor<f32>
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>) maps [#id, #across] outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8x6xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>

// Something else reads it, whose order counts; it adds to something; it is read
// in order.

// CHECK-LABEL: func.func @negative(
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT: linalg.contract
func.func @negative(%w: tensor<8x6xf32>, %v: tensor<8x6xf32>, %u: tensor<6x8xf32>, %a: tensor<6x4xf32>, %b: tensor<4x8xf32>, %c: tensor<6x8xf32>, %zero: tensor<f32>) -> (tensor<8x6xf32>, tensor<f32>, tensor<8x6xf32>, tensor<6x8xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %g = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %sum = linalg.reduce {arith.addf} ins(%g : tensor<6x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>) maps [#id, #across] outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %h = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%c : tensor<6x8xf32>) -> tensor<6x8xf32>
  %o = fp8.update states(%v : tensor<8x6xf32>) inputs(%h : tensor<6x8xf32>) maps [#id, #across] outs(%v : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %k = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %q = fp8.update states(%u : tensor<6x8xf32>) inputs(%k : tensor<6x8xf32>) outs(%u : tensor<6x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %sum, %o, %q : tensor<8x6xf32>, tensor<f32>, tensor<8x6xf32>, tensor<6x8xf32>
}

// -----

// A transpose that an update reads is the product itself; who else reads it reads
// the same.

// CHECK-LABEL: func.func @transposed(
// CHECK: %[[G:.*]] = linalg.contract {{.*}} -> tensor<8x6xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.reduce { arith.addf } ins(%[[G]] : tensor<8x6xf32>)
// CHECK: fp8.update {{.*}} inputs(%[[G]] : tensor<8x6xf32>)
// CHECK: %[[H:.*]] = linalg.contract {{.*}} -> tensor<8x6xf32>
// CHECK: fp8.update {{.*}} inputs(%[[H]] : tensor<8x6xf32>)
// Not without an update.
// CHECK: linalg.matmul
// CHECK: linalg.transpose
func.func @transposed(%w: tensor<8x6xf32>, %a: tensor<6x4xf32>, %b: tensor<4x8xf32>, %zero: tensor<f32>) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<f32>, tensor<8x6xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %empty = tensor.empty() : tensor<8x6xf32>
  %g = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %t = linalg.transpose ins(%g : tensor<6x8xf32>) outs(%empty : tensor<8x6xf32>) permutation = [1, 0]
  %sum = linalg.reduce {arith.addf} ins(%t : tensor<8x6xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%t : tensor<8x6xf32>) outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %h = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<6x8xf32>) outs(%empty : tensor<8x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x6xf32>
  %m = fp8.update states(%w : tensor<8x6xf32>) inputs(%u : tensor<8x6xf32>) outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.addf %p, %d : f32
    fp8.yield %new : f32
  }
  %k = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %v = linalg.transpose ins(%k : tensor<6x8xf32>) outs(%empty : tensor<8x6xf32>) permutation = [1, 0]
  return %n, %m, %sum, %v : tensor<8x6xf32>, tensor<8x6xf32>, tensor<f32>, tensor<8x6xf32>
}

// -----

// The transpose names the product as its destination, too.

// CHECK-LABEL: func.func @twice_in_one(
// CHECK: %[[G:.*]] = linalg.contract
// CHECK-NOT: linalg.transpose
// CHECK: fp8.update {{.*}} inputs(%[[G]] : tensor<8x8xf32>)
func.func @twice_in_one(%w: tensor<8x8xf32>, %a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %g = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.transpose ins(%g : tensor<8x8xf32>) outs(%g : tensor<8x8xf32>) permutation = [1, 0]
  %n = fp8.update states(%w : tensor<8x8xf32>) inputs(%t : tensor<8x8xf32>) outs(%w : tensor<8x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8x8xf32>
}

// -----

// A name and a rule stay.

// CHECK-LABEL: func.func @attributes(
// CHECK: fp8.contract {{.*}} outs(%{{.*}} : tensor<8x6xf32>) {fp8.name = "x"}
func.func @attributes(%w: tensor<8x6xf32>, %a: tensor<6x4xf8E5M2>, %b: tensor<4x8xf8E4M3FN>, %s: tensor<f32>) -> tensor<8x6xf32> {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %g = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %s, %b by %s outs(%zeros : tensor<6x8xf32>) {fp8.name = "x"} : tensor<6x4xf8E5M2> by tensor<f32>, tensor<4x8xf8E4M3FN> by tensor<f32>
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8x6xf32>
}

// -----

// A sum of -0 is -0 where it begins so.

// CHECK-LABEL: func.func @negative_sign_of_zero(
// CHECK: fp8.contract {{.*}} outs(%{{.*}} : tensor<6x8xf32>)
func.func @negative_sign_of_zero(%w: tensor<8x6xf32>, %a: tensor<6x4xf8E5M2>, %b: tensor<4x8xf8E4M3FN>, %s: tensor<f32>) -> tensor<8x6xf32> {
  %zeros = arith.constant dense<-0.0> : tensor<6x8xf32>
  %g = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %s, %b by %s outs(%zeros : tensor<6x8xf32>) {fp8.name = "x"} : tensor<6x4xf8E5M2> by tensor<f32>, tensor<4x8xf8E4M3FN> by tensor<f32>
  %n = fp8.update states(%w : tensor<8x6xf32>) inputs(%g : tensor<6x8xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<8x6xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8x6xf32>
}

// -----

// Whoever reads the transpose by swapped indices reads the product in order.

// CHECK-LABEL: func.func @negative_back(
// CHECK: linalg.matmul
// CHECK: linalg.transpose
func.func @negative_back(%w: tensor<6x8xf32>, %a: tensor<6x4xf32>, %b: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<6x8xf32>
  %empty = tensor.empty() : tensor<8x6xf32>
  %g = linalg.matmul ins(%a, %b : tensor<6x4xf32>, tensor<4x8xf32>) outs(%zeros : tensor<6x8xf32>) -> tensor<6x8xf32>
  %t = linalg.transpose ins(%g : tensor<6x8xf32>) outs(%empty : tensor<8x6xf32>) permutation = [1, 0]
  %n = fp8.update states(%w : tensor<6x8xf32>) inputs(%t : tensor<8x6xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<6x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<6x8xf32>
}
