// RUN: fp8-eval %s | FileCheck %s

// A kernel computes its body: the same ops outside have the same bits.

#n = affine_map<(i) -> (i)>
#n0 = affine_map<(i) -> ()>

// The init is read, and so is an input that is an init too; neither changes.
// CHECK-LABEL: @reads_its_init
// CHECK: values 11 22 33{{$}}
// CHECK: values 10 20 30{{$}}
func.func @reads_its_init() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %z = fp8.kernel ins(%x : tensor<3xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%in: tensor<3xf32>, %out: tensor<3xf32>):
    %0 = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]} ins(%in : tensor<3xf32>) outs(%out : tensor<3xf32>) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      linalg.yield %1 : f32
    } -> tensor<3xf32>
    fp8.kernel_yield %0 : tensor<3xf32>
  }
  return %z, %y : tensor<3xf32>, tensor<3xf32>
}

// Two results, of which one is a reduction that the other reads.
// CHECK-LABEL: @normalizes
// CHECK: values 0.25 0.5 1{{$}}
// CHECK: values 4{{$}}
func.func @normalizes() -> (tensor<3xf8E4M3FN>, tensor<f32>) {
  %x = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %codes = tensor.empty() : tensor<3xf8E4M3FN>
  %none = tensor.empty() : tensor<f32>
  %r:2 = fp8.kernel "normalize" ins(%x : tensor<3xf32>) outs(%codes, %none : tensor<3xf8E4M3FN>, tensor<f32>) {
  ^bb0(%in: tensor<3xf32>, %out0: tensor<3xf8E4M3FN>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %max = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]} ins(%in : tensor<3xf32>) outs(%init : tensor<f32>) {
    ^bb0(%a: f32, %acc: f32):
      %0 = arith.maximumf %acc, %a : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %q = linalg.generic {indexing_maps = [#n, #n0, #n], iterator_types = ["parallel"]} ins(%in, %max : tensor<3xf32>, tensor<f32>) outs(%out0 : tensor<3xf8E4M3FN>) {
    ^bb0(%a: f32, %m: f32, %unused: f8E4M3FN):
      %0 = arith.divf %a, %m : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<3xf8E4M3FN>
    fp8.kernel_yield %q, %max : tensor<3xf8E4M3FN>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<3xf8E4M3FN>, tensor<f32>
}
