// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Columns: amaxes that rise and fall; a tensor that is not used for a step; one
// that is infinite, then NaN; a live slot from outside; one never used.

// CHECK-LABEL: @max{{$}}
// CHECK-NEXT: result 0: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 3F800000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 3 1 0 5 0{{$}}
// CHECK-NEXT: result 1: tensor<5xf32>
// CHECK-NEXT: codes  42955555 43600000 3F000000 42333333 41000000{{$}}
// CHECK-NEXT: values 74.6666641 224 0.5 44.7999992 8{{$}}
// CHECK-NEXT: result 2: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 3F800000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 1 0 0{{$}}
// CHECK-NEXT: result 3: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 3 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 3F800000 40000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 1 2 5 0{{$}}
// CHECK-NEXT: result 4: tensor<5xf32>
// CHECK-NEXT: codes  41B33333 43600000 42E00000 42333333 41000000{{$}}
// CHECK-NEXT: values 22.3999996 224 112 44.7999992 8{{$}}
// CHECK-NEXT: result 5: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: result 6: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 3 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 3F800000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 1 0 5 0{{$}}
// CHECK-NEXT: codes  3F000000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 4 2 1 0{{$}}
// CHECK-NEXT: result 7: tensor<5xf32>
// CHECK-NEXT: codes  41B33333 42600000 42E00000 42333333 41000000{{$}}
// CHECK-NEXT: values 22.3999996 56 112 44.7999992 8{{$}}
// CHECK-NEXT: result 8: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 3F800000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 1 0 0{{$}}
// CHECK-NEXT: result 9: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 00000000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 0 0 5 0{{$}}
// CHECK-NEXT: codes  3F000000 3F800000 00000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 1 0 1 0{{$}}
// CHECK-NEXT: codes  3E800000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.25 4 2 1 0{{$}}
// CHECK-NEXT: result 10: tensor<5xf32>
// CHECK-NEXT: codes  41B33333 42600000 42E00000 42333333 41000000{{$}}
// CHECK-NEXT: values 22.3999996 56 112 44.7999992 8{{$}}
// CHECK-NEXT: result 11: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: result 12: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  3F000000 3F800000 00000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 1 0 1 0{{$}}
// CHECK-NEXT: codes  3E800000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.25 4 2 1 0{{$}}
// CHECK-NEXT: codes  3E000000 40000000 3F800000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.125 2 1 1 0{{$}}
// CHECK-NEXT: result 13: tensor<5xf32>
// CHECK-NEXT: codes  41B33333 42600000 42E00000 42333333 41000000{{$}}
// CHECK-NEXT: values 22.3999996 56 112 44.7999992 8{{$}}
// CHECK-NEXT: result 14: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
func.func @max() -> (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %h = arith.constant dense<[[0x00000000, 0x00000000, 0x00000000, 0x40A00000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000]]> : tensor<4x5xf32>
  %s = arith.constant dense<[0x3F800000, 0x40000000, 0x3F000000, 0x3F800000, 0x41000000]> : tensor<5xf32>
  %a0 = arith.constant dense<[0x40400000, 0x3F800000, 0x7F800000, 0x00000000, 0x00000000]> : tensor<5xf32>
  %0:3 = fp8.update_scales %h, %a0, %s for e4m3 scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a1 = arith.constant dense<[0x41200000, 0x00000000, 0x40000000, 0x00000000, 0x00000000]> : tensor<5xf32>
  %1:3 = fp8.update_scales %0#0, %a1, %0#1 for e4m3 scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a2 = arith.constant dense<[0x3F000000, 0x40800000, 0x7FC00000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %2:3 = fp8.update_scales %1#0, %a2, %1#1 for e4m3 scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a3 = arith.constant dense<[0x3E800000, 0x00000000, 0x00000000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %3:3 = fp8.update_scales %2#0, %a3, %2#1 for e4m3 scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a4 = arith.constant dense<[0x3E000000, 0x40000000, 0x3F800000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %4:3 = fp8.update_scales %3#0, %a4, %3#1 for e4m3 scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2#0, %2#1, %2#2, %3#0, %3#1, %3#2, %4#0, %4#1, %4#2 : tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: @most_recent{{$}}
// CHECK-NEXT: result 0: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 3F800000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 3 1 0 5 0{{$}}
// CHECK-NEXT: result 1: tensor<5xf32>
// CHECK-NEXT: codes  42955555 43600000 3F000000 42333333 41000000{{$}}
// CHECK-NEXT: values 74.6666641 224 0.5 44.7999992 8{{$}}
// CHECK-NEXT: result 2: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 3F800000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 1 0 0{{$}}
// CHECK-NEXT: result 3: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 3 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 3F800000 40000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 1 2 5 0{{$}}
// CHECK-NEXT: result 4: tensor<5xf32>
// CHECK-NEXT: codes  41B33333 43600000 42E00000 42333333 41000000{{$}}
// CHECK-NEXT: values 22.3999996 224 112 44.7999992 8{{$}}
// CHECK-NEXT: result 5: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: result 6: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  40400000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 3 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 3F800000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 1 0 5 0{{$}}
// CHECK-NEXT: codes  3F000000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 4 2 1 0{{$}}
// CHECK-NEXT: result 7: tensor<5xf32>
// CHECK-NEXT: codes  43E00000 42600000 42E00000 43600000 41000000{{$}}
// CHECK-NEXT: values 448 56 112 224 8{{$}}
// CHECK-NEXT: result 8: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 3F800000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 1 0 0{{$}}
// CHECK-NEXT: result 9: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  41200000 00000000 00000000 40A00000 00000000{{$}}
// CHECK-NEXT: values 10 0 0 5 0{{$}}
// CHECK-NEXT: codes  3F000000 3F800000 00000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 1 0 1 0{{$}}
// CHECK-NEXT: codes  3E800000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.25 4 2 1 0{{$}}
// CHECK-NEXT: result 10: tensor<5xf32>
// CHECK-NEXT: codes  44600000 42600000 42E00000 43600000 41000000{{$}}
// CHECK-NEXT: values 896 56 112 224 8{{$}}
// CHECK-NEXT: result 11: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: result 12: tensor<4x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
// CHECK-NEXT: codes  3F000000 3F800000 00000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.5 1 0 1 0{{$}}
// CHECK-NEXT: codes  3E800000 40800000 40000000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.25 4 2 1 0{{$}}
// CHECK-NEXT: codes  3E000000 40000000 3F800000 3F800000 00000000{{$}}
// CHECK-NEXT: values 0.125 2 1 1 0{{$}}
// CHECK-NEXT: result 13: tensor<5xf32>
// CHECK-NEXT: codes  44E00000 42E00000 43600000 43600000 41000000{{$}}
// CHECK-NEXT: values 1792 112 224 224 8{{$}}
// CHECK-NEXT: result 14: tensor<5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 00000000 00000000{{$}}
// CHECK-NEXT: values 0 0 0 0 0{{$}}
func.func @most_recent() -> (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %h = arith.constant dense<[[0x00000000, 0x00000000, 0x00000000, 0x40A00000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000]]> : tensor<4x5xf32>
  %s = arith.constant dense<[0x3F800000, 0x40000000, 0x3F000000, 0x3F800000, 0x41000000]> : tensor<5xf32>
  %a0 = arith.constant dense<[0x40400000, 0x3F800000, 0x7F800000, 0x00000000, 0x00000000]> : tensor<5xf32>
  %0:3 = fp8.update_scales %h, %a0, %s for e4m3 algo<most_recent> scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a1 = arith.constant dense<[0x41200000, 0x00000000, 0x40000000, 0x00000000, 0x00000000]> : tensor<5xf32>
  %1:3 = fp8.update_scales %0#0, %a1, %0#1 for e4m3 algo<most_recent> scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a2 = arith.constant dense<[0x3F000000, 0x40800000, 0x7FC00000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %2:3 = fp8.update_scales %1#0, %a2, %1#1 for e4m3 algo<most_recent> scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a3 = arith.constant dense<[0x3E800000, 0x00000000, 0x00000000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %3:3 = fp8.update_scales %2#0, %a3, %2#1 for e4m3 algo<most_recent> scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  %a4 = arith.constant dense<[0x3E000000, 0x40000000, 0x3F800000, 0x3F800000, 0x00000000]> : tensor<5xf32>
  %4:3 = fp8.update_scales %3#0, %a4, %3#1 for e4m3 algo<most_recent> scaling<margin = 1> : tensor<4x5xf32>, tensor<5xf32>
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2#0, %2#1, %2#2, %3#0, %3#1, %3#2, %4#0, %4#1, %4#2 : tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>
}

// A history of one row is only cleared.
// CHECK-LABEL: @length_1
// CHECK-NEXT: result 0: tensor<1x2xf32>
// CHECK-NEXT: codes  00000000 00000000{{$}}
// CHECK-NEXT: values 0 0{{$}}
// CHECK-NEXT: result 1: tensor<2xf32>
// CHECK-NEXT: codes  46E00000 46000000{{$}}
// CHECK-NEXT: values 28672 8192{{$}}
// CHECK-NEXT: result 2: tensor<2xf32>
// CHECK-NEXT: codes  00000000 00000000{{$}}
// CHECK-NEXT: values 0 0{{$}}
func.func @length_1() -> (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %h = arith.constant dense<[[0.0, 7.0]]> : tensor<1x2xf32>
  %s = arith.constant dense<1.0> : tensor<2xf32>
  %a = arith.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %0:3 = fp8.update_scales %h, %a, %s for e5m2 : tensor<1x2xf32>, tensor<2xf32>
  return %0#0, %0#1, %0#2 : tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>
}
