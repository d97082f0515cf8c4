// RUN: fp8-opt %s --split-input-file --convert-fp8-to-nvvm --verify-diagnostics

// Instructions of a chip are no ops of a kernel's body.
func.func @negative_kernel(%x: memref<4xf32>, %y: memref<4xf8E4M3FN>) {
  // expected-error @below {{unsupported by convert-fp8-to-nvvm: it is not emitted yet; run --fp8-emit-gpu first}}
  fp8.kernel ins(%x : memref<4xf32>) outs(%y : memref<4xf8E4M3FN>) {
  ^bb0(%in: tensor<4xf32>, %out: tensor<4xf8E4M3FN>):
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%in : tensor<4xf32>) outs(%out : tensor<4xf8E4M3FN>) {
    ^bb0(%a: f32, %o: f8E4M3FN):
      %1 = fp8.convert %a : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<4xf8E4M3FN>
    fp8.kernel_yield %0 : tensor<4xf8E4M3FN>
  }
  return
}

// -----

func.func @negative_update(%w: tensor<4xf32>, %g: tensor<4xbf16>) -> tensor<4xf32> {
  // expected-error @below {{unsupported by convert-fp8-to-nvvm: it is not emitted yet; run --fp8-emit-gpu first}}
  %0 = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xbf16>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %1 = arith.truncf %d : f32 to bf16
    %2 = arith.extf %1 : bf16 to f32
    %3 = arith.subf %p, %2 : f32
    fp8.yield %3 : f32
  }
  return %0 : tensor<4xf32>
}
