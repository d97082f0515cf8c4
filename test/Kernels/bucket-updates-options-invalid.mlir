// RUN: not fp8-opt %s --fp8-bucket-updates=max-bytes=-1 2>&1 | FileCheck %s
// RUN: not fp8-opt %s --fp8-bucket-updates=max-outstanding-bytes=-1 2>&1 | FileCheck %s --check-prefix=OUTSTANDING
// OUTSTANDING: error: expected max-outstanding-bytes= to be 0 or more, but got -1
// CHECK: error: expected max-bytes= to be 0 or more, but got -1

func.func @step() {
  return
}
