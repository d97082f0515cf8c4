// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-annotate-states

// One result, two arguments that fit alike.
func.func @negative_tie_of_arguments(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{result #0 is computed here}}
  %s = arith.addf %a, %b : tensor<4xf32>
  // expected-note @below {{fp8.updates on a result is the fp8.name of an argument, or arg<N>; updates= of fp8.jax.capture and --updates of fp8.import_stablehlo write it}}
  // expected-error @below {{result #0 may overwrite 'arg0' or 'arg1'; add {fp8.updates = "arg0"} to the result}}
  return %s : tensor<4xf32>
}

// -----

func.func @negative_tie_of_results(%a: tensor<4xf32> {fp8.name = "a"}) -> (tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>) {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %s = arith.constant dense<2.0> : tensor<f32>
  // expected-note @below {{result #1 is computed here}}
  %p = arith.addf %a, %c : tensor<4xf32>
  %q = arith.mulf %a, %c : tensor<4xf32>
  // expected-note @below {{fp8.updates on a result is the fp8.name of an argument, or arg<N>; updates= of fp8.jax.capture and --updates of fp8.import_stablehlo write it}}
  // expected-error @below {{results #1 and #3 may overwrite 'a'; add {fp8.updates = "a"} to the result that does}}
  return %s, %p, %s, %q : tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>
}

// -----

// expected-error @below {{expected one public function with a body, but got 2; name the training step by entry= of --fp8-annotate-states or --fp8-train-pipeline, or by --entry of fp8-run}}
// expected-note @below {{@a}}
func.func @a(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// expected-note @below {{@b}}
func.func @b(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error @below {{expected a public function with a body, the training step, but the module has none}}
module {
  func.func private @a(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

// expected-error @below {{expected the name @step to be free for the training step, but another symbol has it}}
func.func @train(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// expected-note @below {{the other symbol is here}}
func.func private @step(%x: tensor<f32>) -> tensor<f32>

// -----

func.func @negative_alias_of_other_type(%x: tensor<4xf32> {tf.aliasing_output = 0 : i64}) -> tensor<f32> {
  %c = arith.constant dense<2.0> : tensor<f32>
  // expected-error @below {{expected result #0 to have the type of 'arg0', which it overwrites by tf.aliasing_output, but got 'tensor<f32>' and 'tensor<4xf32>'}}
  return %c : tensor<f32>
}

// -----

func.func @negative_alias_of_no_result(%x: tensor<4xf32> {tf.aliasing_output = 1 : i64}) -> tensor<f32> {
  %c = arith.constant dense<2.0> : tensor<f32>
  // expected-error @below {{expected tf.aliasing_output of 'arg0' to be a result number, but got 1}}
  return %c : tensor<f32>
}

// -----

func.func @negative_two_aliases(%x: tensor<4xf32> {tf.aliasing_output = 0 : i64}, %y: tensor<4xf32> {tf.aliasing_output = 0 : i64}) -> tensor<4xf32> {
  // expected-error @below {{expected result #0 to overwrite one argument, but tf.aliasing_output of 'arg1' names it again}}
  return %x : tensor<4xf32>
}

// -----

// A tracer was handed one tensor for both moments: the second argument is
// never read, and a result has nothing to overwrite.

// expected-warning @below {{1 of 2 results overwrite no argument, although arguments of their type are never read}}
// expected-note @below {{the first is result #1; this happens if the capture passes one tensor to two states}}
func.func @negative_moment_never_read(%m: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant dense<0.5> : tensor<4xf32>
  %m1 = arith.mulf %m, %c : tensor<4xf32>
  %mm = arith.mulf %m, %m : tensor<4xf32>
  %v1 = arith.mulf %mm, %c : tensor<4xf32>
  return %m1, %v1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A remaining call is recursive, or func's inliner is not registered.

func.func private @own(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @own(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @negative_call(%w: tensor<4xf32> {fp8.name = "w"}) -> (tensor<4xf32> {fp8.updates = "w"}) {
  // expected-error @below {{unsupported: a call of 'own' in a training step}}
  // expected-note @below {{calls of private functions without recursion are inlined before this pass}}
  %0 = call @own(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Both results read both arguments in one op: nothing but their order tells
// the states apart, which is worth a notice.

// expected-remark @below {{2 of 2 states pair with results by type and order alone: the first is 'a' with result #0}}
// expected-note @below {{fp8.updates on a result is the fp8.name of an argument, or arg<N>}}
func.func @order(%a: tensor<4xf32> {fp8.name = "a"}, %x: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = arith.addf %a, %b : tensor<4xf32>
  %d = arith.mulf %a, %b : tensor<4xf32>
  return %s, %d : tensor<4xf32>, tensor<4xf32>
}

// -----

// Said, it needs no notice.
func.func @attributes(%a: tensor<4xf32> {fp8.name = "a"}, %b: tensor<4xf32>) -> (tensor<4xf32> {fp8.updates = "arg1"}, tensor<4xf32>) {
  %s = arith.addf %a, %b : tensor<4xf32>
  %d = arith.mulf %a, %b : tensor<4xf32>
  return %s, %d : tensor<4xf32>, tensor<4xf32>
}
