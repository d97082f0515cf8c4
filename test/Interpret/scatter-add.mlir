// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Index 2 occurs twice and adds in order; -1 and 4 are dropped.
// CHECK-LABEL: @rows
// CHECK-NEXT: result 0: tensor<4x3xf32>
// CHECK-NEXT: codes  3F8B31F9 3F56C17C BEC33CCA{{$}}
// CHECK-NEXT: values 1.08746254 0.838889837 -0.381323159{{$}}
// CHECK-NEXT: codes  BF98B158 BFA17D45 BD58C673{{$}}
// CHECK-NEXT: values -1.1929121 -1.26163542 -0.0529236309{{$}}
// CHECK-NEXT: codes  3F8C4FC2 3EA4AA63 4017A820{{$}}
// CHECK-NEXT: values 1.09618402 0.321612448 2.36963654{{$}}
// CHECK-NEXT: codes  3CCF4CC1 BF001E9B 3C2B9D61{{$}}
// CHECK-NEXT: values 0.0253051538 -0.500467002 0.0104745338{{$}}
func.func @rows() -> tensor<4x3xf32> {
  %t = arith.constant dense<[[0x3F068B77, 0xBE9F6821, 0x3E6F9BDF],
       [0xBF98B158, 0xBFA17D45, 0xBD58C673],
       [0x3ED8F42C, 0xBFA3BAAC, 0x400F583C],
       [0x3CCF4CC1, 0xBF001E9B, 0x3C2B9D61]]> : tensor<4x3xf32>
  %u = arith.constant dense<[[0x3EEC436A, 0x3FD49830, 0x3F2803D0],
       [0x3F0FD87B, 0x3F933AC6, 0xBF1D855D],
       [0x3E580EE8, 0xBD765D67, 0xBF06C442],
       [0xBE9DD0DB, 0xBEC81926, 0xBF1B9E4B],
       [0x3EA92F3F, 0xBEA8F551, 0x4028EE1C]]> : tensor<5x3xf32>
  %i = arith.constant dense<[[2], [0], [2], [-1], [4]]> : tensor<5x1xi64>
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<4x3xf32>) : tensor<5x3xf32>, tensor<5x1xi64>
  return %0 : tensor<4x3xf32>
}

// The order shows: 1e8 + 1 - 1e8 is 0 in f32, and 1e8 - 1e8 + 1 is 1.
// CHECK-LABEL: @order
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes  00000000 3F800000{{$}}
// CHECK-NEXT: values 0 1{{$}}
func.func @order() -> tensor<2xf32> {
  %t = arith.constant dense<0.0> : tensor<2xf32>
  %u = arith.constant dense<[1.0e+8, 1.0, -1.0e+8, 1.0e+8, -1.0e+8, 1.0]> : tensor<6xf32>
  %i = arith.constant dense<[[0], [0], [0], [1], [1], [1]]> : tensor<6x1xi32>
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<2xf32>) : tensor<6xf32>, tensor<6x1xi32>
  return %0 : tensor<2xf32>
}

// Elements, in bf16, each addition rounded; one index in range and one not.
// CHECK-LABEL: @elements
// CHECK-NEXT: result 0: tensor<2x2xbf16>
// CHECK-NEXT: codes  0000 0000
// CHECK-NEXT: values 0 0
// CHECK-NEXT: codes  4380 0000
// CHECK-NEXT: values 256 0
func.func @elements() -> tensor<2x2xbf16> {
  %t = arith.constant dense<0.0> : tensor<2x2xbf16>
  %u = arith.constant dense<[256.0, 1.0, 1.0, 5.0, 7.0]> : tensor<5xbf16>
  %i = arith.constant dense<[[1, 0], [1, 0], [1, 0], [0, 2], [-9223372036854775808, 1]]> : tensor<5x2xindex>
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<2x2xbf16>) : tensor<5xbf16>, tensor<5x2xindex>
  return %0 : tensor<2x2xbf16>
}
