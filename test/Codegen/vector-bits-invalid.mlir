// RUN: not fp8-opt %s --fp8-cpu-pipeline=vector-bits=100 2>&1 | FileCheck %s
// RUN: not fp8-opt %s --fp8-emit-cpu=vector-bits=100 2>&1 | FileCheck %s

// CHECK: error: expected vector-bits= to be 128, 256 or 512, but got 100
// CHECK-NOT: func.func
func.func @step(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
