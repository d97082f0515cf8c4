// Unregistered ops cause a diagnostic, not a crash.

// RUN: split-file %s %t
// RUN: fp8-opt %t/tensors.mlir --allow-unregistered-dialect --convert-fp8-to-arith | FileCheck %t/tensors.mlir
// RUN: not fp8-opt %t/body.mlir --allow-unregistered-dialect --fp8-cpu-pipeline 2>&1 | FileCheck %t/body.mlir
// RUN: not fp8-opt %t/body.mlir --allow-unregistered-dialect --fp8-gpu-pipeline 2>&1 | FileCheck %t/body.mlir
// RUN: not fp8-opt %t/device.mlir --allow-unregistered-dialect --fp8-gpu-to-ptx=chip=sm_90a 2>&1 | FileCheck %t/device.mlir

//--- tensors.mlir
// CHECK: "foo.op"
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "foo.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- body.mlir
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%x: f32, %unused: f32):
    // CHECK: error: {{.*}}'foo.op'
    %y = "foo.op"(%x) : (f32) -> f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- device.mlir
gpu.module @m {
  gpu.func @k(%p: memref<4xf32>) kernel {
    // CHECK: error: {{.*}}foo.op
    "foo.op"(%p) : (memref<4xf32>) -> ()
    gpu.return
  }
}
