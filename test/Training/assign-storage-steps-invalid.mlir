// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-assign-storage

// Another step has the states of the first one.

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
// expected-error @below {{expected argument #0 of 'step0' to be the state 'w' of type 'tensor<8x16xf32>', as in @step, but there is none}}
func.func @step0() {
  return
}

// -----

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
// expected-error @below {{expected argument #0 of 'step0' to be the state 'w' of type 'tensor<8x16xf32>', as in @step, but it is 'w' of type 'tensor<16xf32>'}}
func.func @step0(%w: tensor<16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}) -> (tensor<16xf32> {fp8.updates = "w"}) {
  return %w : tensor<16xf32>
}

// -----

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
// expected-error @below {{expected a result of 'step0' with 'fp8.updates' to be the new value of 'w', as in @step, but there is none}}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}) -> (tensor<8x16xf32>) {
  return %w : tensor<8x16xf32>
}

// -----

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}) {
  // expected-error @below {{expected the new value of 'w' in 'step0' to be the old value or the result of an fp8.update of it}}
  %n = arith.negf %w : tensor<8x16xf32>
  return %n : tensor<8x16xf32>
}

// -----

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}) {
  // expected-error @below {{expected the new value of 'w' in 'step0' to be the old value or the result of an fp8.update of it}}
  %n = fp8.update states(%g : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n : tensor<8x16xf32>
}

// -----

func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32>) {
  // expected-error @below {{expected an update to have the state 'w' once, but it has it twice}}
  %n:2 = fp8.update states(%w, %w : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w, %w : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %q: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s, %q : f32, f32
  }
  return %n#0, %n#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
