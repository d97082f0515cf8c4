// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates=max-bytes=64 | FileCheck %s --check-prefix=TWO
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates=max-bytes=63 | FileCheck %s --check-prefix=ONE

// A bucket keeps gradients alive until it runs: with 64 bytes two of the three.
// Arguments, such as the weights, are alive anyhow.

// CHECK-LABEL: @gradients(
// CHECK-COUNT-3: fp8.kernel "gradient"
// CHECK-COUNT-3: fp8.kernel "update" bucket 0
// TWO-LABEL: @gradients(
// TWO-COUNT-2: fp8.kernel "gradient"
// TWO-COUNT-2: fp8.kernel "update" bucket 0
// TWO: fp8.kernel "gradient"
// TWO: fp8.kernel "update" bucket 1
// ONE-LABEL: @gradients(
// ONE: fp8.kernel "gradient"
// ONE: fp8.kernel "update" bucket 0
// ONE: fp8.kernel "gradient"
// ONE: fp8.kernel "update" bucket 1
// ONE: fp8.kernel "gradient"
// ONE: fp8.kernel "update" bucket 2
func.func @gradients(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %w2: tensor<8xf32> {fp8.name = "w2"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}, tensor<8xf32> {fp8.updates = "w2"}) {
  %e = tensor.empty() : tensor<8xf32>
  %g0 = fp8.kernel "gradient" ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %new0 = fp8.kernel "update" ins(%w0, %g0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %g1 = fp8.kernel "gradient" ins(%g0, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %new1 = fp8.kernel "update" ins(%w1, %g1 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %g2 = fp8.kernel "gradient" ins(%g1, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %new2 = fp8.kernel "update" ins(%w2, %g2 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new0, %new1, %new2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// An update that reads the result of another update comes after it, in a
// separate bucket; views of results move along.

// CHECK-LABEL: @chain(
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %arg3
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %arg3
// CHECK: %[[VIEW:.*]] = tensor.expand_shape
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[VIEW]]
// CHECK: fp8.kernel "update" bucket 1 ins(%{{.*}}, %[[FLAT]]
func.func @chain(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %w2: tensor<8xf32> {fp8.name = "w2"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}, tensor<8xf32> {fp8.updates = "w2"}) {
  %e = tensor.empty() : tensor<8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %view = tensor.expand_shape %new0 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %new1 = fp8.kernel "update" ins(%w1, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %flat = tensor.collapse_shape %view [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %new2 = fp8.kernel "update" ins(%w2, %flat : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new0, %new1, %new2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
