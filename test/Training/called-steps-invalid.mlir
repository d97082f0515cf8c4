// RUN: split-file %s %t
// RUN: fp8-opt %t/quantize.mlir --fp8-quantize-contractions=recipe=delayed --verify-diagnostics
// RUN: fp8-opt %t/microbatches.mlir --fp8-microbatches=number=2 --verify-diagnostics
// RUN: fp8-opt %t/storage.mlir --fp8-assign-storage=preset=bf16-residual --verify-diagnostics
// RUN: fp8-opt %t/norm.mlir --fp8-late-norm --verify-diagnostics
// RUN: fp8-opt %t/shard.mlir --fp8-shard=min-elements=0 --verify-diagnostics

// A step that another function calls cannot get other arguments or results.

//--- quantize.mlir
func.func @step(%w: tensor<8x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>) -> (tensor<8x8xf32> {fp8.updates = "w"}, tensor<f32> {fp8.loss}) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %init = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %new = arith.addf %w, %w : tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}
func.func @caller(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> tensor<f32> {
  // expected-error @below {{unsupported by fp8-quantize-contractions: a call of 'step', a step whose arguments or results change}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  %0:2 = call @step(%w, %x) : (tensor<8x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)
  return %0#1 : tensor<f32>
}

//--- microbatches.mlir
func.func @step(%w: tensor<8x8xf32> {fp8.state = #fp8.state<param>, fp8.name = "w"}, %x: tensor<4x8xf32>) -> (tensor<8x8xf32> {fp8.updates = "w"}, tensor<f32> {fp8.loss}) {
  %init = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  return %w, %loss : tensor<8x8xf32>, tensor<f32>
}
func.func @caller() -> ((tensor<8x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)) {
  // expected-error @below {{unsupported by fp8-microbatches: the address of 'step', a step whose arguments or results change}}
  // expected-note @below {{supported: inlined calls}}
  %0 = constant @step : (tensor<8x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)
  return %0 : (tensor<8x8xf32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>)
}

//--- storage.mlir
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %new = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.addf %p, %d : f32
    fp8.yield %n : f32
  }
  return %new, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @caller(%w: tensor<8x16xf32>, %x: tensor<3x8xf32>) -> tensor<3x16xf32> {
  // expected-error @below {{unsupported by fp8-assign-storage: a call of 'step', a step whose arguments or results change}}
  // expected-note @below {{supported: inlined calls}}
  %0:2 = call @step(%w, %x, %w) : (tensor<8x16xf32>, tensor<3x8xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<3x16xf32>)
  return %0#1 : tensor<3x16xf32>
}

//--- norm.mlir
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %x, %x : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%g : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %norm = math.sqrt %s : tensor<f32>
  %factor = arith.minimumf %one, %norm : tensor<f32>
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%factor : tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8xf32>
}
func.func @caller(%w: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{unsupported by fp8-late-norm: a call of 'step', a step whose arguments or results change}}
  // expected-note @below {{supported: inlined calls}}
  %0 = call @step(%w, %w) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- shard.mlir
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @step(%w: tensor<8x8xf32> {fp8.state = #fp8.state<param>, fp8.name = "w"}) -> (tensor<8x8xf32> {fp8.updates = "w"}) {
  %0 = fp8.update states(%w : tensor<8x8xf32>) outs(%w : tensor<8x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0 : tensor<8x8xf32>
}
func.func @caller(%w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{unsupported by fp8-shard: a call of 'step', a step whose arguments or results change}}
  // expected-note @below {{supported: inlined calls}}
  %0 = call @step(%w) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}
