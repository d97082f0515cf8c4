// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-simplify-accesses | FileCheck %s

// Matrices with scales per block that share no launch.

// Blocks of other shapes are other kinds: there is no bucket of one.

// CHECK-LABEL: @negative_shapes(
// CHECK-NOT: bucket
func.func @negative_shapes(%w0: tensor<5x9xf32> {fp8.name = "w0"}, %s0: tensor<2x2xf32> {fp8.name = "s0"}, %w1: tensor<7x9xf32> {fp8.name = "w1"}, %s1: tensor<2x3xf32> {fp8.name = "s1"}, %w2: tensor<6x10xf32> {fp8.name = "w2"}, %s2: tensor<3x2xf32> {fp8.name = "s2"})
    -> (tensor<5x9xf32> {fp8.updates = "w0"}, tensor<2x2xf32> {fp8.updates = "s0"}, tensor<7x9xf32> {fp8.updates = "w1"}, tensor<2x3xf32> {fp8.updates = "s1"}, tensor<6x10xf32> {fp8.updates = "w2"}, tensor<3x2xf32> {fp8.updates = "s2"}) {
  %u0e = tensor.empty() : tensor<5x9xf32>
  %u0se = tensor.empty() : tensor<2x2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0 : tensor<5x9xf32>, tensor<2x2xf32>) outs(%u0e, %u0se : tensor<5x9xf32>, tensor<2x2xf32>) {
  ^bb0(%a: tensor<5x9xf32>, %b: tensor<2x2xf32>, %out0: tensor<5x9xf32>, %out1: tensor<2x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %e = tensor.empty() : tensor<5x9xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<5x9xf32>, tensor<2x2xf32>) outs(%e : tensor<5x9xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<5x9xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<5x9xf32>) outs(%init : tensor<2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %t, %max : tensor<5x9xf32>, tensor<2x2xf32>
  }
  %u1e = tensor.empty() : tensor<7x9xf32>
  %u1se = tensor.empty() : tensor<2x3xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1 : tensor<7x9xf32>, tensor<2x3xf32>) outs(%u1e, %u1se : tensor<7x9xf32>, tensor<2x3xf32>) {
  ^bb0(%a: tensor<7x9xf32>, %b: tensor<2x3xf32>, %out0: tensor<7x9xf32>, %out1: tensor<2x3xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %e = tensor.empty() : tensor<7x9xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 4)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<7x9xf32>, tensor<2x3xf32>) outs(%e : tensor<7x9xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<7x9xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 4)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<7x9xf32>) outs(%init : tensor<2x3xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x3xf32>
    fp8.kernel_yield %t, %max : tensor<7x9xf32>, tensor<2x3xf32>
  }
  %u2e = tensor.empty() : tensor<6x10xf32>
  %u2se = tensor.empty() : tensor<3x2xf32>
  %u2:2 = fp8.kernel "update" ins(%w2, %s2 : tensor<6x10xf32>, tensor<3x2xf32>) outs(%u2e, %u2se : tensor<6x10xf32>, tensor<3x2xf32>) {
  ^bb0(%a: tensor<6x10xf32>, %b: tensor<3x2xf32>, %out0: tensor<6x10xf32>, %out1: tensor<3x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %e = tensor.empty() : tensor<6x10xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 2, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<6x10xf32>, tensor<3x2xf32>) outs(%e : tensor<6x10xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<6x10xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 2, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<6x10xf32>) outs(%init : tensor<3x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<3x2xf32>
    fp8.kernel_yield %t, %max : tensor<6x10xf32>, tensor<3x2xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1, %u2#0, %u2#1 : tensor<5x9xf32>, tensor<2x2xf32>, tensor<7x9xf32>, tensor<2x3xf32>, tensor<6x10xf32>, tensor<3x2xf32>
}

// -----

// The sum of a block has an order of its own.

// CHECK-LABEL: @negative_sums(
// CHECK-NOT: bucket
func.func @negative_sums(%w0: tensor<8x64xf32> {fp8.name = "w0"}, %s0: tensor<2x2xf32> {fp8.name = "s0"}, %w1: tensor<4x96xf32> {fp8.name = "w1"}, %s1: tensor<1x3xf32> {fp8.name = "s1"})
    -> (tensor<8x64xf32> {fp8.updates = "w0"}, tensor<2x2xf32> {fp8.updates = "s0"}, tensor<4x96xf32> {fp8.updates = "w1"}, tensor<1x3xf32> {fp8.updates = "s1"}) {
  %u0e = tensor.empty() : tensor<8x64xf32>
  %u0se = tensor.empty() : tensor<2x2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0 : tensor<8x64xf32>, tensor<2x2xf32>) outs(%u0e, %u0se : tensor<8x64xf32>, tensor<2x2xf32>) {
  ^bb0(%a: tensor<8x64xf32>, %b: tensor<2x2xf32>, %out0: tensor<8x64xf32>, %out1: tensor<2x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %e = tensor.empty() : tensor<8x64xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 32)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<8x64xf32>, tensor<2x2xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<8x64xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 32)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<8x64xf32>) outs(%init : tensor<2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.addf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %t, %max : tensor<8x64xf32>, tensor<2x2xf32>
  }
  %u1e = tensor.empty() : tensor<4x96xf32>
  %u1se = tensor.empty() : tensor<1x3xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1 : tensor<4x96xf32>, tensor<1x3xf32>) outs(%u1e, %u1se : tensor<4x96xf32>, tensor<1x3xf32>) {
  ^bb0(%a: tensor<4x96xf32>, %b: tensor<1x3xf32>, %out0: tensor<4x96xf32>, %out1: tensor<1x3xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1x3xf32>) -> tensor<1x3xf32>
    %e = tensor.empty() : tensor<4x96xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 32)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x96xf32>, tensor<1x3xf32>) outs(%e : tensor<4x96xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<4x96xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 32)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<4x96xf32>) outs(%init : tensor<1x3xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.addf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<1x3xf32>
    fp8.kernel_yield %t, %max : tensor<4x96xf32>, tensor<1x3xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1 : tensor<8x64xf32>, tensor<2x2xf32>, tensor<4x96xf32>, tensor<1x3xf32>
}

// -----

// The place of the element in a matrix of one row is no product any more when
// it was canonicalized.

// CHECK-LABEL: @negative_one_row(
// CHECK-NOT: bucket
func.func @negative_one_row(%w0: tensor<5x9xf32> {fp8.name = "w0"}, %s0: tensor<2x2xf32> {fp8.name = "s0"}, %w1: tensor<1x10xf32> {fp8.name = "w1"}, %s1: tensor<1x2xf32> {fp8.name = "s1"})
    -> (tensor<5x9xf32> {fp8.updates = "w0"}, tensor<2x2xf32> {fp8.updates = "s0"}, tensor<1x10xf32> {fp8.updates = "w1"}, tensor<1x2xf32> {fp8.updates = "s1"}) {
  %u0e = tensor.empty() : tensor<5x9xf32>
  %u0se = tensor.empty() : tensor<2x2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0 : tensor<5x9xf32>, tensor<2x2xf32>) outs(%u0e, %u0se : tensor<5x9xf32>, tensor<2x2xf32>) {
  ^bb0(%a: tensor<5x9xf32>, %b: tensor<2x2xf32>, %out0: tensor<5x9xf32>, %out1: tensor<2x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %e = tensor.empty() : tensor<5x9xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<5x9xf32>, tensor<2x2xf32>) outs(%e : tensor<5x9xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.constant 9 : index
      %r = arith.muli %i, %c : index
      %k = arith.addi %r, %j : index
      %k32 = arith.index_cast %k : index to i32
      %f = arith.sitofp %k32 : i32 to f32
      %mf = arith.addf %m, %f : f32
      linalg.yield %mf : f32
    } -> tensor<5x9xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<5x9xf32>) outs(%init : tensor<2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %t, %max : tensor<5x9xf32>, tensor<2x2xf32>
  }
  %u1e = tensor.empty() : tensor<1x10xf32>
  %u1se = tensor.empty() : tensor<1x2xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1 : tensor<1x10xf32>, tensor<1x2xf32>) outs(%u1e, %u1se : tensor<1x10xf32>, tensor<1x2xf32>) {
  ^bb0(%a: tensor<1x10xf32>, %b: tensor<1x2xf32>, %out0: tensor<1x10xf32>, %out1: tensor<1x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %e = tensor.empty() : tensor<1x10xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<1x10xf32>, tensor<1x2xf32>) outs(%e : tensor<1x10xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.constant 10 : index
      %r = arith.muli %i, %c : index
      %k = arith.addi %r, %j : index
      %k32 = arith.index_cast %k : index to i32
      %f = arith.sitofp %k32 : i32 to f32
      %mf = arith.addf %m, %f : f32
      linalg.yield %mf : f32
    } -> tensor<1x10xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<1x10xf32>) outs(%init : tensor<1x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<1x2xf32>
    fp8.kernel_yield %t, %max : tensor<1x10xf32>, tensor<1x2xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1 : tensor<5x9xf32>, tensor<2x2xf32>, tensor<1x10xf32>, tensor<1x2xf32>
}
