// A stripe of codes is transposed square by square between the rows of the next stripe, which fetch the lines of the square.
// RUN: fp8-opt %s --fp8-expand-math --fp8-emit-cpu=vector-bits=256 --canonicalize --cse | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

func.func @main(%x: memref<2048x128xf32>, %y: memref<2048x128xf8E4M3FN>, %z: memref<128x2048xf8E4M3FN>) {
  fp8.kernel "overlapped" ins(%x : memref<2048x128xf32>) outs(%y, %z : memref<2048x128xf8E4M3FN>, memref<128x2048xf8E4M3FN>) {
  ^bb0(%in: tensor<2048x128xf32>, %out: tensor<2048x128xf8E4M3FN>, %outT: tensor<128x2048xf8E4M3FN>):
    %q, %t = linalg.generic {indexing_maps = [#ij, #ij, #ji], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<2048x128xf32>) outs(%out, %outT : tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>) {
    ^bb0(%e: f32, %unused: f8E4M3FN, %unusedT: f8E4M3FN):
      %code = fp8.convert %e : f32 to f8E4M3FN
      linalg.yield %code, %code : f8E4M3FN, f8E4M3FN
    } -> (tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>)
    fp8.kernel_yield %q, %t : tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>
  }
  return
}

// Rows cannot be shared out among three squares.
func.func @three_squares(%x: memref<2048x192xf32>, %y: memref<2048x192xf8E4M3FN>, %z: memref<192x2048xf8E4M3FN>) {
  fp8.kernel "alone" ins(%x : memref<2048x192xf32>) outs(%y, %z : memref<2048x192xf8E4M3FN>, memref<192x2048xf8E4M3FN>) {
  ^bb0(%in: tensor<2048x192xf32>, %out: tensor<2048x192xf8E4M3FN>, %outT: tensor<192x2048xf8E4M3FN>):
    %q, %t = linalg.generic {indexing_maps = [#ij, #ij, #ji], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<2048x192xf32>) outs(%out, %outT : tensor<2048x192xf8E4M3FN>, tensor<192x2048xf8E4M3FN>) {
    ^bb0(%e: f32, %unused: f8E4M3FN, %unusedT: f8E4M3FN):
      %code = fp8.convert %e : f32 to f8E4M3FN
      linalg.yield %code, %code : f8E4M3FN, f8E4M3FN
    } -> (tensor<2048x192xf8E4M3FN>, tensor<192x2048xf8E4M3FN>)
    fp8.kernel_yield %q, %t : tensor<2048x192xf8E4M3FN>, tensor<192x2048xf8E4M3FN>
  }
  return
}

// The first stripe of a chunk.
// CHECK-LABEL: func.func @overlapped(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: rw = 1
// CHECK: llvm.store {{.*}} vector<32xi8>
// The others, 32 rows to a square.
// CHECK: %[[LAST:.*]] = arith.subi %arg1, %c1_i64
// CHECK: scf.for %[[ITEM:.*]] = %arg0 to %arg1
// CHECK: scf.for {{.*}} %c0_i64 to %c2_i64 step %c1_i64
// CHECK: arith.cmpi ne, %[[ITEM]], %[[LAST]]
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.for
// CHECK: rw = 1
// CHECK: rw = 0
// CHECK: llvm.store {{.*}} vector<32xi8>
// The last one is only transposed.
// CHECK: arith.cmpi eq, %[[ITEM]], %[[LAST]]
// CHECK: scf.if
// CHECK: scf.for
// CHECK: rw = 1
// The square.
// CHECK: scf.for
// CHECK-NOT: prefetch
// CHECK: llvm.store {{.*}} vector<32xi8>

// A square fetches the lines of the next one.
// CHECK-LABEL: func.func @alone(
// CHECK: rw = 0
// CHECK: scf.for
// CHECK: rw = 1
// CHECK: llvm.store {{.*}} vector<32xi8>
// CHECK-NOT: scf.for
