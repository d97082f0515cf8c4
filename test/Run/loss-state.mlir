// RUN: fp8-run %s --steps=2 --inputs=random:1 --target=cpu 2>&1 >%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t
// RUN: fp8-run %s --steps=2 --inputs=random:1 --target=reference 2>&1 >%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t

// The only float result is the new value of an argument, so it is no loss.
// CHECK: note: no result of the step is known to be the loss
// STEPS: {{^}}2 steps,
#s = affine_map<(i) -> (i)>
#z = affine_map<(i) -> ()>
func.func @step(%x: tensor<4xf32> {fp8.name = "x"}, %y: tensor<4xf32> {fp8.name = "y"}, %p: tensor<f32> {fp8.name = "p"}) -> (tensor<f32> {fp8.updates = "p"}) {
  %c = arith.constant dense<0.0> : tensor<f32>
  %q = linalg.generic {indexing_maps = [#s, #s, #z], iterator_types = ["reduction"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %m : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %n = arith.subf %p, %q : tensor<f32>
  return %n : tensor<f32>
}
