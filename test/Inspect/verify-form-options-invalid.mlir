// RUN: not fp8-opt %s --fp8-verify-form=form=7 2>&1 | FileCheck %s

// CHECK: for the --form option: unsupported '7'; supported are model, scaled, sharded, fused, planned
// The module is no part of the message.
// CHECK-NOT: func.func
func.func @step() {
  return
}
