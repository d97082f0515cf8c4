// RUN: not fp8-opt %s --fp8-verify-form=form=7 2>&1 | FileCheck %s

// CHECK: error: unsupported form 7
// CHECK: note: supported: 1, 2, 4a and 4b
func.func @step() {
  return
}
