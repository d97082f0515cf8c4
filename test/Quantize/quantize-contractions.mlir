// RUN: fp8-opt %s --split-input-file --fp8-quantize-contractions | FileCheck %s

// One linear layer under a squared error, whose seed `y - t` is in the slice of
// the loss and is the gradient all the same. Each value is quantized once, right
// after its definition; weights, activations and data to e4m3, gradients to e5m2.

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK: module attributes {fp8.done = ["fp8-quantize-contractions"]}
// CHECK-LABEL: func.func @step
// CHECK-SAME:    %[[W:[^:]*]]: tensor<8x4xf32>{{.*}}, %[[X:[^:]*]]: tensor<2x8xf32>{{.*}}, %[[T:[^:]*]]: tensor<2x4xf32>
// CHECK:       %[[W_AMAX:.*]] = fp8.amax %[[W]] outs(%{{.*}} : tensor<f32>) : tensor<8x4xf32>
// CHECK:       %[[W_SCALE:.*]], %[[W_INV:.*]] = fp8.compute_scale %[[W_AMAX]] for e4m3 : tensor<f32>
// CHECK:       %[[W_CODES:.*]] = fp8.quantize %[[W]] by %[[W_SCALE]] outs(%{{.*}} : tensor<8x4xf8E4M3FN>) {fp8.name = "w.e4m3"}
// CHECK:       %[[X_SCALE:.*]], %[[X_INV:.*]] = fp8.compute_scale
// CHECK:       %[[X_CODES:.*]] = fp8.quantize %[[X]] by %[[X_SCALE]] {{.*}} {fp8.name = "x.e4m3"}
// CHECK:       %[[Y:.*]] = fp8.contract [#[[$MK]], #[[$KN]], #[[$MN]]] %[[X_CODES]] by %[[X_INV]], %[[W_CODES]] by %[[W_INV]] outs(%{{.*}} : tensor<2x4xf32>) {fp8.class = "fwd"}
// CHECK:       %[[D:.*]] = arith.subf %[[Y]], %[[T]]
// CHECK:       %[[D_SCALE:.*]], %[[D_INV:.*]] = fp8.compute_scale %{{.*}} for e5m2
// CHECK:       %[[D_CODES:.*]] = fp8.quantize %[[D]] by %[[D_SCALE]] outs(%{{.*}} : tensor<2x4xf8E5M2>) {fp8.name = "w:dy.e5m2"}
// CHECK:       fp8.contract [#[[$KM]], #[[$KN]], #[[$MN]]] %[[X_CODES]] by %[[X_INV]], %[[D_CODES]] by %[[D_INV]] {{.*}} {fp8.class = "dW"}
// CHECK-NOT:   linalg.matmul
func.func @step(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %t: tensor<2x4xf32> {fp8.name = "t"}) -> (tensor<8x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.1> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %y, %t : tensor<2x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %u = arith.mulf %dw, %rate : tensor<8x4xf32>
  %w1 = arith.subf %w, %u : tensor<8x4xf32>
  return %w1, %loss : tensor<8x4xf32>, tensor<f32>
}

// -----

// A transpose right before a contraction moves into its map. Reshapes are done
// once more, on codes; the quantize stands before them.

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func.func @step
// CHECK-SAME:    %[[W:[^:]*]]: tensor<4x8xf32>, %[[X:[^:]*]]: tensor<8x2x3xf32>
// CHECK:       %[[W_CODES:.*]] = fp8.quantize %[[W]] {{.*}} : tensor<4x8xf8E4M3FN>
// CHECK:       %[[X_CODES:.*]] = fp8.quantize %[[X]] {{.*}} : tensor<8x2x3xf8E4M3FN>
// CHECK:       %[[X_T:.*]] = linalg.transpose ins(%[[X_CODES]] : tensor<8x2x3xf8E4M3FN>) outs(%{{.*}} : tensor<2x3x8xf8E4M3FN>) permutation = [1, 2, 0]
// CHECK:       %[[X_R:.*]] = tensor.collapse_shape %[[X_T]] {{\[\[}}0, 1], [2]] : tensor<2x3x8xf8E4M3FN> into tensor<6x8xf8E4M3FN>
// CHECK:       fp8.contract [#[[$MK]], #[[$NK]], {{.*}}] %[[X_R]] by %{{.*}}, %[[W_CODES]] by
func.func @step(%w: tensor<4x8xf32>, %x: tensor<8x2x3xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<6x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<4x8xf32>
  %ew = tensor.empty() : tensor<8x4xf32>
  %wt = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%ew : tensor<8x4xf32>) permutation = [1, 0]
  %ex = tensor.empty() : tensor<2x3x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x2x3xf32>) outs(%ex : tensor<2x3x8xf32>) permutation = [1, 2, 0]
  %xr = tensor.collapse_shape %xt [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
  %y = linalg.matmul ins(%xr, %wt : tensor<6x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<6x4xf32>) -> tensor<6x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<6x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %w1 = arith.mulf %w, %half : tensor<4x8xf32>
  return %w1, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

// Two transposes in a row move into the map; a copy through a permutation and a
// broadcast are done on codes.

// CHECK-DAG: #[[$LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1)>
// CHECK-DAG: #[[$RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-LABEL: func.func @step
// CHECK:       %[[X_CODES:.*]] = fp8.quantize %arg1
// CHECK:       %[[W_B:.*]] = linalg.broadcast ins(%{{.*}} : tensor<8x4xf8E4M3FN>) outs(%{{.*}} : tensor<3x8x4xf8E4M3FN>) dimensions = [0]
// CHECK:       fp8.contract [#[[$LHS]], #[[$RHS]], {{.*}}] %[[X_CODES]] by %{{.*}}, %[[W_B]] by
func.func @step(%w: tensor<4x8xf32>, %x: tensor<8x3x2xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<3x2x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<4x8xf32>
  %e0 = tensor.empty() : tensor<3x8x2xf32>
  %x0 = linalg.transpose ins(%x : tensor<8x3x2xf32>) outs(%e0 : tensor<3x8x2xf32>) permutation = [1, 0, 2]
  %e1 = tensor.empty() : tensor<3x2x8xf32>
  %x1 = linalg.transpose ins(%x0 : tensor<3x8x2xf32>) outs(%e1 : tensor<3x2x8xf32>) permutation = [0, 2, 1]
  %e2 = tensor.empty() : tensor<8x4xf32>
  %w0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<4x8xf32>) outs(%e2 : tensor<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x4xf32>
  %e3 = tensor.empty() : tensor<3x8x4xf32>
  %w1 = linalg.broadcast ins(%w0 : tensor<8x4xf32>) outs(%e3 : tensor<3x8x4xf32>) dimensions = [0]
  %y = linalg.batch_matmul ins(%x1, %w1 : tensor<3x2x8xf32>, tensor<3x8x4xf32>) outs(%zero : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<3x2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1, 2]
  %new = arith.mulf %w, %half : tensor<4x8xf32>
  return %new, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

// The result of one contraction is the operand of the next, as it is. The
// accumulator is kept.

// CHECK-LABEL: func.func @step
// CHECK:       %[[H:.*]] = fp8.contract {{.*}} {fp8.class = "fwd"}
// CHECK:       %[[H_CODES:.*]] = fp8.quantize %[[H]]
// CHECK:       fp8.contract {{.*}} %[[H_CODES]] by %{{.*}} outs(%[[H]] : tensor<4x4xf32>)
func.func @step(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<4x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = linalg.matmul ins(%h, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%h : tensor<4x4xf32>) -> tensor<4x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %new = arith.mulf %w, %half : tensor<4x4xf32>
  return %new, %loss : tensor<4x4xf32>, tensor<f32>
}

// -----

// A bf16 matrix product of f32 values is quantized from f32: the cast in
// between is looked through.

// CHECK-LABEL: func.func @step
// CHECK:       fp8.quantize %arg0 {{.*}} : tensor<8x4xf32>, tensor<f32>
// CHECK:       fp8.quantize %arg1 {{.*}} : tensor<2x8xbf16>, tensor<f32>
// CHECK:       fp8.contract {{.*}} outs(%{{.*}} : tensor<2x4xbf16>)
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xbf16>) -> (tensor<8x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xbf16>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %wb = arith.truncf %w : tensor<8x4xf32> to tensor<8x4xbf16>
  %y = linalg.matmul ins(%x, %wb : tensor<2x8xbf16>, tensor<8x4xbf16>) outs(%zero : tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %yf = arith.extf %y : tensor<2x4xbf16> to tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%yf : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %new = arith.mulf %w, %half : tensor<8x4xf32>
  return %new, %loss : tensor<8x4xf32>, tensor<f32>
}

// -----

// The same where casts are bodies of ops, as JAX writes them. The second weight is
// frozen: it is returned as it is, and a weight all the same.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @step
// CHECK-DAG:   fp8.quantize %arg0 {{.*}} : tensor<8x4xf32>, tensor<f32>
// CHECK-DAG:   fp8.quantize %arg1 {{.*}} : tensor<4x2xf32>, tensor<f32>
// CHECK-DAG:   fp8.quantize %arg2 {{.*}} : tensor<2x8xf32>, tensor<f32>
// CHECK:       fp8.contract {{.*}} outs(%{{.*}} : tensor<2x4xbf16>)
// CHECK:       fp8.contract {{.*}} outs(%{{.*}} : tensor<2x2xbf16>)
func.func @step(%w: tensor<8x4xf32>, %frozen: tensor<4x2xf32>, %x: tensor<2x8xf32>) -> (tensor<8x4xf32>, tensor<4x2xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xbf16>
  %zero_y = arith.constant dense<0.0> : tensor<2x2xbf16>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<8x4xf32>
  %e_w = tensor.empty() : tensor<8x4xbf16>
  %e_f = tensor.empty() : tensor<4x2xbf16>
  %e_x = tensor.empty() : tensor<2x8xbf16>
  %e_y = tensor.empty() : tensor<2x2xf32>
  %wb = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x4xf32>) outs(%e_w : tensor<8x4xbf16>) {
  ^bb0(%a: f32, %unused: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x4xbf16>
  %fb = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%frozen : tensor<4x2xf32>) outs(%e_f : tensor<4x2xbf16>) {
  ^bb0(%a: f32, %unused: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<4x2xbf16>
  %xb = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x8xf32>) outs(%e_x : tensor<2x8xbf16>) {
  ^bb0(%a: f32, %unused: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<2x8xbf16>
  %h = linalg.matmul ins(%xb, %wb : tensor<2x8xbf16>, tensor<8x4xbf16>) outs(%zero : tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %y = linalg.matmul ins(%h, %fb : tensor<2x4xbf16>, tensor<4x2xbf16>) outs(%zero_y : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %yf = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<2x2xbf16>) outs(%e_y : tensor<2x2xf32>) {
  ^bb0(%a: bf16, %unused: f32):
    %0 = arith.extf %a : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  %loss = linalg.reduce {arith.addf} ins(%yf : tensor<2x2xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %new = arith.mulf %w, %half : tensor<8x4xf32>
  return %new, %frozen, %loss : tensor<8x4xf32>, tensor<4x2xf32>, tensor<f32>
}

// -----

// A value that is computed a second time shares the codes of the first.

// CHECK-LABEL: func.func @step
// CHECK-COUNT-3: fp8.quantize
// CHECK-NOT:     fp8.quantize
func.func @step(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %x0 = math.tanh %x : tensor<4x4xf32>
  %y = linalg.matmul ins(%x0, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = math.exp %y : tensor<4x4xf32>
  %x1 = math.tanh %x : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %xt = linalg.transpose ins(%x1 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %dw = linalg.matmul ins(%xt, %d : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %new = arith.subf %w, %dw : tensor<4x4xf32>
  return %new, %loss : tensor<4x4xf32>, tensor<f32>
}
