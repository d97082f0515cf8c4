// RUN: split-file %s %t
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=preset=anyprecision 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=preset=msamp 2>&1 | FileCheck %s --check-prefix=MSAMP
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage="preset=fp8-split8 policy=delayed" 2>&1 | FileCheck %s --check-prefix=DELAYED
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=x=fp32 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=bf16 2>&1 | FileCheck %s --check-prefix=PRESET
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=fp32 2>&1 | FileCheck %s --check-prefix=NOPATTERN
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage="override=(w=fp32" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=msamp 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not fp8-opt %t/other.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=NOSTEP
// RUN: not fp8-opt %t/none.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=NOUPDATE
// RUN: not fp8-opt %t/taken.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fp8-opt %t/pack.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=PACK

//--- step.mlir
// ANY: step.mlir:[[#]]:{{.*}} error: unsupported preset 'anyprecision'
// ANY: note: it is another optimizer: it rounds to bf16 after every operation of the update
// ANY: note: supported: fp32, bf16-residual, fp8-split8 and fp8-split16
// MSAMP: step.mlir:[[#]]:{{.*}} error: unsupported preset 'msamp'
// MSAMP: note: its weights are f16 with a scale of the tensor, but #fp8.storage has no scale for f16
// DELAYED: error: expected policy=current or policy=bounded for preset 'fp8-split8', but got policy=delayed
// DELAYED: note: a weight that outgrows the scale of an earlier step saturates, and the split is the only copy of it
// UNKNOWN: error: expected override= to name a parameter that an fp8.update changes, but 'x' matches none
// UNKNOWN: note: parameters: w
// PRESET: error: expected override= to be PATTERN=PRESET, but got 'w=bf16'
// PRESET: note: presets: fp32, bf16-residual, fp8-split8 and fp8-split16
// NOPATTERN: error: expected override= to be PATTERN=PRESET, but got 'fp32'
// REGEX: error: expected override= to hold regular expressions, but '(w' is none: parentheses not balanced
// NAMED: error: unsupported preset 'msamp' of override=
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}

//--- other.mlir
// NOSTEP: error: expected a function @step of one block, but the module has none
// NOSTEP: note: --fp8-annotate-states names it
func.func @train() {
  return
}

//--- none.mlir
// NOUPDATE: error: expected a step with fp8.update to store its states, but @step has none
// NOUPDATE: note: --fp8-raise-updates makes them
func.func @step(%w: tensor<8xf32>) -> tensor<8xf32> {
  return %w : tensor<8xf32>
}

//--- taken.mlir
// TAKEN: error: expected the name 'w.residual' to be free for a plane of 'w', but this argument has it
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32> {fp8.name = "w.residual"}, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}

//--- pack.mlir
// PACK: error: expected the name @pack to be free for the conversion of states, but it is taken
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}
func.func @pack() {
  return
}
