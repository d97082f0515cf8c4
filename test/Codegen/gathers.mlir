// RUN: fp8-opt %s --fp8-emit-cpu --canonicalize --cse | FileCheck %s

#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#n = affine_map<(i) -> (i)>

// The index of a row is kept inside once, before the loop along the row.
// CHECK-LABEL: func.func @rows_1
// CHECK: scf.for
// CHECK: arith.maxsi
// CHECK-NEXT: arith.minsi %{{.*}}, %c95
// CHECK-NEXT: scf.for
// CHECK-NOT: arith.{{maxsi|minsi}}
func.func @rows(%ids: memref<64xi64>, %table: memref<96x4096xf32>, %y: memref<64x4096xf32>) {
  fp8.kernel "rows" ins(%ids, %table : memref<64xi64>, memref<96x4096xf32>) outs(%y : memref<64x4096xf32>) {
  ^bb0(%in0: tensor<64xi64>, %in1: tensor<96x4096xf32>, %out0: tensor<64x4096xf32>):
    %r = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in0 : tensor<64xi64>) outs(%out0 : tensor<64x4096xf32>) {
    ^bb0(%id: i64, %unused: f32):
      %row = arith.index_cast %id : i64 to index
      %col = linalg.index 1 : index
      %e = tensor.extract %in1[%row, %col] : tensor<96x4096xf32>
      linalg.yield %e : f32
    } -> tensor<64x4096xf32>
    fp8.kernel_yield %r : tensor<64x4096xf32>
  }
  return
}

// Counters, and indices that the graph bounds, are in range.
// CHECK-LABEL: func.func @known_1
// CHECK-NOT: arith.{{maxsi|minsi}}
func.func @known(%ids: memref<64xi64>, %table: memref<96x64xf32>, %y: memref<64x64xf32>) {
  fp8.kernel "known" ins(%ids, %table : memref<64xi64>, memref<96x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%in0: tensor<64xi64>, %in1: tensor<96x64xf32>, %out0: tensor<64x64xf32>):
    %r = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in0 : tensor<64xi64>) outs(%out0 : tensor<64x64xf32>) {
    ^bb0(%id: i64, %unused: f32):
      %row = linalg.index 0 : index
      %col = linalg.index 1 : index
      %a = tensor.extract %in1[%row, %col] : tensor<96x64xf32>
      %last = arith.constant 95 : i64
      %bounded = arith.minui %id, %last : i64
      %at = arith.index_cast %bounded : i64 to index
      %b = tensor.extract %in1[%at, %col] : tensor<96x64xf32>
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<64x64xf32>
    fp8.kernel_yield %r : tensor<64x64xf32>
  }
  return
}

// A vector of indices is bounded at once.
// CHECK-LABEL: func.func @elements_1
// CHECK: arith.maxsi %{{.*}} : vector<16xindex>
// CHECK-NEXT: arith.minsi %{{.*}} : vector<16xindex>
// CHECK: llvm.intr.masked.gather
func.func @elements(%ids: memref<4096xi32>, %table: memref<96xf32>, %y: memref<4096xf32>) {
  fp8.kernel "elements" ins(%ids, %table : memref<4096xi32>, memref<96xf32>) outs(%y : memref<4096xf32>) {
  ^bb0(%in0: tensor<4096xi32>, %in1: tensor<96xf32>, %out0: tensor<4096xf32>):
    %r = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]} ins(%in0 : tensor<4096xi32>) outs(%out0 : tensor<4096xf32>) {
    ^bb0(%id: i32, %unused: f32):
      %at = arith.index_cast %id : i32 to index
      %e = tensor.extract %in1[%at] : tensor<96xf32>
      linalg.yield %e : f32
    } -> tensor<4096xf32>
    fp8.kernel_yield %r : tensor<4096xf32>
  }
  return
}
