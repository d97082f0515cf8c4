// RUN: fp8-opt %s --fp8-fuse | FileCheck %s

#i = affine_map<(i) -> (i)>

// Both kernels read w, and could be one; but they are of two micro-batches.
// CHECK-LABEL: func.func @microbatches
// CHECK: %[[A:.*]] = tensor.extract_slice %arg1[0, 0]
// CHECK: %[[Y:.*]] = fp8.kernel {{.*}} ins(%arg0, %[[A]] : tensor<8xf32>, tensor<8xf32>)
// CHECK: %[[B:.*]] = tensor.extract_slice %arg1[1, 0]
// CHECK: %[[Z:.*]] = fp8.kernel {{.*}} ins(%arg0, %[[B]], %[[Y]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NOT: fp8.kernel "
// CHECK: return %[[Z]]
func.func @microbatches(%w: tensor<8xf32>, %x: tensor<2x8xf32> {fp8.microbatches = 2 : i64}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = tensor.extract_slice %x[0, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%w, %a : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %b = tensor.extract_slice %x[1, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
  %z = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%w, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%y, %z : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}

// Every kernel widens its operands; no kernel stores them in f32.
// CHECK-LABEL: func.func @widening
// CHECK-COUNT-2: fp8.kernel {{.*}} ins({{.*}}bf16>{{.*}})
func.func @widening(%x: tensor<8xbf16>, %y: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %w = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : tensor<8xbf16>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: bf16, %unused: f32):
    %0 = arith.extf %p : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%y, %w : tensor<8x8xf32>, tensor<8xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %sum: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%y, %w, %a : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e2 : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %0, %r : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %a, %b : tensor<8xf32>, tensor<8x8xf32>
}
