// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-simplify-accesses | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels \
// RUN:   --canonicalize --fp8-results-to-arguments=update-in-place --canonicalize --fp8-emit-cpu | FileCheck %s --check-prefix=LAUNCH
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels \
// RUN:   --canonicalize --fp8-results-to-arguments=update-in-place --canonicalize --fp8-emit-gpu | FileCheck %s --check-prefix=GPU

// Matrices with scales per block of 4x8, for any rows and columns, which the
// function reads after its inputs. Sizes count whole blocks. The position of
// an element is its row times the length of rows, an operand.

// CHECK: #[[$BLOCKS:.*]] = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8)>
// CHECK-LABEL: @blocks(
// CHECK: %[[LENGTH0:.*]] = arith.constant dense<9> : tensor<i64>
// CHECK: fp8.kernel "update" bucket 0 ins(%arg0, %arg1, %[[LENGTH0]] : tensor<5x9xf32>, tensor<2x2xf32>, tensor<i64>) outs(%{{.*}}, %{{.*}} : tensor<5x9xf32>, tensor<2x2xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$BLOCKS]], #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]}
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$BLOCKS]]], iterator_types = ["reduction", "reduction"]}
// CHECK: fp8.kernel "update" bucket 0 ins(%arg2, %arg3, %{{.*}} : tensor<3x30xf32>, tensor<1x4xf32>, tensor<i64>)
// CHECK: fp8.kernel "update" bucket 0 ins(%arg4, %arg5, %{{.*}} : tensor<2x7xf32>, tensor<1x1xf32>, tensor<i64>)
// LAUNCH-DAG: memref.global "private" constant @extents_5x9 : memref<2xi64> = dense<[5, 9]>
// LAUNCH-DAG: memref.global "private" constant @extents_3x30 : memref<2xi64> = dense<[3, 30]>
// LAUNCH-DAG: memref.global "private" constant @extents_2x7 : memref<2xi64> = dense<[2, 7]>
// LAUNCH-LABEL: func.func @blocks(
// LAUNCH-NOT: fp8.launch
// LAUNCH: fp8.launch @update items 288 of [128, 128, 32] grain {{[0-9]+}} ins(%{{.*}} : memref<5x9xf32>, memref<2x2xf32>, memref<i64>, memref<2xi64>, memref<3x30xf32>,
// LAUNCH-NOT: fp8.launch
// LAUNCH: return
// GPU-LABEL: func.func @blocks(
// GPU: fp8.launch @kernels::@update items 288 of [128, 128, 32]
func.func @blocks(%w0: tensor<5x9xf32> {fp8.name = "w0"}, %s0: tensor<2x2xf32> {fp8.name = "s0"}, %w1: tensor<3x30xf32> {fp8.name = "w1"}, %s1: tensor<1x4xf32> {fp8.name = "s1"}, %w2: tensor<2x7xf32> {fp8.name = "w2"}, %s2: tensor<1x1xf32> {fp8.name = "s2"})
    -> (tensor<5x9xf32> {fp8.updates = "w0"}, tensor<2x2xf32> {fp8.updates = "s0"}, tensor<3x30xf32> {fp8.updates = "w1"}, tensor<1x4xf32> {fp8.updates = "s1"}, tensor<2x7xf32> {fp8.updates = "w2"}, tensor<1x1xf32> {fp8.updates = "s2"}) {
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
  %u1e = tensor.empty() : tensor<3x30xf32>
  %u1se = tensor.empty() : tensor<1x4xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1 : tensor<3x30xf32>, tensor<1x4xf32>) outs(%u1e, %u1se : tensor<3x30xf32>, tensor<1x4xf32>) {
  ^bb0(%a: tensor<3x30xf32>, %b: tensor<1x4xf32>, %out0: tensor<3x30xf32>, %out1: tensor<1x4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1x4xf32>) -> tensor<1x4xf32>
    %e = tensor.empty() : tensor<3x30xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<3x30xf32>, tensor<1x4xf32>) outs(%e : tensor<3x30xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.constant 30 : index
      %r = arith.muli %i, %c : index
      %k = arith.addi %r, %j : index
      %k32 = arith.index_cast %k : index to i32
      %f = arith.sitofp %k32 : i32 to f32
      %mf = arith.addf %m, %f : f32
      linalg.yield %mf : f32
    } -> tensor<3x30xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<3x30xf32>) outs(%init : tensor<1x4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<1x4xf32>
    fp8.kernel_yield %t, %max : tensor<3x30xf32>, tensor<1x4xf32>
  }
  %u2e = tensor.empty() : tensor<2x7xf32>
  %u2se = tensor.empty() : tensor<1x1xf32>
  %u2:2 = fp8.kernel "update" ins(%w2, %s2 : tensor<2x7xf32>, tensor<1x1xf32>) outs(%u2e, %u2se : tensor<2x7xf32>, tensor<1x1xf32>) {
  ^bb0(%a: tensor<2x7xf32>, %b: tensor<1x1xf32>, %out0: tensor<2x7xf32>, %out1: tensor<1x1xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %e = tensor.empty() : tensor<2x7xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<2x7xf32>, tensor<1x1xf32>) outs(%e : tensor<2x7xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.constant 7 : index
      %r = arith.muli %i, %c : index
      %k = arith.addi %r, %j : index
      %k32 = arith.index_cast %k : index to i32
      %f = arith.sitofp %k32 : i32 to f32
      %mf = arith.addf %m, %f : f32
      linalg.yield %mf : f32
    } -> tensor<2x7xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<2x7xf32>) outs(%init : tensor<1x1xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<1x1xf32>
    fp8.kernel_yield %t, %max : tensor<2x7xf32>, tensor<1x1xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1, %u2#0, %u2#1 : tensor<5x9xf32>, tensor<2x2xf32>, tensor<3x30xf32>, tensor<1x4xf32>, tensor<2x7xf32>, tensor<1x1xf32>
}

// -----

// Rows of a multiple of 16 elements are another kind than others, and so are
// matrices that blocks divide: their code is faster.

// CHECK-LABEL: @kinds(
// CHECK: bucket 0 ins(%arg0, %arg1 : tensor<5x9xf32>,
// CHECK: bucket 0 ins(%arg6, %arg7 : tensor<6x7xf32>,
// CHECK: bucket 1 ins(%arg2, %arg3 : tensor<5x16xf32>,
// CHECK: bucket 1 ins(%arg8, %arg9 : tensor<6x32xf32>,
// CHECK: bucket 2 ins(%arg4, %arg5 : tensor<8x16xf32>,
// CHECK: bucket 2 ins(%arg10, %arg11 : tensor<4x48xf32>,
// LAUNCH-LABEL: func.func @kinds(
// LAUNCH-COUNT-3: fp8.launch @update
// LAUNCH-NOT: fp8.launch
// LAUNCH: return
func.func @kinds(%w0: tensor<5x9xf32> {fp8.name = "w0"}, %s0: tensor<2x2xf32> {fp8.name = "s0"}, %w1: tensor<5x16xf32> {fp8.name = "w1"}, %s1: tensor<2x2xf32> {fp8.name = "s1"}, %w2: tensor<8x16xf32> {fp8.name = "w2"}, %s2: tensor<2x2xf32> {fp8.name = "s2"}, %w3: tensor<6x7xf32> {fp8.name = "w3"}, %s3: tensor<2x1xf32> {fp8.name = "s3"}, %w4: tensor<6x32xf32> {fp8.name = "w4"}, %s4: tensor<2x4xf32> {fp8.name = "s4"}, %w5: tensor<4x48xf32> {fp8.name = "w5"}, %s5: tensor<1x6xf32> {fp8.name = "s5"})
    -> (tensor<5x9xf32> {fp8.updates = "w0"}, tensor<2x2xf32> {fp8.updates = "s0"}, tensor<5x16xf32> {fp8.updates = "w1"}, tensor<2x2xf32> {fp8.updates = "s1"}, tensor<8x16xf32> {fp8.updates = "w2"}, tensor<2x2xf32> {fp8.updates = "s2"}, tensor<6x7xf32> {fp8.updates = "w3"}, tensor<2x1xf32> {fp8.updates = "s3"}, tensor<6x32xf32> {fp8.updates = "w4"}, tensor<2x4xf32> {fp8.updates = "s4"}, tensor<4x48xf32> {fp8.updates = "w5"}, tensor<1x6xf32> {fp8.updates = "s5"}) {
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
  %u1e = tensor.empty() : tensor<5x16xf32>
  %u1se = tensor.empty() : tensor<2x2xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1 : tensor<5x16xf32>, tensor<2x2xf32>) outs(%u1e, %u1se : tensor<5x16xf32>, tensor<2x2xf32>) {
  ^bb0(%a: tensor<5x16xf32>, %b: tensor<2x2xf32>, %out0: tensor<5x16xf32>, %out1: tensor<2x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %e = tensor.empty() : tensor<5x16xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<5x16xf32>, tensor<2x2xf32>) outs(%e : tensor<5x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<5x16xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<5x16xf32>) outs(%init : tensor<2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %t, %max : tensor<5x16xf32>, tensor<2x2xf32>
  }
  %u2e = tensor.empty() : tensor<8x16xf32>
  %u2se = tensor.empty() : tensor<2x2xf32>
  %u2:2 = fp8.kernel "update" ins(%w2, %s2 : tensor<8x16xf32>, tensor<2x2xf32>) outs(%u2e, %u2se : tensor<8x16xf32>, tensor<2x2xf32>) {
  ^bb0(%a: tensor<8x16xf32>, %b: tensor<2x2xf32>, %out0: tensor<8x16xf32>, %out1: tensor<2x2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %e = tensor.empty() : tensor<8x16xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<8x16xf32>, tensor<2x2xf32>) outs(%e : tensor<8x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<8x16xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<8x16xf32>) outs(%init : tensor<2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %t, %max : tensor<8x16xf32>, tensor<2x2xf32>
  }
  %u3e = tensor.empty() : tensor<6x7xf32>
  %u3se = tensor.empty() : tensor<2x1xf32>
  %u3:2 = fp8.kernel "update" ins(%w3, %s3 : tensor<6x7xf32>, tensor<2x1xf32>) outs(%u3e, %u3se : tensor<6x7xf32>, tensor<2x1xf32>) {
  ^bb0(%a: tensor<6x7xf32>, %b: tensor<2x1xf32>, %out0: tensor<6x7xf32>, %out1: tensor<2x1xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %e = tensor.empty() : tensor<6x7xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<6x7xf32>, tensor<2x1xf32>) outs(%e : tensor<6x7xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<6x7xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<6x7xf32>) outs(%init : tensor<2x1xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x1xf32>
    fp8.kernel_yield %t, %max : tensor<6x7xf32>, tensor<2x1xf32>
  }
  %u4e = tensor.empty() : tensor<6x32xf32>
  %u4se = tensor.empty() : tensor<2x4xf32>
  %u4:2 = fp8.kernel "update" ins(%w4, %s4 : tensor<6x32xf32>, tensor<2x4xf32>) outs(%u4e, %u4se : tensor<6x32xf32>, tensor<2x4xf32>) {
  ^bb0(%a: tensor<6x32xf32>, %b: tensor<2x4xf32>, %out0: tensor<6x32xf32>, %out1: tensor<2x4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %e = tensor.empty() : tensor<6x32xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<6x32xf32>, tensor<2x4xf32>) outs(%e : tensor<6x32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<6x32xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<6x32xf32>) outs(%init : tensor<2x4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<2x4xf32>
    fp8.kernel_yield %t, %max : tensor<6x32xf32>, tensor<2x4xf32>
  }
  %u5e = tensor.empty() : tensor<4x48xf32>
  %u5se = tensor.empty() : tensor<1x6xf32>
  %u5:2 = fp8.kernel "update" ins(%w5, %s5 : tensor<4x48xf32>, tensor<1x6xf32>) outs(%u5e, %u5se : tensor<4x48xf32>, tensor<1x6xf32>) {
  ^bb0(%a: tensor<4x48xf32>, %b: tensor<1x6xf32>, %out0: tensor<4x48xf32>, %out1: tensor<1x6xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1x6xf32>) -> tensor<1x6xf32>
    %e = tensor.empty() : tensor<4x48xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x48xf32>, tensor<1x6xf32>) outs(%e : tensor<4x48xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<4x48xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 8)>], iterator_types = ["reduction", "reduction"]}
        ins(%t : tensor<4x48xf32>) outs(%init : tensor<1x6xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.maximumf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<1x6xf32>
    fp8.kernel_yield %t, %max : tensor<4x48xf32>, tensor<1x6xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1, %u2#0, %u2#1, %u3#0, %u3#1, %u4#0, %u4#1, %u5#0, %u5#1 : tensor<5x9xf32>, tensor<2x2xf32>, tensor<5x16xf32>, tensor<2x2xf32>, tensor<8x16xf32>, tensor<2x2xf32>, tensor<6x7xf32>, tensor<2x1xf32>, tensor<6x32xf32>, tensor<2x4xf32>, tensor<4x48xf32>, tensor<1x6xf32>
}
