// RUN: fp8-opt %s --fp8-emit-gpu -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: fp8-translate --gpu-to-ptx --chip=sm_80 %t.mlir | FileCheck %s --check-prefix=PTX
// RUN: fp8-translate --gpu-to-ptx --chip=sm_120a %t.mlir | FileCheck %s --check-prefix=PTX

// Sizes at both ends: nothing at all, and more than 32 bits can count.

#n = affine_map<(i) -> (i)>
#n0 = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @launch_no_elements(
// CHECK: fp8.launch @kernels::@no_elements items 0
// PTX-LABEL: .visible .entry no_elements(
func.func @launch_no_elements(%x: memref<0xf32>, %y: memref<0xf8E4M3FN>) {
  fp8.kernel "no_elements" ins(%x : memref<0xf32>) outs(%y : memref<0xf8E4M3FN>) {
  ^bb0(%in: tensor<0xf32>, %o: tensor<0xf8E4M3FN>):
    %r = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in : tensor<0xf32>) outs(%o : tensor<0xf8E4M3FN>) {
    ^bb0(%e: f32, %u: f8E4M3FN):
      %s = fp8.convert %e : f32 to f8E4M3FN
      linalg.yield %s : f8E4M3FN
    } -> tensor<0xf8E4M3FN>
    fp8.kernel_yield %r : tensor<0xf8E4M3FN>
  }
  return
}

// CHECK-LABEL: func.func @launch_no_rows(
// CHECK: fp8.launch @kernels::@no_rows items 0
// PTX-LABEL: .visible .entry no_rows(
func.func @launch_no_rows(%x: memref<0x8xf32>, %y: memref<0xf32>) {
  fp8.kernel "no_rows" ins(%x : memref<0x8xf32>) outs(%y : memref<0xf32>) {
  ^bb0(%in: tensor<0x8xf32>, %o: tensor<0xf32>):
    %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<0x8xf32>) outs(%o : tensor<0xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<0xf32>
    fp8.kernel_yield %r : tensor<0xf32>
  }
  return
}

// Each row is the sum of nothing.
// CHECK-LABEL: func.func @launch_no_columns(
// CHECK: fp8.launch @kernels::@no_columns items 8
// PTX-LABEL: .visible .entry no_columns(
func.func @launch_no_columns(%x: memref<8x0xf32>, %y: memref<8xf32>) {
  fp8.kernel "no_columns" ins(%x : memref<8x0xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8x0xf32>, %o: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8x0xf32>) outs(%o : tensor<8xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// The finish stores the init.
// CHECK-LABEL: func.func @launch_sum_of_nothing(
// CHECK: fp8.launch @kernels::@sum_of_nothing finish @kernels::@sum_of_nothing_finish items 0
// PTX-LABEL: .visible .entry sum_of_nothing(
func.func @launch_sum_of_nothing(%x: memref<0xf32>, %y: memref<f32>) {
  fp8.kernel "sum_of_nothing" ins(%x : memref<0xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: tensor<0xf32>, %o: tensor<f32>):
    %r = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins(%in : tensor<0xf32>) outs(%o : tensor<f32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @launch_many_elements(
// CHECK: fp8.launch @kernels::@many_elements items 8589934592 grain 1024
// PTX-LABEL: .visible .entry many_elements(
func.func @launch_many_elements(%x: memref<8589934592xf32>, %y: memref<8589934592xf8E4M3FN>) {
  fp8.kernel "many_elements" ins(%x : memref<8589934592xf32>) outs(%y : memref<8589934592xf8E4M3FN>) {
  ^bb0(%in: tensor<8589934592xf32>, %o: tensor<8589934592xf8E4M3FN>):
    %r = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in : tensor<8589934592xf32>) outs(%o : tensor<8589934592xf8E4M3FN>) {
    ^bb0(%e: f32, %u: f8E4M3FN):
      %s = fp8.convert %e : f32 to f8E4M3FN
      linalg.yield %s : f8E4M3FN
    } -> tensor<8589934592xf8E4M3FN>
    fp8.kernel_yield %r : tensor<8589934592xf8E4M3FN>
  }
  return
}

// Enough warps for all multiprocessors: a chunk has 3 vectors of 4 per thread.
// CHECK-LABEL: func.func @launch_few_elements(
// CHECK: fp8.launch @kernels::@few_elements items 2359296 grain 384
func.func @launch_few_elements(%x: memref<2359296xf32>, %y: memref<2359296xbf16>) {
  fp8.kernel "few_elements" ins(%x : memref<2359296xf32>) outs(%y : memref<2359296xbf16>) {
  ^bb0(%in: tensor<2359296xf32>, %o: tensor<2359296xbf16>):
    %r = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in : tensor<2359296xf32>) outs(%o : tensor<2359296xbf16>) {
    ^bb0(%e: f32, %u: bf16):
      %s = arith.truncf %e : f32 to bf16
      linalg.yield %s : bf16
    } -> tensor<2359296xbf16>
    fp8.kernel_yield %r : tensor<2359296xbf16>
  }
  return
}

// One f32 of scratch per block of 4096.
// CHECK-LABEL: func.func @launch_long_sum(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<8388608xi8>
// CHECK: fp8.launch @kernels::@long_sum finish @kernels::@long_sum_finish items 8589934592 grain 4096
// PTX-LABEL: .visible .entry long_sum(
func.func @launch_long_sum(%x: memref<8589934592xf32>, %y: memref<f32>) {
  fp8.kernel "long_sum" ins(%x : memref<8589934592xf32>) outs(%y : memref<f32>) {
  ^bb0(%in: tensor<8589934592xf32>, %o: tensor<f32>):
    %r = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins(%in : tensor<8589934592xf32>) outs(%o : tensor<f32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  return
}

// A grid has at most 2^31 - 1 blocks: a chunk has more rows.
// CHECK-LABEL: func.func @launch_many_rows(
// CHECK: fp8.launch @kernels::@many_rows items 8589934592 grain 5
// PTX-LABEL: .visible .entry many_rows(
func.func @launch_many_rows(%x: memref<8589934592x4096xf32>, %y: memref<8589934592xf32>) {
  fp8.kernel "many_rows" ins(%x : memref<8589934592x4096xf32>) outs(%y : memref<8589934592xf32>) {
  ^bb0(%in: tensor<8589934592x4096xf32>, %o: tensor<8589934592xf32>):
    %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8589934592x4096xf32>) outs(%o : tensor<8589934592xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<8589934592xf32>
    fp8.kernel_yield %r : tensor<8589934592xf32>
  }
  return
}
