// RUN: not fp8-opt %s --fp8-annotate-states=entry=train 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not fp8-opt %s --fp8-annotate-states=loss=3 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not fp8-opt %s --fp8-annotate-states=loss=-5 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: not fp8-opt %s --fp8-annotate-states=loss=0 2>&1 | FileCheck %s --check-prefix=TYPE

// ENTRY: error: expected a function @train with a body, but the module has none
// RANGE: error: expected the option loss to be -1 or less than the number of results, 1, but got 3
// LOW: error: expected the option loss to be -1 or less than the number of results, 1, but got -5
// TYPE: error: expected the option loss to name one float, but result #0 is of type 'tensor<4xf32>'
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
