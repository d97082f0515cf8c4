// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Rows from `valid` on are padding. Their new values are 0, although the region
// returns 1 for them, and they add nothing to reductions.
// CHECK-LABEL: @reductions
// CHECK-NEXT: result 0: tensor<4x2xf32>
// CHECK-NEXT: codes  40000000 40400000{{$}}
// CHECK-NEXT: values 2 3{{$}}
// CHECK-NEXT: codes  40800000 40A00000{{$}}
// CHECK-NEXT: values 4 5{{$}}
// CHECK-NEXT: codes  40C00000 40E00000{{$}}
// CHECK-NEXT: values 6 7{{$}}
// CHECK-NEXT: codes  00000000 00000000{{$}}
// CHECK-NEXT: values 0 0{{$}}
// CHECK: result 1: tensor<f32>
// CHECK: values 27{{$}}
// CHECK: result 2: tensor<f32>
// CHECK: values -2{{$}}
func.func @reductions() -> (tensor<4x2xf32>, tensor<f32>, tensor<f32>) {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [0.0, 0.0]]> : tensor<4x2xf32>
  %sum = arith.constant dense<0.0> : tensor<f32>
  %max = arith.constant dense<-9.0> : tensor<f32>
  %rows = arith.constant 3 : index
  %r:3 = fp8.update states(%w : tensor<4x2xf32>) reductions [#fp8.reduction<sum>, #fp8.reduction<max>] valid %rows outs(%w, %sum, %max : tensor<4x2xf32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.addf %p, %one : f32
    %negative = arith.negf %n : f32
    fp8.yield %n, %n, %negative : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : tensor<4x2xf32>, tensor<f32>, tensor<f32>
}

// A rank may hold nothing but padding. The amax is the init.
// CHECK-LABEL: @empty
// CHECK-NEXT: result 0: tensor<4xf8E4M3FN>
// CHECK-NEXT: codes  00 00 00 00{{$}}
// CHECK: result 1: tensor<f32>
// CHECK: values 0.5{{$}}
func.func @empty() -> (tensor<4xf8E4M3FN>, tensor<f32>) {
  %w = arith.constant dense<0.0> : tensor<4xf8E4M3FN>
  %scale = arith.constant dense<1.0> : tensor<f32>
  %amax = arith.constant dense<0.5> : tensor<f32>
  %rows = arith.constant 0 : index
  %r:2 = fp8.update states(%w : tensor<4xf8E4M3FN>) scales(%scale, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] valid %rows outs(%w, %amax : tensor<4xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.divf %one, %p : f32
    fp8.yield %n : f32
  }
  return %r#0, %r#1 : tensor<4xf8E4M3FN>, tensor<f32>
}

// A granule of padding has the scale of a granule of zeros.
// CHECK-LABEL: @granules
// CHECK-NEXT: result 0: tensor<2x2xf8E4M3FN>
// CHECK-NEXT: codes  7E 7E{{$}}
// CHECK: codes  00 00{{$}}
// CHECK: result 1: tensor<2xf32>
// CHECK: values 0.00892857183 1{{$}}
func.func @granules() -> (tensor<2x2xf8E4M3FN>, tensor<2xf32>) {
  %w = arith.constant dense<0.0> : tensor<2x2xf8E4M3FN>
  %s = arith.constant dense<1.0> : tensor<2xf32>
  %rows = arith.constant 1 : index
  %r:2 = fp8.update states(%w, %s : tensor<2x2xf8E4M3FN>, tensor<2xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 2>>] valid %rows outs(%w, %s : tensor<2x2xf8E4M3FN>, tensor<2xf32>) {
  ^bb0(%p: f32):
    %n = arith.constant 4.0 : f32
    fp8.yield %n : f32
  }
  return %r#0, %r#1 : tensor<2x2xf8E4M3FN>, tensor<2xf32>
}
