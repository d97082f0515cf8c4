// RUN: split-file %s %t
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=preset=anyprecision 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage="preset=msamp policy=delayed" 2>&1 | FileCheck %s --check-prefix=MSAMP
// RUN: not fp8-opt %t/roots.mlir --split-input-file --fp8-assign-storage=preset=anyprecision 2>&1 | FileCheck %s --check-prefix=ROOT
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=fp8-split8:group:0 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=fp8-split8: 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=fp8-split8:row 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=msamp:group:128 2>&1 | FileCheck %s --check-prefix=NOGRANULES
// RUN: not fp8-opt %t/bias.mlir --fp8-assign-storage=override=b=fp8-split8:block:128x1 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage="preset=fp8-split8 policy=delayed" 2>&1 | FileCheck %s --check-prefix=DELAYED
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=x=fp32 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=bf16 2>&1 | FileCheck %s --check-prefix=UNPRESET
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=fp32 2>&1 | FileCheck %s --check-prefix=NOPATTERN
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage="override=(w=fp32" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not fp8-opt %t/step.mlir --fp8-assign-storage=override=w=anyprecision 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not fp8-opt %t/other.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=NOSTEP
// RUN: not fp8-opt %t/none.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=NOUPDATE
// RUN: not fp8-opt %t/slice.mlir --fp8-raise-updates --fp8-assign-storage=preset=fp8-split8 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: not fp8-opt %t/taken.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fp8-opt %t/taken-result.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not fp8-opt %t/pack.mlir --fp8-assign-storage 2>&1 | FileCheck %s --check-prefix=PACK

//--- step.mlir
// ANY: step.mlir:[[#]]:{{.*}} error: expected the update of 'w' to be AdamW for preset 'anyprecision', but it has no quotient of a moment and the root of another
// ANY: note: supported are w' = F * w - S * m' / (R * sqrt(v') + epsilon) with scalars F, S and R
// MSAMP: error: expected a storage policy of current or bounded for preset 'msamp', but got delayed
// GROUP: error: expected a storage override of the form PATTERN=PRESET or PATTERN=PRESET:GRANULES, but got 'w=fp8-split8:group:0'
// GROUP: note: granularities of moments: group:N and block:MxN
// ROW: but got 'w=fp8-split8:row'
// EMPTY: but got 'w=fp8-split8:'
// NOGRANULES: error: expected a granularity only for fp8-split8 or fp8-split16, whose moments have scales per group, but the storage override is 'w=msamp:group:128'
// DELAYED: error: expected a storage policy of current or bounded for preset 'fp8-split8', but got delayed
// DELAYED: note: a weight that outgrows the scale of an earlier step saturates, and the stored value is its only copy
// UNKNOWN: error: expected a storage override to name a parameter that an fp8.update changes, but 'x' matches none
// UNKNOWN: note: parameters: w
// UNPRESET: error: expected a storage override of the form PATTERN=PRESET or PATTERN=PRESET:GRANULES, but got 'w=bf16'
// UNPRESET: note: presets: fp32, bf16-residual, {{.*}}msamp
// NOPATTERN: error: expected a storage override of the form PATTERN=PRESET or PATTERN=PRESET:GRANULES, but got 'fp32'
// REGEX: error: expected storage overrides to be regular expressions, but '(w' is not one: parentheses not balanced
// NAMED: error: expected the update of 'w' to be AdamW for preset 'anyprecision'
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
// NOSTEP: error: expected a function @step with a body, but the module has none
// NOSTEP: note: run --fp8-annotate-states, which renames the step function to @step
func.func @train() {
  return
}

//--- none.mlir
// NOUPDATE: error: expected a step with fp8.update to store its states, but @step has none
// NOUPDATE: note: --fp8-raise-updates creates fp8.update ops
func.func @step(%w: tensor<8xf32>) -> tensor<8xf32> {
  return %w : tensor<8xf32>
}

//--- slice.mlir
// SLICE: error: expected a step with fp8.update to store its states, but @step has none
// SLICE: note: --fp8-raise-updates left the update of 'w' as it is: this 'tensor.insert_slice' computes its new value, and it is not elementwise
func.func @step(%w: tensor<8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %some = tensor.extract_slice %w[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %new = arith.subf %some, %g : tensor<4xf32>
  %n = tensor.insert_slice %new into %w[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %n : tensor<8xf32>
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

//--- taken-result.mlir
// RESULT: error: expected the name 'w.residual' to be free for a plane of 'w', but a result of @step has it
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<4x16xf32> {fp8.name = "w.residual"}) {
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

//--- roots.mlir
// The epsilon is under the root.
// ROOT: but something is added under its root
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %d: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%d : tensor<8x16xf32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %gradient: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %eps = arith.constant 1.0e-8 : f32
    %g = arith.addf %gradient, %gradient : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %g : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b1, %b : f32
    %3 = arith.mulf %g, %g : f32
    %4 = arith.mulf %a1, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %in = arith.addf %v1, %eps : f32
    %root = math.sqrt %in : f32
    %u = arith.divf %m1, %root : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// The decay is in the gradient.
// ROOT: but it has no quotient of a moment and the root of another
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %d: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%d : tensor<8x16xf32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %gradient: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %eps = arith.constant 1.0e-8 : f32
    %l2 = arith.mulf %a1, %p : f32
    %g = arith.addf %gradient, %l2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %g : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b1, %b : f32
    %3 = arith.mulf %g, %g : f32
    %4 = arith.mulf %a1, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %root = math.sqrt %v1 : f32
    %u = arith.divf %m1, %root : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

//--- bias.mlir
// RANK: error: expected a granularity that fits 'b', 'tensor<16xf32>', but got block
func.func @step(%b: tensor<16xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %g: tensor<16xf32>) -> (tensor<16xf32> {fp8.updates = "b"}) {
  %n = fp8.update states(%b : tensor<16xf32>) inputs(%g : tensor<16xf32>) outs(%b : tensor<16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  return %n : tensor<16xf32>
}
