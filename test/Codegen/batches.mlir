// RUN: fp8-opt %s --fp8-emit-cpu --canonicalize | FileCheck %s
// RUN: fp8-opt %s --fp8-emit-cpu=vector-bits=256 --canonicalize | FileCheck %s --check-prefix=AVX2

// Short rows are walked in batches, as many as a vector has elements. Codes of
// two rows share a vector.

#ijk = affine_map<(i, j, k) -> (i, j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>
#all = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @granules(
// CHECK-SAME: %[[BEGIN:.*]]: i64, %[[END:.*]]: i64
// CHECK: %[[SCALES:.*]] = llvm.alloca %{{.*}} x f32
// CHECK: llvm.alloca %{{.*}} x vector<16xi32>
// CHECK: %[[REST:.*]] = arith.remui {{.*}}, %c16_i64
// CHECK: %[[FULL:.*]] = arith.subi %[[END]], %[[REST]]
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[FULL]] step %c16_i64
// The remainder of each row has 16 elements.
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c2_i64
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: arith.maxui {{.*}} : vector<16xi32>
// CHECK: llvm.store %{{.*}} : vector<16xi32>
// CHECK: arith.maxui {{.*}} : vector<16xi32>
// CHECK: llvm.store %{{.*}} : vector<16xi32>
// CHECK: }
// Transposed and combined, 16 rows have one division.
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23] : vector<16xi32>, vector<16xi32>
// CHECK: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30] : vector<16xi32>, vector<16xi32>
// CHECK: vector.shuffle {{.*}} [1, 17, 3, 19,
// CHECK-COUNT-1: arith.divf {{.*}} : vector<16xf32>
// CHECK: %[[IN_RANGE:.*]] = vector.reduction <and>, %{{.*}} : vector<16xi1> into i1
// CHECK: llvm.store %{{.*}}, %[[SCALES]] {{.*}} : vector<16xf32>
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64 step %c2_i64
// CHECK-COUNT-2: vector.broadcast %{{.*}} : f32 to vector<32xf32>
// CHECK: llvm.intr.prefetch
// CHECK: fp8.convert %{{.*}} {fp8.assumes = "in_range"} : vector<64xf32> to vector<64xf8E4M3FN>
// CHECK: scf.if
// CHECK: fp8.convert %{{[0-9]+}} : vector<64xf32> to vector<64xf8E4M3FN>
// CHECK: llvm.store %{{.*}} : vector<16xf32>
// The rows that are left over, one by one.
// CHECK: scf.for %{{.*}} = %[[FULL]] to %[[END]] step %c1_i64

// AVX2-LABEL: func.func @granules(
// AVX2: arith.remui {{.*}}, %c8_i64
// AVX2: fp8.convert %{{.*}} {fp8.assumes = "in_range"} : vector<32xf32>
func.func @main(%x: memref<5x7x32xf32>, %s: memref<5x7xf32>, %codes: memref<5x7x32xf8E4M3FN>) {
  fp8.kernel "granules" ins(%x : memref<5x7x32xf32>) outs(%s, %codes : memref<5x7xf32>, memref<5x7x32xf8E4M3FN>) {
  ^bb0(%in: tensor<5x7x32xf32>, %out: tensor<5x7xf32>, %out0: tensor<5x7x32xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %largest = arith.constant 448.0 : f32
    %empty = tensor.empty() : tensor<5x7xf32>
    %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x7xf32>) -> tensor<5x7xf32>
    %amax = linalg.generic {indexing_maps = [#ijk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%in : tensor<5x7x32xf32>) outs(%none : tensor<5x7xf32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<5x7xf32>
    %scale = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
        ins(%amax : tensor<5x7xf32>) outs(%empty : tensor<5x7xf32>) {
    ^bb0(%a: f32, %unused: f32):
      %quotient = arith.divf %largest, %a : f32
      linalg.yield %quotient : f32
    } -> tensor<5x7xf32>
    %q = linalg.generic {indexing_maps = [#ijk, #ij, #ijk], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%in, %scale : tensor<5x7x32xf32>, tensor<5x7xf32>) outs(%out0 : tensor<5x7x32xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<5x7x32xf8E4M3FN>
    fp8.kernel_yield %scale, %q : tensor<5x7xf32>, tensor<5x7x32xf8E4M3FN>
  }
  return
}
