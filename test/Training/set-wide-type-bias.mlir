// RUN: fp8-opt %s --fp8-set-wide-type --split-input-file | FileCheck %s

// A bias that is added to a matmul with a weight is rounded to bf16. The sum of the matmul
// and the bias is made in f32 and rounded once. The bias may be repeated for each row, and
// the result may be reshaped before the addition.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#vector = affine_map<(i, j, l) -> (l)>
#row = affine_map<(i, j) -> (j)>
#first = affine_map<(i, j) -> (0, j)>
#ij = affine_map<(i, j) -> (i, j)>
#ijl = affine_map<(i, j, l) -> (i, j, l)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<3x4xf32>
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<4xf32>
// CHECK-DAG: %[[NW:.*]] = arith.truncf %[[W]]
// CHECK-DAG: %[[NB:.*]] = arith.truncf %[[B]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-DAG: %[[WB:.*]] = arith.extf %[[NB]] : tensor<4xbf16> to tensor<4xf32>
// CHECK-DAG: %[[NC:.*]] = arith.truncf %[[C]] : tensor<4xf32> to tensor<4xbf16>
// CHECK-DAG: %[[WC:.*]] = arith.extf %[[NC]] : tensor<4xbf16> to tensor<4xf32>
// CHECK: %[[Y:.*]] = fp8.contract {{.*}} %{{.*}}, %[[NW]] bias %[[WB]] outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %[[Y]] {{.*}} : tensor<8x4xbf16> into tensor<2x4x4xbf16>
// CHECK: arith.extf %[[SPLIT]]
// CHECK: %[[Z:.*]] = fp8.contract {{.*}} bias %[[WC]] outs(%{{.*}} : tensor<8x4xbf16>)
// CHECK: %[[WZ:.*]] = arith.extf %[[Z]] : tensor<8x4xbf16> to tensor<8x4xf32>
// CHECK: math.tanh %[[WZ]]
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %c: tensor<4xf32> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"}) -> (tensor<2x4x4xf32>, tensor<8x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<2x4x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %split = tensor.expand_shape %y [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
  %sum = linalg.generic {indexing_maps = [#vector, #ijl, #ijl], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b, %split : tensor<4xf32>, tensor<2x4x4xf32>) outs(%e : tensor<2x4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<2x4x4xf32>
  %r = math.tanh %sum : tensor<2x4x4xf32>
  %z = fp8.contract [#mk, #kn, #mn] %x, %w outs(%zeros : tensor<8x4xf32>) : tensor<8x3xf32>, tensor<3x4xf32>
  %c_row = tensor.expand_shape %c [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %c_rows = linalg.generic {indexing_maps = [#first, #ij], iterator_types = ["parallel", "parallel"]} ins(%c_row : tensor<1x4xf32>) outs(%zeros : tensor<8x4xf32>) {
  ^bb0(%p: f32, %unused: f32):
    linalg.yield %p : f32
  } -> tensor<8x4xf32>
  %sum_z = arith.addf %z, %c_rows : tensor<8x4xf32>
  %s = math.tanh %sum_z : tensor<8x4xf32>
  return %r, %s : tensor<2x4x4xf32>, tensor<8x4xf32>
}

// -----

// Codes with one scale each.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @step(
// CHECK: %[[NB:.*]] = arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: %[[WB:.*]] = arith.extf %[[NB]]
// CHECK: fp8.contract {{.*}} by %{{.*}}, %{{.*}} by %{{.*}} bias %[[WB]] outs(%{{.*}} : tensor<8x4xbf16>)
func.func @step(%w: tensor<3x4xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, %s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<param>},
                %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf8E4M3FN> {fp8.name = "x"}) -> tensor<8x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %y = fp8.contract [#mk, #kn, #mn] %x by %s, %w by %s outs(%zeros : tensor<8x4xf32>) : tensor<8x3xf8E4M3FN> by tensor<f32>, tensor<3x4xf8E4M3FN> by tensor<f32>
  %sum = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %b : tensor<8x4xf32>, tensor<4xf32>) outs(%zeros : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %r = math.tanh %sum : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Additions that stay: of a constant, of a bias per row, of data, to a result that is also
// read elsewhere, to a matmul of data by data, and a sum that only the caller reads. The
// matmul is rounded.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#column = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @step(
// CHECK-COUNT-6: fp8.contract [{{[^]]*}}] %{{[0-9a-z]+}}, %{{[0-9a-z]+}} outs({{.*}}xbf16>)
func.func @step(
    %w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
    %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
    %x: tensor<4x4xf32> {fp8.name = "x"}, %d: tensor<4xf32> {fp8.name = "d"})
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %constant = arith.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf32>
  %y0 = fp8.contract [#mk, #kn, #mn] %x, %w outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s0 = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y0, %constant : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %r0 = math.tanh %s0 : tensor<4x4xf32>
  %y1 = fp8.contract [#mk, #kn, #mn] %r0, %w outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s1 = linalg.generic {indexing_maps = [#ij, #column, #ij], iterator_types = ["parallel", "parallel"]} ins(%y1, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %r1 = math.tanh %s1 : tensor<4x4xf32>
  %y2 = fp8.contract [#mk, #kn, #mn] %r1, %w outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s2 = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y2, %d : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %r2 = math.tanh %s2 : tensor<4x4xf32>
  %y3 = fp8.contract [#mk, #kn, #mn] %r2, %w outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s3 = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y3, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %r3 = arith.mulf %s3, %y3 : tensor<4x4xf32>
  %y4 = fp8.contract [#mk, #kn, #mn] %r3, %w outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s4 = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y4, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %y5 = fp8.contract [#mk, #kn, #mn] %x, %r3 outs(%zeros : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %s5 = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y5, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %r5 = math.tanh %s5 : tensor<4x4xf32>
  return %r0, %r1, %r2, %r3, %s4, %r5 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

// A sum that starts with -0 keeps its f32 init, so no bias is added to it.
// CHECK-LABEL: func.func @step(
// CHECK: fp8.contract {{.*}} outs(%{{.*}} : tensor<8x4xf32>)
// CHECK-NOT: bias
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"}) -> tensor<8x4xf32> {
  %zeros = arith.constant dense<-0.0> : tensor<8x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %b : tensor<8x4xf32>, tensor<4xf32>) outs(%zeros : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %r = math.tanh %s : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
