// RUN: fp8-opt %s --fp8-remat=budget=-2 --verify-diagnostics

// expected-error @below {{expected a rematerialization budget of a number of bytes, or -1 for no bound, but got -2}}
module {
  func.func @step(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %x : tensor<4x8xf32>
  }
}
