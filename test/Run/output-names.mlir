// --outputs writes new states under the names of the states, unless another
// result has such a name: then all results keep their own.

// RUN: split-file %s %t
// RUN: fp8-run %t/states.mlir --inputs=random:1 --steps=1 --outputs=%t/states.safetensors
// RUN: head -c 400 %t/states.safetensors | FileCheck %s --check-prefix=STATES
// STATES-NOT: "next"
// STATES: "w"
// STATES-NOT: "next"
// RUN: fp8-run %t/states.mlir --inputs=%t/states.safetensors --arg=x=0 --steps=1

// RUN: fp8-run %t/taken.mlir --inputs=random:1 --steps=1 --outputs=%t/taken.safetensors
// RUN: head -c 400 %t/taken.safetensors | FileCheck %s --check-prefix=TAKEN
// TAKEN-DAG: "w"
// TAKEN-DAG: "next"

//--- states.mlir
func.func @train(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                 %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "next", fp8.updates = "w"}) {
  %0 = arith.addf %w, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- taken.mlir
func.func @train(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                 %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "next", fp8.updates = "w"},
        tensor<4xf32> {fp8.name = "w"}) {
  %0 = arith.addf %w, %x : tensor<4xf32>
  %1 = arith.mulf %w, %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
