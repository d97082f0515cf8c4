// RUN: not fp8-opt %s --split-input-file --fp8-annotate-states=loss=0 2>&1 | FileCheck %s

// CHECK: error: expected the option loss to name one float, but result #0 is of type 'vector<16xf32>'
func.func @step(%x: vector<16xf32>) -> vector<16xf32> {
  return %x : vector<16xf32>
}

// -----

// CHECK: error: expected the option loss to name one float, but result #0 is of type 'memref<1xf32>'
func.func @step(%x: memref<1xf32>) -> memref<1xf32> {
  return %x : memref<1xf32>
}
