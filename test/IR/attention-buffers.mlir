// RUN: fp8-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s
// RUN: not fp8-opt %s --fp8-decompose 2>&1 | FileCheck %s --check-prefix=KEPT

#q = affine_map<(i, j, d, e) -> (i, d)>
#k = affine_map<(i, j, d, e) -> (j, d)>
#v = affine_map<(i, j, d, e) -> (j, e)>
#o = affine_map<(i, j, d, e) -> (i, e)>
#row = affine_map<(i, j, d, e) -> (i)>

// On buffers the op has no results.
// CHECK-LABEL: @buffers
// CHECK:       fp8.attention {{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<7x3xf32>, memref<7xf32>, memref<7xf32>)
func.func @buffers(%q: memref<7x4xf32>, %k: memref<5x4xf32>, %v: memref<5x3xf32>, %o: memref<7x3xf32>, %max: memref<7xf32>, %sum: memref<7xf32>) {
  // KEPT: [[@LINE+1]]:3: error: unsupported by fp8-decompose: 'fp8.attention' with an operand of type 'memref<7x4xf32>'
  fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%o, %max, %sum : memref<7x3xf32>, memref<7xf32>, memref<7xf32>) {
  ^bb0(%s: f32, %i: index, %j: index):
    fp8.yield %s : f32
  } : memref<7x4xf32>, memref<5x4xf32>, memref<5x3xf32>
  return
}

// A destination may be a part of a larger tensor, which is written in place.
// Two destinations that are one tensor become two buffers.
// CHECK-LABEL: @in_place
// CHECK-SAME:    %[[ALL:[^:]*]]: memref<7x3x4xf32>)
// CHECK-DAG:   %[[MAX:.*]] = memref.alloc()
// CHECK-DAG:   %[[SUM:.*]] = memref.alloc()
// CHECK-DAG:   %[[PART:.*]] = memref.subview %[[ALL]][0, 1, 0] [7, 1, 4] [1, 1, 1]
// CHECK:       fp8.attention {{.*}} outs(%[[PART]], %[[MAX]], %[[SUM]] : memref<7x4xf32, strided<[12, 1], offset: 4>>
// CHECK:       return %[[ALL]], %[[MAX]], %[[SUM]]
func.func @in_place(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x4xf32>, %all: tensor<7x3x4xf32>) -> (tensor<7x3x4xf32>, tensor<7xf32>, tensor<7xf32>) {
  %row = tensor.empty() : tensor<7xf32>
  %part = tensor.extract_slice %all[0, 1, 0] [7, 1, 4] [1, 1, 1] : tensor<7x3x4xf32> to tensor<7x4xf32>
  %o:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%part, %row, %row : tensor<7x4xf32>, tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%s: f32, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>
  %new = tensor.insert_slice %o#0 into %all[0, 1, 0] [7, 1, 4] [1, 1, 1] : tensor<7x4xf32> into tensor<7x3x4xf32>
  return %new, %o#1, %o#2 : tensor<7x3x4xf32>, tensor<7xf32>, tensor<7xf32>
}
