// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<8xf32>, %c: tensor<8xf8E4M3FN>, %a: tensor<f32>) -> (tensor<8xf8E4M3FN>, tensor<f32>) {
  // CHECK: %{{.*}}:2 = fp8.kernel "cast" schedule<flat> ins(%{{.*}} : tensor<8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8xf8E4M3FN>, tensor<f32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: tensor<8xf32>, %[[OUT:.*]]: tensor<8xf8E4M3FN>, %{{.*}}: tensor<f32>):
  %codes, %amax = fp8.kernel "cast" schedule<flat> ins(%x : tensor<8xf32>) outs(%c, %a : tensor<8xf8E4M3FN>, tensor<f32>) {
  ^bb0(%in: tensor<8xf32>, %out0: tensor<8xf8E4M3FN>, %out1: tensor<f32>):
    %q, %m = linalg.generic {
        indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out0, %out1 : tensor<8xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %unused: f8E4M3FN, %max: f32):
      %code = fp8.convert %e : f32 to f8E4M3FN
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<8xf8E4M3FN>, tensor<f32>)
    // CHECK: fp8.kernel_yield %{{.*}}, %{{.*}} : tensor<8xf8E4M3FN>, tensor<f32>
    fp8.kernel_yield %q, %m : tensor<8xf8E4M3FN>, tensor<f32>
  }
  return %codes, %amax : tensor<8xf8E4M3FN>, tensor<f32>
}

// The body stays on tensors once the operands are buffers.
// CHECK-LABEL: func.func @memrefs
func.func @memrefs(%x: memref<8xf32, strided<[2], offset: ?>>, %y: memref<8xf32>) {
  // CHECK: fp8.kernel ins(%{{.*}} : memref<8xf32, strided<[2], offset: ?>>) outs(%{{.*}} : memref<8xf32>) {
  // CHECK-NEXT: ^bb0(%[[IN:.*]]: tensor<8xf32>, %{{.*}}: tensor<8xf32>):
  fp8.kernel ins(%x : memref<8xf32, strided<[2], offset: ?>>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_inputs
func.func @no_inputs(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: fp8.kernel outs(%{{.*}} : tensor<8xf32>) {
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}
