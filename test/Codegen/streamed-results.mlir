// On CPUs that like it, kernels that move more than caches hold store whole lines past them, if results begin with a line.
// RUN: split-file %s %t
// RUN: fp8-opt %t/large.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=LARGE
// RUN: fp8-opt %t/bytes.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=BYTES
// RUN: fp8-opt %t/large.mlir --fp8-emit-cpu=cpu=rocketlake --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %t/large.mlir --fp8-emit-cpu="cpu=znver5 vector-bits=256" --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %t/small.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %t/in-place.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %t/short-rows.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %fp8_src/tools/bench/kernels/cast-transpose.mlir --fp8-emit-cpu=cpu=znver5 --canonicalize | FileCheck %s --check-prefix=TILE

// NONE: llvm.store
// NONE-NOT: nontemporal
// NONE-NOT: sfence

// LARGE-LABEL: func.func @negate(
// LARGE: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[1]
// LARGE: %[[Y:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
// LARGE: %[[ADDRESS:.*]] = llvm.ptrtoint %[[Y]] : !llvm.ptr to i64
// LARGE: %[[REST:.*]] = arith.andi %[[ADDRESS]], %c63_i64
// LARGE: %[[IS_LINE:.*]] = arith.cmpi eq, %[[REST]], %c0_i64
// LARGE: scf.if %[[IS_LINE]]
// Operands are prefetched, results are not.
// LARGE: rw = 0 : i32
// LARGE-NOT: rw = 1 : i32
// LARGE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<16xf32>
// LARGE: llvm.call_intrinsic "llvm.x86.sse.sfence"()
// LARGE: scf.if
// LARGE: rw = 1 : i32
// LARGE-NOT: nontemporal
// LARGE: llvm.store {{.*}} {alignment = 4 : i64} : vector<16xf32>
// LARGE-NOT: sfence

// Half a line is stored at a time, together with a tensor that is updated in place.
// BYTES-LABEL: func.func @update(
// BYTES: llvm.store {{.*}} {alignment = 4 : i64} : vector<32xf32>
// BYTES: llvm.store {{.*}} {alignment = 32 : i64, nontemporal} : vector<32xi8>

// A copy of a stripe, and the lines of 64 of its columns.
// TILE-LABEL: func.func @cast_transpose(
// TILE-DAG: llvm.alloca %{{.*}} x i8 {alignment = 64 : i64}
// TILE-DAG: llvm.alloca %{{.*}} x i8 {alignment = 64 : i64}
// TILE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>
// TILE: llvm.store {{.*}} {alignment = 1 : i64} : vector<64xi8>
// The four lines of a column follow each other.
// TILE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>
// TILE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>
// TILE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>
// TILE: llvm.store {{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>
// TILE: llvm.call_intrinsic "llvm.x86.sse.sfence"()

//--- large.mlir
#id = affine_map<(i) -> (i)>
func.func @main(%x: memref<4194304xf32>, %y: memref<4194304xf32>) {
  fp8.kernel "negate" ins(%x : memref<4194304xf32>) outs(%y : memref<4194304xf32>) {
  ^bb0(%in: tensor<4194304xf32>, %out: tensor<4194304xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<4194304xf32>) outs(%out : tensor<4194304xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4194304xf32>
    fp8.kernel_yield %r : tensor<4194304xf32>
  }
  return
}

//--- small.mlir
#id = affine_map<(i) -> (i)>
func.func @main(%x: memref<1048576xf32>, %y: memref<1048576xf32>) {
  fp8.kernel "negate" ins(%x : memref<1048576xf32>) outs(%y : memref<1048576xf32>) {
  ^bb0(%in: tensor<1048576xf32>, %out: tensor<1048576xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<1048576xf32>) outs(%out : tensor<1048576xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<1048576xf32>
    fp8.kernel_yield %r : tensor<1048576xf32>
  }
  return
}

//--- in-place.mlir
#id = affine_map<(i) -> (i)>
func.func @main(%x: memref<4194304xf32>, %y: memref<4194304xf32>) {
  fp8.kernel "negate" ins(%x : memref<4194304xf32>) outs(%x : memref<4194304xf32>) {
  ^bb0(%in: tensor<4194304xf32>, %out: tensor<4194304xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<4194304xf32>) outs(%out : tensor<4194304xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4194304xf32>
    fp8.kernel_yield %r : tensor<4194304xf32>
  }
  return
}

//--- bytes.mlir
!f = memref<16777216xf32>
!q = memref<16777216xf8E4M3FN>
!x = tensor<16777216xf32>
!y = tensor<16777216xf8E4M3FN>
#id = affine_map<(i) -> (i)>
func.func @main(%x: !f, %g: !f, %m: !f, %v: !f, %r: !f, %q: !q) {
  fp8.kernel "update" ins(%x, %g, %m, %v, %r : !f, !f, !f, !f, !f) outs(%x, %q : !f, !q) {
  ^bb0(%old: !x, %first: !x, %second: !x, %third: !x, %fourth: !x, %new: !x, %codes: !y):
    %both:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
        ins(%old, %first, %second, %third, %fourth : !x, !x, !x, !x, !x) outs(%new, %codes : !x, !y) {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %unused: f32, %code: f8E4M3FN):
      %0 = arith.addf %a, %b : f32
      %1 = arith.addf %c, %d : f32
      %2 = arith.addf %0, %1 : f32
      %3 = arith.addf %2, %e : f32
      %4 = fp8.convert %3 : f32 to f8E4M3FN
      linalg.yield %3, %4 : f32, f8E4M3FN
    } -> (!x, !y)
    fp8.kernel_yield %both#0, %both#1 : !x, !y
  }
  return
}

//--- short-rows.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32, strided<[1032, 1]>>) {
  fp8.kernel "negate" ins(%x : memref<4096x1024xf32>) outs(%y : memref<4096x1024xf32, strided<[1032, 1]>>) {
  ^bb0(%in: tensor<4096x1024xf32>, %out: tensor<4096x1024xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4096x1024xf32>) outs(%out : tensor<4096x1024xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4096x1024xf32>
    fp8.kernel_yield %r : tensor<4096x1024xf32>
  }
  return
}
