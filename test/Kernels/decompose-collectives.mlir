// RUN: fp8-opt %s --split-input-file --fp8-decompose=keep-for-kernels | FileCheck %s

module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {

// Every rank gathers the values and adds them from the first rank to the last.
// CHECK-LABEL: @sum
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[ROW:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [1, 2]
  // CHECK: %[[ALL:.*]] = fp8.all_gather %[[ROW]] over ["dp"] outs(%{{.*}} : tensor<3x2xf32>) : tensor<1x2xf32>
  // CHECK: %[[X0:.*]] = tensor.extract_slice %[[ALL]][0, 0] [1, 2] [1, 1]
  // CHECK: %[[X1:.*]] = tensor.extract_slice %[[ALL]][1, 0] [1, 2] [1, 1]
  // CHECK: %[[X2:.*]] = tensor.extract_slice %[[ALL]][2, 0] [1, 2] [1, 1]
  // CHECK: linalg.generic {{.*}} ins(%[[X0]], %[[X1]], %[[X2]] :
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[AB:.*]] = arith.addf %[[A]], %[[B]]
  // CHECK: %[[ABC:.*]] = arith.addf %[[AB]], %[[C]]
  // CHECK: linalg.yield %[[ABC]]
  %e = tensor.empty() : tensor<2xf32>
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<2xf32>) : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @scalar_maximum
func.func @scalar_maximum(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
  // CHECK: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : tensor<3xf32>) : tensor<1xf32>
  // CHECK-COUNT-2: arith.maximumf
  %e = tensor.empty() : tensor<f32>
  %0 = fp8.all_reduce max %x over ["dp"] outs(%e : tensor<f32>) : tensor<f32>
  return %0 : tensor<f32>
}

// A tensor without elements has no slices.
// CHECK-LABEL: @no_elements
func.func @no_elements(%x: tensor<2x0xf32>) -> tensor<2x0xf32> {
  // CHECK: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : tensor<3x2x0xf32>) : tensor<1x2x0xf32>
  // CHECK-NOT: tensor.extract_slice
  // CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>)
  %e = tensor.empty() : tensor<2x0xf32>
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<2x0xf32>) : tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// A large tensor is reduced in parts, so that every rank sends it once. The
// last part is shorter.
// CHECK-LABEL: @large
func.func @large(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
  // CHECK: %[[PARTS:.*]] = fp8.all_to_all %[[FLAT]] over ["dp"] outs(%{{.*}} : tensor<3x5462xf32>) : tensor<16384xf32>
  // CHECK: %[[SUM:.*]] = linalg.generic
  // CHECK: %[[WHOLE:.*]] = fp8.all_gather %[[SUM]] over ["dp"] outs(%{{.*}} : tensor<16384xf32>) : tensor<5462xf32>
  // CHECK: tensor.expand_shape %[[WHOLE]] {{\[\[}}0, 1]] output_shape [128, 128]
  %e = tensor.empty() : tensor<128x128xf32>
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<128x128xf32>) : tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// Tensors share the exchanges, and each has its own sum.
// CHECK-LABEL: @tensors
func.func @tensors(%x: tensor<10x8xf32>, %y: tensor<7xf32>) -> (tensor<4x8xf32>, tensor<3xf32>) {
  // CHECK: %[[ROWS:.*]]:2 = fp8.all_to_all %{{.*}}, %{{.*}} over ["dp"] outs(%{{.*}}, %{{.*}} : tensor<3x4x8xf32>, tensor<3x3xf32>) : tensor<10x8xf32>, tensor<7xf32>
  // CHECK: tensor.extract_slice %[[ROWS]]#0
  // CHECK-COUNT-2: arith.addf
  // CHECK: tensor.extract_slice %[[ROWS]]#1
  // CHECK-COUNT-2: arith.addf
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<3xf32>
  %0:2 = fp8.reduce_scatter sum %x, %y over ["dp"] outs(%e, %f : tensor<4x8xf32>, tensor<3xf32>) : tensor<10x8xf32>, tensor<7xf32>
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<3xf32>
}

// Two tensors are large together, and are reduced in parts.
// CHECK-LABEL: @large_together
func.func @large_together(%x: tensor<8000xf32>, %y: tensor<100x100xf32>) -> (tensor<8000xf32>, tensor<100x100xf32>) {
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape
  // CHECK: fp8.all_to_all %{{.*}}, %[[FLAT]] over ["dp"] outs(%{{.*}}, %{{.*}} : tensor<3x2667xf32>, tensor<3x3334xf32>)
  // CHECK: %[[WHOLE:.*]]:2 = fp8.all_gather %{{.*}}, %{{.*}} over ["dp"] outs(%{{.*}}, %{{.*}} : tensor<8000xf32>, tensor<10000xf32>)
  // CHECK: %[[SQUARE:.*]] = tensor.expand_shape %[[WHOLE]]#1 {{\[\[}}0, 1]] output_shape [100, 100]
  // CHECK: return %[[WHOLE]]#0, %[[SQUARE]]
  %e = tensor.empty() : tensor<8000xf32>
  %f = tensor.empty() : tensor<100x100xf32>
  %0:2 = fp8.all_reduce sum %x, %y over ["dp"] outs(%e, %f : tensor<8000xf32>, tensor<100x100xf32>) : tensor<8000xf32>, tensor<100x100xf32>
  return %0#0, %0#1 : tensor<8000xf32>, tensor<100x100xf32>
}

// CHECK-LABEL: @scatter
func.func @scatter(%x: tensor<10x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[ROWS:.*]] = fp8.all_to_all %{{.*}} over ["dp"] outs(%{{.*}} : tensor<3x4x8xf32>) : tensor<10x8xf32>
  // CHECK: tensor.extract_slice %[[ROWS]][2, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<3x4x8xf32> to tensor<4x8xf32>
  // CHECK-COUNT-2: arith.addf
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<4x8xf32>) : tensor<10x8xf32>
  return %0 : tensor<4x8xf32>
}

}

// -----

// Sums along several axes are nested: along the last axis first.
module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {

// CHECK-LABEL: @nested
func.func @nested(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[AB:.*]] = arith.addf %[[A]], %[[B]]
  // CHECK: %[[CD:.*]] = arith.addf %[[C]], %[[D]]
  // CHECK: arith.addf %[[AB]], %[[CD]]
  %e = tensor.empty() : tensor<f32>
  %0 = fp8.all_reduce sum %x over ["replica", "dp"] outs(%e : tensor<f32>) : tensor<f32>
  return %0 : tensor<f32>
}

}
