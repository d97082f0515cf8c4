// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches=number=1 --split-input-file | FileCheck %s --check-prefix=ONE

// A linear layer. What depends on no batch, the layout of the weight, is there
// once, and so is the update; gradients and losses are added in order.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: module attributes {fp8.done = ["fp8-microbatches"]}
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x8x3xf32> {fp8.microbatches = 2 : i64, fp8.name = "x"}
// CHECK-SAME: %[[RATE:[a-z0-9]+]]: tensor<f32>
// CHECK-SAME: -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<2x8x4xf32> {fp8.name = "y"}, tensor<4x3xf32> {fp8.name = "g"})
// CHECK: %[[X0:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [1, 8, 3] [1, 1, 1] : tensor<2x8x3xf32> to tensor<8x3xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]]
// CHECK: %[[Y0:.*]] = linalg.contract {{.*}} ins(%[[X0]], %[[T]]
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2x8x4xf32>
// CHECK: %[[STACK:.*]] = tensor.insert_slice %[[Y0]] into %[[EMPTY]][0, 0, 0] [1, 8, 4] [1, 1, 1]
// CHECK: %[[L0:.*]] = linalg.generic
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} ins(%[[Y0]], %[[X0]]
// CHECK-NOT: fp8.update
// CHECK: %[[X1:.*]] = tensor.extract_slice %[[X]][1, 0, 0] [1, 8, 3] [1, 1, 1] : tensor<2x8x3xf32> to tensor<8x3xf32>
// CHECK-NOT: linalg.transpose
// CHECK: %[[Y1:.*]] = linalg.contract {{.*}} ins(%[[X1]], %[[T]]
// CHECK: %[[Y:.*]] = tensor.insert_slice %[[Y1]] into %[[STACK]][1, 0, 0] [1, 8, 4] [1, 1, 1]
// CHECK: %[[L1:.*]] = linalg.generic
// CHECK: %[[L:.*]] = arith.addf %[[L0]], %[[L1]] : tensor<f32>
// CHECK: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[LOSS:.*]] = arith.mulf %[[L]], %[[HALF]]
// CHECK: %[[G1:.*]] = linalg.contract {{.*}} ins(%[[Y1]], %[[X1]]
// CHECK: %[[G:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<4x3xf32>
// CHECK: %[[HALVES:.*]] = arith.constant dense<5.000000e-01> : tensor<4x3xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[G]], %[[HALVES]]
// CHECK: %[[NEW:.*]] = fp8.update states(%[[W]] : {{.*}}) inputs(%[[MEAN]] : {{.*}}) scalars(%[[RATE]]
// CHECK-NOT: fp8.update
// CHECK: return %[[LOSS]], %[[NEW]], %[[Y]], %[[MEAN]]
// ONE-LABEL: func.func @step(
// ONE-NOT: microbatches
// ONE: return
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"}, %rate: tensor<f32> {fp8.name = "rate"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<8x4xf32> {fp8.name = "y"}, tensor<4x3xf32> {fp8.name = "g"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %wt = linalg.transpose ins(%w : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %wt : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %r: f32):
    %0 = arith.mulf %d, %r : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new, %y, %g : tensor<f32>, tensor<4x3xf32>, tensor<8x4xf32>, tensor<4x3xf32>
}

// -----

// Gradients that are normalized by row reach the update nonlinearly: the mean
// is taken of the normalized values. A gradient in bf16 is added, and updates
// the parameter, in f32.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<4x3xbf16>
// CHECK: %[[WIDE0:.*]] = arith.extf %[[G0]] : tensor<4x3xbf16> to tensor<4x3xf32>
// CHECK: %[[G1:.*]] = linalg.contract {{.*}} -> tensor<4x3xbf16>
// CHECK: %[[WIDE1:.*]] = arith.extf %[[G1]] : tensor<4x3xbf16> to tensor<4x3xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[WIDE0]], %[[WIDE1]] : tensor<4x3xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]]
// CHECK: %[[NARROW:.*]] = arith.truncf %[[MEAN]] : tensor<4x3xf32> to tensor<4x3xbf16>
// CHECK: %[[NORM:.*]] = linalg.generic {{.*}} ins(%[[NARROW]] : tensor<4x3xbf16>)
// CHECK: %[[UNIT:.*]] = linalg.generic {{.*}} ins(%[[NARROW]], %[[NORM]] :
// CHECK: fp8.update states({{.*}}) inputs(%[[UNIT]], %[[MEAN]] : tensor<4x3xf32>, tensor<4x3xf32>)
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xbf16> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zero_rows = arith.constant dense<0.0> : tensor<4xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xbf16>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xbf16>
  %e = tensor.empty() : tensor<4x3xf32>
  %narrow = arith.truncf %w : tensor<4x3xf32> to tensor<4x3xbf16>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %narrow : tensor<8x3xbf16>, tensor<4x3xbf16>) outs(%zeros : tensor<8x4xbf16>) -> tensor<8x4xbf16>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xbf16>) outs(%zero : tensor<f32>) {
  ^bb0(%a: bf16, %sum: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xbf16>, tensor<8x3xbf16>) outs(%zeros_g : tensor<4x3xbf16>) -> tensor<4x3xbf16>
  %norms = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<4x3xbf16>) outs(%zero_rows : tensor<4xf32>) {
  ^bb0(%a: bf16, %sum: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %unit = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%g, %norms : tensor<4x3xbf16>, tensor<4xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%a: bf16, %n: f32, %unused: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = math.sqrt %n : f32
    %2 = arith.divf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%unit, %g : tensor<4x3xf32>, tensor<4x3xbf16>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %raw: f32):
    %0 = arith.addf %d, %raw : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4x3xf32>
}

// -----

// Amaxes are combined into one. Random bits differ between micro-batches, and
// so do the names of quantized tensors.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[a-z0-9]+}}: tensor<4x2xf32> {fp8.name = "fp8.forward.history"
// CHECK: %[[QW:.*]]:2 = fp8.quantize {{.*}} {fp8.name = "w"}
// CHECK: %[[Q0:.*]]:2 = fp8.quantize {{.*}} rounding<stochastic> stream 5 use 16 {{.*}} {fp8.name = "x"}
// CHECK-NOT: {fp8.name = "w"}
// CHECK: %[[Q1:.*]]:2 = fp8.quantize {{.*}} rounding<stochastic> stream 5 use 17 {{.*}} {fp8.name = "x.microbatch1"}
// CHECK: %[[MAX:.*]] = arith.maximumf %[[Q0]]#1, %[[Q1]]#1 : tensor<f32>
// CHECK: %[[PACKED:.*]] = tensor.insert_slice %[[QW]]#1 into %{{.*}}[0] [1] [1]
// CHECK: %[[ALL:.*]] = tensor.insert_slice %[[MAX]] into %[[PACKED]][1] [1] [1]
// CHECK: fp8.update_scales %{{.*}}, %[[ALL]], %{{.*}} for e4m3
// CHECK-NOT: fp8.update_scales
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %h: tensor<4x2xf32> {fp8.name = "fp8.forward.history", fp8.state = #fp8.state<history>},
                %s: tensor<2xf32> {fp8.name = "fp8.forward.scales", fp8.state = #fp8.state<scale>},
                %x: tensor<8x3xf32> {fp8.name = "x"}, %seed: i32 {fp8.name = "seed"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<4x2xf32> {fp8.name = "fp8.forward.history", fp8.updates = "fp8.forward.history"},
        tensor<2xf32> {fp8.name = "fp8.forward.scales", fp8.updates = "fp8.forward.scales"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %sw = tensor.extract_slice %s[0] [1] [1] : tensor<2xf32> to tensor<f32>
  %sx = tensor.extract_slice %s[1] [1] [1] : tensor<2xf32> to tensor<f32>
  %iw = arith.divf %one, %sw : tensor<f32>
  %ix = arith.divf %one, %sx : tensor<f32>
  %cw = tensor.empty() : tensor<4x3xf8E4M3FN>
  %cx = tensor.empty() : tensor<8x3xf8E4M3FN>
  %qw, %wmax = fp8.quantize %w by %sw with_amax outs(%cw, %zero : tensor<4x3xf8E4M3FN>, tensor<f32>) {fp8.name = "w"} : tensor<4x3xf32>, tensor<f32>
  %qx, %xmax = fp8.quantize %x by %sx rounding<stochastic> stream 5 seed %seed step %seed with_amax outs(%cx, %zero : tensor<8x3xf8E4M3FN>, tensor<f32>) {fp8.name = "x"} : tensor<8x3xf32>, tensor<f32>
  %y = fp8.contract [#mk, #nk, #mn] %qx by %ix, %qw by %iw outs(%zeros : tensor<8x4xf32>) : tensor<8x3xf8E4M3FN> by tensor<f32>, tensor<4x3xf8E4M3FN> by tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = fp8.contract [#km, #kn, #mn] %y, %qx by %ix outs(%zeros_g : tensor<4x3xf32>) : tensor<8x4xf32>, tensor<8x3xf8E4M3FN> by tensor<f32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %e = tensor.empty() : tensor<2xf32>
  %p0 = tensor.insert_slice %wmax into %e[0] [1] [1] : tensor<f32> into tensor<2xf32>
  %p1 = tensor.insert_slice %xmax into %p0[1] [1] [1] : tensor<f32> into tensor<2xf32>
  %nh, %ns, %bad = fp8.update_scales %h, %p1, %s for e4m3 : tensor<4x2xf32>, tensor<2xf32>
  return %loss, %new, %nh, %ns : tensor<f32>, tensor<4x3xf32>, tensor<4x2xf32>, tensor<2xf32>
}

// -----

// One op computes linear and nonlinear functions of a gradient: it runs once,
// on the mean, whichever result is read first.

#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G0:.*]] = linalg.contract
// CHECK-NOT: math.sqrt
// CHECK: %[[G1:.*]] = linalg.contract
// CHECK: %[[SUM:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<3x4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]]
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[MEAN]] : tensor<3x4xf32>)
// CHECK-NOT: linalg.generic {{.*}} -> (tensor<3x4xf32>, tensor<3x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[BOTH]]#0, %[[BOTH]]#1
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %y : tensor<8x3xf32>, tensor<8x4xf32>) outs(%zeros_g : tensor<3x4xf32>) -> tensor<3x4xf32>
  %both:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%g : tensor<3x4xf32>) outs(%e, %e : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: f32, %unused: f32, %unused2: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %a, %half : f32
    %1 = math.absf %a : f32
    %2 = math.sqrt %1 : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %new = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %both#0, %both#1 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %unused: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x4xf32>
  return %loss, %new : tensor<f32>, tensor<3x4xf32>
}

// -----

// The other order.

#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G0:.*]] = linalg.contract
// CHECK-NOT: math.sqrt
// CHECK: %[[G1:.*]] = linalg.contract
// CHECK: %[[SUM:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<3x4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]]
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[MEAN]] : tensor<3x4xf32>)
// CHECK-NOT: linalg.generic {{.*}} -> (tensor<3x4xf32>, tensor<3x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[BOTH]]#1, %[[BOTH]]#0
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %y : tensor<8x3xf32>, tensor<8x4xf32>) outs(%zeros_g : tensor<3x4xf32>) -> tensor<3x4xf32>
  %both:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%g : tensor<3x4xf32>) outs(%e, %e : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: f32, %unused: f32, %unused2: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %a, %half : f32
    %1 = math.absf %a : f32
    %2 = math.sqrt %1 : f32
    linalg.yield %0, %2 : f32, f32
  } -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %new = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %both#1, %both#0 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %unused: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x4xf32>
  return %loss, %new : tensor<f32>, tensor<3x4xf32>
}
