// RUN: not fp8-opt %s --fp8-assign-streams=streams=1025 2>&1 | FileCheck %s
// CHECK: error: unsupported streams=1025; supported are up to 1024
func.func @step() {
  return
}
