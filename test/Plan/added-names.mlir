// RUN: fp8-opt %s --fp8-results-to-arguments --fp8-plan-memory | FileCheck %s

// A result that becomes argument 2, and the arena behind it, would have the
// names of arguments that are there.

// CHECK: func.func @f(%{{.*}}: memref<4xf32> {fp8.name = "arg2"}, %{{.*}}: memref<4xf32> {fp8.name = "arg3"}, %{{.*}}: memref<4xf32> {fp8.name = "arg2_"}, %{{.*}}: memref<64xi8> {fp8.name = "arg3_", llvm.dereferenceable = 64 : i64, llvm.noalias})
func.func @f(%a: memref<4xf32> {fp8.name = "arg2"}, %b: memref<4xf32> {fp8.name = "arg3"}) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %a, %1 : memref<4xf32> to memref<4xf32>
  memref.copy %1, %0 : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
