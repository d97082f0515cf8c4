// Each phase of a row overlaps with phases of the following rows, and lines of the result are prefetched before they are stored.
// RUN: fp8-opt %s --fp8-expand-math --fp8-emit-cpu --canonicalize --cse | FileCheck %s

!x = memref<64x256xf32>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @main(%x: !x, %y: !x) {
  fp8.kernel "softmax" ins(%x : !x) outs(%y : !x) {
  ^bb0(%in: tensor<64x256xf32>, %out: tensor<64x256xf32>):
    %lowest = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %wide = tensor.empty() : tensor<64x256xf32>
    %lows = linalg.fill ins(%lowest : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x256xf32>) outs(%lows : tensor<64xf32>) {
    ^bb0(%e: f32, %highest: f32):
      %next = arith.maximumf %highest, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %powers = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<64x256xf32>, tensor<64xf32>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%e: f32, %highest: f32, %unused: f32):
      %below = arith.subf %e, %highest : f32
      %power = math.exp %below : f32
      linalg.yield %power : f32
    } -> tensor<64x256xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%powers : tensor<64x256xf32>) outs(%zeros : tensor<64xf32>) {
    ^bb0(%e: f32, %total: f32):
      %next = arith.addf %total, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %result = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%powers, %sum : tensor<64x256xf32>, tensor<64xf32>) outs(%out : tensor<64x256xf32>) {
    ^bb0(%e: f32, %total: f32, %unused: f32):
      %share = arith.divf %e, %total : f32
      linalg.yield %share : f32
    } -> tensor<64x256xf32>
    fp8.kernel_yield %result : tensor<64x256xf32>
  }
  return
}

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[BEGIN:.*]]: i64, %[[END:.*]]: i64, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// Two rows are kept, a line further apart than they are long.
// CHECK: %[[KEPT:.*]] = llvm.alloca %c640_i64 x f32 {alignment = 64 : i64}
// The first row alone, and the first two.
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to
// CHECK: scf.for %[[ROW:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %c1_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64
// CHECK: scf.for %{{.*}} = %c64_i64 to %c128_i64
// CHECK: scf.for %[[ELEMENT:.*]] = %c128_i64 to %c256_i64
// The row after the next one.
// CHECK: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: arith.maxsi
// The next one, which lags.
// CHECK: arith.subi %[[ELEMENT]], %c64_i64
// CHECK: arith.remui %[[NEXT]], %c2_i64
// CHECK: llvm.store {{.*}} {alignment = 1 : i64} : vector<16xf32>
// This row.
// CHECK: arith.subi %[[ELEMENT]], %c128_i64
// CHECK: "llvm.intr.prefetch"(%{{.*}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}>
// CHECK: arith.remui %[[ROW]], %c2_i64
// CHECK: arith.divf
// CHECK: scf.for %{{.*}} = %c192_i64 to %c256_i64
// CHECK: scf.for %{{.*}} = %c192_i64 to %c256_i64
