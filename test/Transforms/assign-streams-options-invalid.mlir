// RUN: not fp8-opt %s --fp8-assign-streams=streams=0 2>&1 | FileCheck %s
// CHECK: error: expected streams= to be positive, but got 0
func.func @step() {
  return
}
