// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s
// RUN: fp8-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s --check-prefix=BUFFERS
// RUN: fp8-opt %s --canonicalize | FileCheck %s --check-prefix=PURE

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {

// CHECK-LABEL: @reduce
// BUFFERS-LABEL: @reduce
func.func @reduce(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %l: tensor<f32>) -> (tensor<4x8xf32>, tensor<f32>) {
  // CHECK: fp8.all_reduce sum %{{.*}} over ["replica", "dp"] outs(%{{.*}} : tensor<4x8xf32>) : tensor<4x8xf32>
  // BUFFERS: fp8.all_reduce sum %{{.*}} over ["replica", "dp"] outs(%{{.*}} : memref<4x8xf32>) : memref<4x8xf32>
  %0 = fp8.all_reduce sum %x over ["replica", "dp"] outs(%e : tensor<4x8xf32>) : tensor<4x8xf32>
  // An input is not its destination: other ranks still read it.
  // CHECK: fp8.all_reduce max %{{.*}} over ["replica"] outs(%{{.*}} : tensor<f32>) : tensor<f32>
  // BUFFERS: %[[OUT:.*]] = memref.alloc() {{.*}}: memref<f32>
  // BUFFERS: fp8.all_reduce max %{{.*}} over ["replica"] outs(%[[OUT]] : memref<f32>) : memref<f32>
  %1 = fp8.all_reduce max %l over ["replica"] outs(%l : tensor<f32>) : tensor<f32>
  return %0, %1 : tensor<4x8xf32>, tensor<f32>
}

// CHECK-LABEL: @gather
// BUFFERS-LABEL: @gather
func.func @gather(%x: tensor<3x8xf8E4M3FN>, %e: tensor<10x8xf8E4M3FN>) -> tensor<10x8xf8E4M3FN> {
  // CHECK: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
  // BUFFERS: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : memref<10x8xf8E4M3FN>) : memref<3x8xf8E4M3FN>
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
  return %0 : tensor<10x8xf8E4M3FN>
}

// CHECK-LABEL: @scatter
// BUFFERS-LABEL: @scatter
func.func @scatter(%x: tensor<10x8xf32>, %e: tensor<3x8xf32>, %v: tensor<5xf32>, %r: tensor<1xf32>) -> (tensor<3x8xf32>, tensor<1xf32>) {
  // CHECK: fp8.reduce_scatter sum %{{.*}} over ["dp"] outs(%{{.*}} : tensor<3x8xf32>) : tensor<10x8xf32>
  // BUFFERS: fp8.reduce_scatter sum %{{.*}} over ["dp"] outs(%{{.*}} : memref<3x8xf32>) : memref<10x8xf32>
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<3x8xf32>) : tensor<10x8xf32>
  // Ranks 5 to 7 get padding alone.
  // CHECK: fp8.reduce_scatter max %{{.*}} over ["replica", "dp"] outs(%{{.*}} : tensor<1xf32>) : tensor<5xf32>
  %1 = fp8.reduce_scatter max %v over ["replica", "dp"] outs(%r : tensor<1xf32>) : tensor<5xf32>
  return %0, %1 : tensor<3x8xf32>, tensor<1xf32>
}

// CHECK-LABEL: @exchange
// BUFFERS-LABEL: @exchange
func.func @exchange(%x: tensor<3x5xi16>, %e: tensor<2x2x5xi16>) -> tensor<2x2x5xi16> {
  // Rows beyond the input are zeros: each rank gets two of four rows.
  // CHECK: fp8.all_to_all %{{.*}} over ["replica"] outs(%{{.*}} : tensor<2x2x5xi16>) : tensor<3x5xi16>
  // BUFFERS: fp8.all_to_all %{{.*}} over ["replica"] outs(%{{.*}} : memref<2x2x5xi16>) : memref<3x5xi16>
  %0 = fp8.all_to_all %x over ["replica"] outs(%e : tensor<2x2x5xi16>) : tensor<3x5xi16>
  return %0 : tensor<2x2x5xi16>
}

// Several tensors share one exchange.
// CHECK-LABEL: @tensors
// BUFFERS-LABEL: @tensors
func.func @tensors(%a: tensor<3x8xi8>, %b: tensor<2xf32>, %i: tensor<10x8xi8>, %j: tensor<7xf32>) -> (tensor<10x8xi8>, tensor<7xf32>, tensor<1xf32>, tensor<3x2x8xi8>) {
  // CHECK: %[[ALL:.*]]:2 = fp8.all_gather %{{.*}}, %{{.*}} over ["dp"] outs(%{{.*}}, %{{.*}} : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
  // BUFFERS: fp8.all_gather %{{.*}}, %{{.*}} over ["dp"] outs(%{{.*}}, %{{.*}} : memref<10x8xi8>, memref<7xf32>) : memref<3x8xi8>, memref<2xf32>
  %0:2 = fp8.all_gather %a, %b over ["dp"] outs(%i, %j : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
  %e = tensor.empty() : tensor<1xf32>
  // CHECK: fp8.reduce_scatter sum %[[ALL]]#1, %[[ALL]]#1 over ["replica", "dp"]
  %1:2 = fp8.reduce_scatter sum %0#1, %0#1 over ["replica", "dp"] outs(%e, %e : tensor<1xf32>, tensor<1xf32>) : tensor<7xf32>, tensor<7xf32>
  // CHECK: fp8.all_reduce max
  %2:2 = fp8.all_reduce max %1#0, %1#1 over ["dp"] outs(%e, %e : tensor<1xf32>, tensor<1xf32>) : tensor<1xf32>, tensor<1xf32>
  %f = tensor.empty() : tensor<2x2x8xi8>
  // CHECK: fp8.all_to_all
  %3:2 = fp8.all_to_all %a, %a over ["replica"] outs(%f, %f : tensor<2x2x8xi8>, tensor<2x2x8xi8>) : tensor<3x8xi8>, tensor<3x8xi8>
  %g = tensor.empty() : tensor<3x2x8xi8>
  %4 = tensor.insert_slice %3#1 into %g[0, 0, 0] [2, 2, 8] [1, 1, 1] : tensor<2x2x8xi8> into tensor<3x2x8xi8>
  return %0#0, %0#1, %2#1, %4 : tensor<10x8xi8>, tensor<7xf32>, tensor<1xf32>, tensor<3x2x8xi8>
}

// CHECK-LABEL: @buffers
func.func @buffers(%x: memref<4xf32>, %y: memref<4xf32>) {
  // CHECK: fp8.all_reduce sum %{{.*}} over ["dp"] outs(%{{.*}} : memref<4xf32>) : memref<4xf32>
  fp8.all_reduce sum %x over ["dp"] outs(%y : memref<4xf32>) : memref<4xf32>
  return
}

// On tensors a collective is pure: all ranks run the same program, so all of them
// drop an unused one.
// PURE-LABEL: @unused
// PURE-NOT: fp8.all_reduce
func.func @unused(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%y : tensor<4xf32>) : tensor<4xf32>
  return
}

}
