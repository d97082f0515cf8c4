// RUN: fp8-opt %s --fp8-set-wide-type --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-set-wide-type=type=f32 --split-input-file | FileCheck %s --check-prefix=KEPT
// RUN: not fp8-opt %s --fp8-set-wide-type=type=f16 --split-input-file 2>&1 | FileCheck %s --check-prefix=TYPE
// KEPT-NOT: bf16
// TYPE: for the --type option: unsupported 'f16'; supported are f32, bf16

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>

// Two matmuls with a norm by row in between. The matmul's result, the operand
// of the next matmul and the data are stored in bf16. Sums and their
// operands, the loss and the gradient of an update stay in f32.

// CHECK: module attributes {fp8.done = ["fp8-set-wide-type"]}
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<2x4xf32>
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x3xf32> {fp8.name = "x"}
// CHECK-DAG: %[[NX:.*]] = arith.truncf %[[X]] : tensor<8x3xf32> to tensor<8x3xbf16>
// CHECK-DAG: %[[NW:.*]] = arith.truncf %[[W]] : tensor<4x3xf32> to tensor<4x3xbf16>
// CHECK-DAG: %[[NV:.*]] = arith.truncf %[[V]] : tensor<2x4xf32> to tensor<2x4xbf16>
// CHECK: %[[Y:.*]] = fp8.contract {{.*}} %[[NX]], %[[NW]] outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK: %[[WY:.*]] = arith.extf %[[Y]] : tensor<8x4xbf16> to tensor<8x4xf32>
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[WY]] : tensor<8x4xf32>)
// CHECK-SAME: outs({{.*}} : tensor<8xf32>)
// CHECK: %[[CENTRED:.*]] = linalg.generic {{.*}} ins(%[[WY]], %[[SUMS]] : tensor<8x4xf32>, tensor<8xf32>)
// CHECK: %[[SQUARES:.*]] = linalg.generic {{.*}} ins(%[[CENTRED]] : tensor<8x4xf32>)
// CHECK: %[[NORMED:.*]] = linalg.generic {{.*}} ins(%[[CENTRED]], %[[SQUARES]] : tensor<8x4xf32>, tensor<8xf32>)
// CHECK: %[[NN:.*]] = arith.truncf %[[NORMED]] : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK: %[[Z:.*]] = fp8.contract {{.*}} %[[NN]], %[[NV]] outs(%{{.*}} : tensor<8x2xbf16>)
// CHECK: %[[WZ:.*]] = arith.extf %[[Z]]
// CHECK: %[[LOSS:.*]] = linalg.generic {{.*}} ins(%[[WZ]]
// CHECK: %[[G:.*]] = fp8.contract {{.*}} %[[Z]], %[[NN]] outs(%{{.*}} : tensor<2x4xf32>)
// CHECK: fp8.update states(%[[V]] : {{.*}}) inputs(%[[G]] : tensor<2x4xf32>)
// CHECK: return %[[LOSS]]
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %v: tensor<2x4xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<2x4xf32> {fp8.name = "v", fp8.updates = "v"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_rows = arith.constant dense<0.0> : tensor<8xf32>
  %zeros_z = arith.constant dense<0.0> : tensor<8x2xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<2x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %sums = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero_rows : tensor<8xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %centred = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %sums : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %unused: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %squares = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%centred : tensor<8x4xf32>) outs(%zero_rows : tensor<8xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %normed = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%centred, %squares : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %unused: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %z = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%normed, %v : tensor<8x4xf32>, tensor<2x4xf32>) outs(%zeros_z : tensor<8x2xf32>) -> tensor<8x2xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%z : tensor<8x2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%z, %normed : tensor<8x2xf32>, tensor<8x4xf32>) outs(%zeros_g : tensor<2x4xf32>) -> tensor<2x4xf32>
  %new = fp8.update states(%v : tensor<2x4xf32>) inputs(%g : tensor<2x4xf32>) outs(%v : tensor<2x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<2x4xf32>
}

// -----

// A value that an amax and a cast read is stored in bf16, and its layout changes
// act on bf16. A value that is cast by an existing scale is rounded once. A sum
// to which a matmul is added has no zeros as init: it is rounded afterwards.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[H:.*]] = math.tanh
// CHECK: %[[NH:.*]] = arith.truncf %[[H]] : tensor<8x3xf32> to tensor<8x3xbf16>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[NH]] : tensor<8x3xbf16>) outs(%{{.*}} : tensor<3x8xbf16>)
// CHECK: fp8.amax %[[NH]] {{.*}} : tensor<8x3xbf16>
// CHECK: fp8.quantize %[[NH]] {{.*}} {fp8.allow = ["saturating-chain"]} : tensor<8x3xbf16>
// CHECK: %[[Y:.*]] = fp8.contract {{.*}} outs(%{{.*}} : tensor<8x4xbf16>) {fp8.class = "fwd"}
// CHECK: %[[S:.*]] = math.exp
// CHECK-NOT: truncf %[[S]]
// CHECK: fp8.quantize %[[S]] by %{{.*}} : tensor<8x4xf32>
// CHECK: %[[P:.*]] = fp8.contract {{.*}} outs(%{{.*}} : tensor<3x4xf32>)
// CHECK: arith.truncf %[[P]] : tensor<3x4xf32> to tensor<3x4xbf16>
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %scale: tensor<f32> {fp8.name = "scale"}, %c: tensor<3x4xf32> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<3x8xf32>
  %codes0 = tensor.empty() : tensor<8x3xf8E4M3FN>
  %codes1 = tensor.empty() : tensor<4x3xf8E4M3FN>
  %codes2 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %h = math.tanh %x : tensor<8x3xf32>
  %ht = linalg.transpose ins(%h : tensor<8x3xf32>) outs(%e : tensor<3x8xf32>) permutation = [1, 0]
  %amax = fp8.amax %h outs(%zero : tensor<f32>) : tensor<8x3xf32>
  %s, %si = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %q = fp8.quantize %h by %s outs(%codes0 : tensor<8x3xf8E4M3FN>) : tensor<8x3xf32>, tensor<f32>
  %qw = fp8.quantize %w by %scale outs(%codes1 : tensor<4x3xf8E4M3FN>) : tensor<4x3xf32>, tensor<f32>
  %y = fp8.contract [#mk, #nk, #mn] %q by %si, %qw by %scale outs(%zeros : tensor<8x4xf32>) {fp8.class = "fwd"} : tensor<8x3xf8E4M3FN> by tensor<f32>, tensor<4x3xf8E4M3FN> by tensor<f32>
  %r = math.exp %y : tensor<8x4xf32>
  %qr = fp8.quantize %r by %scale outs(%codes2 : tensor<8x4xf8E4M3FN>) : tensor<8x4xf32>, tensor<f32>
  %p = fp8.contract [#mk, #kn, #mn] %ht, %qr by %scale outs(%c : tensor<3x4xf32>) {fp8.class = "fwd"} : tensor<3x8xf32>, tensor<8x4xf8E4M3FN> by tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%p : tensor<3x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %loss, %w : tensor<f32>, tensor<4x3xf32>
}

// -----

// A matmul with a bias stays and has the same operands as others: there is
// one matmul of %y.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x4xf32>
// CHECK: %[[NW:.*]] = arith.truncf %[[W]]
// CHECK: %[[Y:.*]] = fp8.contract {{.*}} %{{.*}}, %[[NW]] outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[Y]]
// CHECK-NEXT: %[[Z:.*]] = fp8.contract {{.*}} %[[Y]], %[[NW]] bias %{{.*}} outs(%{{.*}} : tensor<8x4xf32>)
// CHECK-NEXT: %[[U:.*]] = fp8.contract {{.*}} %[[Y]], %[[NW]] outs(%[[WIDE]] : tensor<8x4xf32>)
// CHECK-NEXT: return %[[Z]], %[[U]]
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %x: tensor<8x4xf32> {fp8.name = "x"}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %y = fp8.contract [#mk, #kn, #mn] %x, %w outs(%zeros : tensor<8x4xf32>) : tensor<8x4xf32>, tensor<4x4xf32>
  %z = fp8.contract [#mk, #kn, #mn] %y, %w bias %b outs(%zeros : tensor<8x4xf32>) : tensor<8x4xf32>, tensor<4x4xf32> bias tensor<4xf32>
  %u = fp8.contract [#mk, #kn, #mn] %y, %w outs(%y : tensor<8x4xf32>) : tensor<8x4xf32>, tensor<4x4xf32>
  return %z, %u : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A weight that is used twice: the gradient's parts are added in f32, in a
// scatter and elementwise, and scaled.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK: fp8.contract {{.*}} outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK: %[[G:.*]] = fp8.contract {{.*}} outs(%{{.*}} : tensor<4x3xf32>)
// CHECK-NEXT: %[[H:.*]] = fp8.contract {{.*}} outs(%{{.*}} : tensor<4x3xf32>)
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[G]], %[[H]] : tensor<4x3xf32>
// CHECK-NEXT: %[[ALL:.*]] = fp8.scatter_add {{.*}} outs(%[[TWICE]] : tensor<4x3xf32>)
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[ALL]]
// CHECK-NEXT: fp8.update {{.*}} inputs(%[[SCALED]] : tensor<4x3xf32>)
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"}, %ids: tensor<8x1xi32> {fp8.name = "ids"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %factor = arith.constant dense<0.125> : tensor<4x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %h = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %twice = arith.addf %g, %h : tensor<4x3xf32>
  %all = fp8.scatter_add %x at %ids outs(%twice : tensor<4x3xf32>) : tensor<8x3xf32>, tensor<8x1xi32>
  %scaled = arith.mulf %all, %factor : tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%scaled : tensor<4x3xf32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4x3xf32>
}

// -----

// Nothing of f32 to round: products of f64 and f16 stay in their ops.

// CHECK-LABEL: func.func @step(
// CHECK: linalg.matmul {{.*}} -> tensor<8x4xf64>
// CHECK-NEXT: linalg.matmul {{.*}} -> tensor<8x4xf16>
func.func @step(%w: tensor<3x4xf64> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<3x4xf16> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf64> {fp8.name = "x"}, %u: tensor<8x3xf16> {fp8.name = "u"}) -> (tensor<8x4xf64>, tensor<8x4xf16>) {
  %zeros = arith.constant dense<0.0> : tensor<8x4xf64>
  %zeros16 = arith.constant dense<0.0> : tensor<8x4xf16>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf64>, tensor<3x4xf64>) outs(%zeros : tensor<8x4xf64>) -> tensor<8x4xf64>
  %z = linalg.matmul ins(%u, %v : tensor<8x3xf16>, tensor<3x4xf16>) outs(%zeros16 : tensor<8x4xf16>) -> tensor<8x4xf16>
  return %y, %z : tensor<8x4xf64>, tensor<8x4xf16>
}

// -----

// A sum over a dimension of one operand alone is no product.

// CHECK-LABEL: func.func @step(
// CHECK-NOT: fp8.contract
// CHECK: linalg.generic
// CHECK: return
func.func @step(%w: tensor<3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<3xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x, %w : tensor<8x3xf32>, tensor<3xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  %1 = fp8.update states(%w : tensor<3xf32>) outs(%w : tensor<3xf32>) {
  ^bb0(%state: f32):
    fp8.yield %state : f32
  }
  return %0, %1 : tensor<f32>, tensor<3xf32>
}
