// RUN: fp8-opt %s --split-input-file --fp8-assign-storage="preset=fp8-split16 policy=current" --canonicalize --cse | FileCheck %s

// A weight that is quantized with one scale of its own amax: contractions
// read the stored codes and scale, without a quantize. A transposed reader
// and a sliced reader decode them.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^:]*]]: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x8xf8E4M3FN>
// CHECK-SAME: %[[S:[^:]*]]: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale_inv"
// CHECK: %[[D:.*]] = fp8.dequantize %[[W]] by %[[S]]
// CHECK-NOT: fp8.amax %[[D]]
// CHECK: fp8.contract {{.*}} %[[X]] by %{{[^,]*}}, %[[W]] by %[[S]] outs
// CHECK: fp8.contract {{.*}} %{{[^,]*}} by %{{[^,]*}}, %[[W]] by %[[S]] outs
// CHECK: linalg.transpose ins(%[[D]] : tensor<8x16xf32>)
// CHECK: tensor.extract_slice %[[D]]
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf8E4M3FN>, %sx: tensor<f32>, %g: tensor<8x16xf32>, %dy: tensor<4x16xf8E5M2>, %sd: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<4x16xf32>, tensor<4x8xf32>, tensor<16x8xf32>, tensor<2x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %zx = arith.constant dense<0.0> : tensor<4x8xf32>
  %amax = fp8.amax %w outs(%zero : tensor<f32>) : tensor<8x16xf32>
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %e = tensor.empty() : tensor<8x16xf8E4M3FN>
  %q = fp8.quantize %w by %scale outs(%e : tensor<8x16xf8E4M3FN>) : tensor<8x16xf32>, tensor<f32>
  %y = fp8.contract [#mk, #kn, #mn] %x by %sx, %q by %inverse outs(%zy : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
  %dx = fp8.contract [#mk, #nk, #mn] %dy by %sd, %q by %inverse outs(%zx : tensor<4x8xf32>) : tensor<4x16xf8E5M2> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
  %et = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x16xf32>) outs(%et : tensor<16x8xf32>) permutation = [1, 0]
  %slice = tensor.extract_slice %w[2, 0] [2, 16] [1, 1] : tensor<8x16xf32> to tensor<2x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y, %dx, %t, %slice : tensor<8x16xf32>, tensor<4x16xf32>, tensor<4x8xf32>, tensor<16x8xf32>, tensor<2x16xf32>
}

// -----

// A tensor that is quantized with the scale of an earlier step, or in rows,
// is quantized from the full stored value, so that it is rounded once. So is
// a reader of the new value.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^:]*]]: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: %[[S:[^:]*]]: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale_inv"
// CHECK: %[[D:.*]]:4 = fp8.update states(%[[W]], %{{[^ ]*}} : {{.*}} scales(%[[S]],
// CHECK-SAME: copies = [<format = f32>]
// CHECK: %[[Q:.*]] = fp8.quantize %[[D]]#2 by
// CHECK: fp8.contract {{.*}}, %[[Q]] by
// CHECK: fp8.quantize %[[D]]#2 granularity<row>
// CHECK: %{{.*}}, %[[NS:.*]] = fp8.compute_scale
// CHECK: %[[N:.*]]:3 = fp8.update states({{.*}} storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split16, compute = full, stream = 0>]
// CHECK: %[[ND:.*]]:4 = fp8.update states(%[[N]]#0, %[[N]]#1 : {{.*}} scales(%[[NS]],
// CHECK: math.absf %[[ND]]#2
// CHECK: return %[[N]]#0,
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf8E4M3FN>, %sx: tensor<f32>, %g: tensor<8x16xf32>, %scale: tensor<f32>, %inverse: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<4x16xf32>, tensor<8x16xf32>, tensor<8x16xf8E5M2>, tensor<8xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %e = tensor.empty() : tensor<8x16xf8E4M3FN>
  %q = fp8.quantize %w by %scale outs(%e : tensor<8x16xf8E4M3FN>) : tensor<8x16xf32>, tensor<f32>
  %y = fp8.contract [#mk, #kn, #mn] %x by %sx, %q by %inverse outs(%zy : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
  %e5 = tensor.empty() : tensor<8x16xf8E5M2>
  %es = tensor.empty() : tensor<8xf32>
  %q5:2 = fp8.quantize %w granularity<row> outs(%e5, %es : tensor<8x16xf8E5M2>, tensor<8xf32>) : tensor<8x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %size = math.absf %n : tensor<8x16xf32>
  return %n, %y, %size, %q5#0, %q5#1 : tensor<8x16xf32>, tensor<4x16xf32>, tensor<8x16xf32>, tensor<8x16xf8E5M2>, tensor<8xf32>
}

// -----

// A skipped step leaves the scale as it was. Every function of the signature of
// the step has the same planes.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SKIP:[^:]*]]: i1
// CHECK-SAME: %[[S:[^:]*]]: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale_inv"
// CHECK: %[[SCALE:.*]], %[[NS:.*]] = fp8.compute_scale
// CHECK: fp8.update states({{.*}}) skip %[[SKIP]] seed %{{.*}} step %{{.*}} storage
// CHECK: %[[T:.*]] = tensor.from_elements %[[SKIP]] : tensor<i1>
// CHECK: %[[KEPT:.*]] = arith.select %[[T]], %[[S]], %[[NS]]
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[KEPT]]
// CHECK-LABEL: func.func @pack(
// CHECK-LABEL: func.func @unpack(
// CHECK-LABEL: func.func @step0(
// CHECK-SAME: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: tensor<8x16xi16> {fp8.name = "w.residual"
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %skip: i1) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) skip %skip outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %skip: i1) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<1.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) skip %skip outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// Two updates of one parameter, as in LAMB: the moment belongs to the weight
// whose update reads it, and the second update reads its stored value.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x16xf8E4M3FN> {fp8.name = "m"
// CHECK: %[[M:.*]]:2 = fp8.update states({{.*}} storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1073741824>]
// CHECK: %[[WIDE:.*]] = fp8.dequantize %[[M]]#0 by %[[M]]#1 granularity<group 128>
// CHECK: fp8.update states({{.*}} inputs(%[[WIDE]] :
// CHECK: return %{{.*}}, %[[M]]#0,
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<8x16xf32> {fp8.name = "m", fp8.updates = "m"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %m1 = fp8.update states(%m : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%m : tensor<8x16xf32>) {
  ^bb0(%a: f32, %d: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %half, %a : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  %w1 = fp8.update states(%w : tensor<8x16xf32>) inputs(%m1 : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %w1, %m1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// A weight from @init is packed, too, with the amax of the whole tensor.

// CHECK-LABEL: func.func @init(
// CHECK-SAME: -> (tensor<8x16xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, tensor<4xf32> {fp8.name = "other"}, tensor<8x16xi16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}, tensor<f32> {fp8.name = "w.scale_inv", fp8.state = #fp8.state<scale>})
// CHECK: %[[W:.*]] = fp8.init
// CHECK: %[[AMAX:.*]] = fp8.amax %[[W]]
// CHECK: %[[S:.*]], %[[I:.*]] = fp8.compute_scale %[[AMAX]]
// CHECK: %[[P:.*]]:3 = fp8.update states({{.*}} inputs(%[[W]] :
// CHECK: return %[[P]]#0, %{{[^,]*}}, %[[P]]#1, %[[I]] :
func.func @init(%seed: i32) -> (tensor<8x16xf32> {fp8.name = "w"}, tensor<4xf32> {fp8.name = "other"}) {
  %e = tensor.empty() : tensor<8x16xf32>
  %w = fp8.init normal parameters [0.0, 0.02] stream 0 seed %seed outs(%e : tensor<8x16xf32>)
  %other = arith.constant dense<1.0> : tensor<4xf32>
  return %w, %other : tensor<8x16xf32>, tensor<4xf32>
}
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %other: tensor<4xf32> {fp8.name = "other"}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %w1 = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %w1, %y : tensor<8x16xf32>, tensor<4x16xf32>
}
