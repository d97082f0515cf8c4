// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s

// Kernels without a bucket do not change.

// Each is the only one of its kind.

// CHECK-LABEL: @negative_different_bodies(
// CHECK-NOT: bucket
func.func @negative_different_bodies(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"}, %g0: tensor<4x8xf32>, %g1: tensor<4x6xf32>)
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %out: tensor<4x8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1, %g1 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %b: tensor<4x6xf32>, %out: tensor<4x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x6xf32>, tensor<4x6xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}

// -----

// A gradient that is walked in another order.

// CHECK-LABEL: @negative_transposed(
// CHECK-NOT: bucket
func.func @negative_transposed(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"}, %g0: tensor<8x4xf32>, %g1: tensor<6x4xf32>)
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g0 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %out: tensor<4x8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1, %g1 : tensor<4x6xf32>, tensor<6x4xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %b: tensor<6x4xf32>, %out: tensor<4x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x6xf32>, tensor<6x4xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}

// -----

// One element per row is neither a scalar nor one per point.

// CHECK-LABEL: @negative_row_of_scales(
// CHECK-NOT: bucket
func.func @negative_row_of_scales(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"}, %g0: tensor<4xf32>, %g1: tensor<4xf32>)
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g0 : tensor<4x8xf32>, tensor<4xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %out: tensor<4x8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x8xf32>, tensor<4xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1, %g1 : tensor<4x6xf32>, tensor<4xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %b: tensor<4xf32>, %out: tensor<4x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x6xf32>, tensor<4xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}

// -----

// Elements wait for the sum of all of them.

// CHECK-LABEL: @negative_waits_for_total(
// CHECK-NOT: bucket
func.func @negative_waits_for_total(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<6xf32> {fp8.name = "w1"})
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<8xf32>
  %new0 = fp8.kernel "normalize" ins(%w0 : tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %zero = arith.constant dense<0.0> : tensor<f32>
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<8xf32>) outs(%zero : tensor<f32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %sum : tensor<8xf32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.divf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e1 = tensor.empty() : tensor<6xf32>
  %new1 = fp8.kernel "normalize" ins(%w1 : tensor<6xf32>) outs(%e1 : tensor<6xf32>) {
  ^bb0(%a: tensor<6xf32>, %out: tensor<6xf32>):
    %zero = arith.constant dense<0.0> : tensor<f32>
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<6xf32>) outs(%zero : tensor<f32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %sum : tensor<6xf32>, tensor<f32>) outs(%out : tensor<6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.divf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<6xf32>
    fp8.kernel_yield %r : tensor<6xf32>
  }
  return %new0, %new1 : tensor<8xf32>, tensor<6xf32>
}

// -----

// The position is that in its own tensor.

// CHECK-LABEL: @negative_index(
// CHECK-NOT: bucket
func.func @negative_index(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"})
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0 : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %out: tensor<4x8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %k = linalg.index 1 : index
      %l = arith.index_cast %k : index to i32
      %f = arith.sitofp %l : i32 to f32
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1 : tensor<4x6xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %out: tensor<4x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x6xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %o: f32):
      %k = linalg.index 1 : index
      %l = arith.index_cast %k : index to i32
      %f = arith.sitofp %l : i32 to f32
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}

// -----

// Elements from elsewhere.

// CHECK-LABEL: @negative_gather(
// CHECK-NOT: bucket
func.func @negative_gather(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"})
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0 : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %out: tensor<4x8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %c0 = arith.constant 0 : index
      %f = tensor.extract %a[%c0, %c0] : tensor<4x8xf32>
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1 : tensor<4x6xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %out: tensor<4x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x6xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %o: f32):
      %c0 = arith.constant 0 : index
      %f = tensor.extract %a[%c0, %c0] : tensor<4x6xf32>
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}

// -----

// No state is made.

// CHECK-LABEL: @negative_no_state(
// CHECK-NOT: bucket
func.func @negative_no_state(%w0: tensor<8xf32>, %w1: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %new1 = fp8.kernel "update" ins(%w1, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new0, %new1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A result has a reader that comes before one of the old value.

// CHECK-LABEL: @negative_read_before(
// CHECK-NOT: bucket
func.func @negative_read_before(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %g: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %new1 = fp8.kernel "update" ins(%w1, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %read = fp8.kernel "reader" ins(%new1, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.mulf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %z = fp8.kernel "late" ins(%w1, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new0, %new1, %read, %z : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
