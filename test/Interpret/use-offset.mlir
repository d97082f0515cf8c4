// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// An offset is added to the number of a use: 16 + 3 draws the bits of use 19,
// and 16 + 2 draws others.

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @count(%a: tensor<16x32xf8E4M3FN>, %b: tensor<16x32xf8E4M3FN>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %n = linalg.generic {indexing_maps = [#ij, #ij, #none], iterator_types = ["reduction", "reduction"]} ins(%a, %b : tensor<16x32xf8E4M3FN>, tensor<16x32xf8E4M3FN>) outs(%zero : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %sum: i32):
    %0 = arith.bitcast %x : f8E4M3FN to i8
    %1 = arith.bitcast %y : f8E4M3FN to i8
    %2 = arith.cmpi ne, %0, %1 : i8
    %3 = arith.extui %2 : i1 to i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<i32>
  return %n : tensor<i32>
}

// CHECK-LABEL: @quantize
// CHECK: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK: result 1: tensor<i32>
// CHECK-NEXT: values {{[1-9][0-9]+}}{{$}}
func.func @quantize() -> (tensor<i32>, tensor<i32>) {
  %x = arith.constant dense<1.06> : tensor<16x32xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %seed = arith.constant 7 : i32
  %step = arith.constant 5 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %e = tensor.empty() : tensor<16x32xf8E4M3FN>
  %0 = fp8.quantize %x by %one rounding<stochastic> stream 4 use 19 seed %seed step %step outs(%e : tensor<16x32xf8E4M3FN>) : tensor<16x32xf32>, tensor<f32>
  %1 = fp8.quantize %x by %one rounding<stochastic> stream 4 use 16 + %three seed %seed step %step outs(%e : tensor<16x32xf8E4M3FN>) : tensor<16x32xf32>, tensor<f32>
  %2 = fp8.quantize %x by %one rounding<stochastic> stream 4 use 16 + %two seed %seed step %step outs(%e : tensor<16x32xf8E4M3FN>) : tensor<16x32xf32>, tensor<f32>
  %same = call @count(%0, %1) : (tensor<16x32xf8E4M3FN>, tensor<16x32xf8E4M3FN>) -> tensor<i32>
  %other = call @count(%0, %2) : (tensor<16x32xf8E4M3FN>, tensor<16x32xf8E4M3FN>) -> tensor<i32>
  return %same, %other : tensor<i32>, tensor<i32>
}
