// RUN: not fp8-opt %s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: fp8-opt %s --irdl-file=%S/Inputs/torch.irdl.mlir | FileCheck %s

// Ops of another compiler get one error, unless the command line defines them.

// FOREIGN: error: expected ops of linalg, but {{.*}}foreign.mlir:[[#@LINE+5]] is of torch-mlir
// FOREIGN-NOT: error

// CHECK: "torch.op"()
func.func @f() {
  "torch.op"() : () -> ()
  return
}
