// RUN: fp8-opt %s --fp8-plan-memory | FileCheck %s

// A gather runs beside the op after it. In the memory of %rows, %other would have to
// wait for the gather, so these two and %whole are apart. Ops after the reader of
// %whole reuse memory.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[ARENA:[a-z0-9]*]]: memref<256xi8> {llvm.dereferenceable = 256 : i64
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[C192:.*]] = arith.constant 192 : index
// CHECK-DAG: %[[WHOLE:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<256xi8> to memref<32xf32>
// CHECK-DAG: %[[ROWS:.*]] = memref.view %[[ARENA]][%[[C128]]][] : memref<256xi8> to memref<16xf32>
// CHECK-DAG: %[[OTHER:.*]] = memref.view %[[ARENA]][%[[C192]]][] : memref<256xi8> to memref<16xf32>
// CHECK-DAG: %[[LAST:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<256xi8> to memref<16xf32>
// CHECK: linalg.exp {{.*}} outs(%[[ROWS]] :
// CHECK: fp8.all_gather %[[ROWS]] over ["dp"] outs(%[[WHOLE]] :
// CHECK: linalg.exp {{.*}} outs(%[[OTHER]] :
// CHECK: linalg.exp ins(%[[WHOLE]] :
// CHECK: linalg.exp ins(%[[OTHER]] {{.*}} outs(%[[LAST]] :
func.func @gather(%x: memref<16xf32>, %y: memref<32xf32>, %z: memref<16xf32>) {
  %rows = memref.alloc() : memref<16xf32>
  %whole = memref.alloc() : memref<32xf32>
  %other = memref.alloc() : memref<16xf32>
  %last = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%rows : memref<16xf32>)
  fp8.all_gather %rows over ["dp"] outs(%whole : memref<32xf32>) : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%other : memref<16xf32>)
  linalg.exp ins(%whole : memref<32xf32>) outs(%y : memref<32xf32>)
  linalg.exp ins(%other : memref<16xf32>) outs(%last : memref<16xf32>)
  linalg.exp ins(%last : memref<16xf32>) outs(%z : memref<16xf32>)
  return
}

}
