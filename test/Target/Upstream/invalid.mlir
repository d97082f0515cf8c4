// RUN: fp8-opt %s --fp8-upstream-pipeline --verify-diagnostics

func.func @kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{unsupported by fp8-upstream-order-contractions: 'fp8.kernel', an op of Fused or Planned form}}
  // expected-note @below {{supported are ops of Model and Scaled form; for others, use --fp8-cpu-pipeline and --fp8-gpu-pipeline}}
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.negf %a : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}
