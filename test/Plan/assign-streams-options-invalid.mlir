// RUN: not fp8-opt %s --fp8-assign-streams=streams=0 2>&1 | FileCheck %s
// RUN: not fp8-opt %s --fp8-assign-streams=streams=1025 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: unsupported streams=1025; supported are up to 1024
// CHECK: error: expected streams= to be positive, but got 0
func.func @step() {
  return
}
