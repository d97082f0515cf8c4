// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// In f32; rounded once to bf16; saturated in f16.
// CHECK-LABEL: @per_tensor
// CHECK-NEXT: result 0: tensor<10xf32>
// CHECK-NEXT: codes  00000000 80000000 3A83126F BA83126F 3EE56042 BEE56042 7FC00000 7FC00000 3603126F 3783126F{{$}}
// CHECK-NEXT: values 0 -0 0.00100000005 -0.00100000005 0.448000014 -0.448000014 nan nan 1.95312509e-06 1.56250007e-05{{$}}
// CHECK-NEXT: result 1: tensor<10xbf16>
// CHECK-NEXT: codes  0000 8000 3A83 BA83 3EE5 BEE5 7FC0 7FC0 3603 3783{{$}}
// CHECK-NEXT: values 0 -0 0.000999450684 -0.000999450684 0.447265625 -0.447265625 nan nan 1.95205212e-06 1.56164169e-05{{$}}
// CHECK-NEXT: result 2: tensor<10xf16>
// CHECK-NEXT: codes  0000 8000 63D0 E3D0 7BFF FBFF 7E00 7E00 3FD0 4BD0{{$}}
// CHECK-NEXT: values 0 -0 1000 -1000 65504 -65504 nan nan 1.953125 15.625{{$}}
func.func @per_tensor() -> (tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>) {
  %bits = arith.constant dense<[0, -128, 56, -72, 126, -2,
      127, -1, 1, 8]> : tensor<10xi8>
  %codes = arith.bitcast %bits : tensor<10xi8> to tensor<10xf8E4M3FN>
  %small = arith.constant dense<1.0e-3> : tensor<f32>
  %large = arith.constant dense<1.0e+3> : tensor<f32>
  %e32 = tensor.empty() : tensor<10xf32>
  %eb = tensor.empty() : tensor<10xbf16>
  %eh = tensor.empty() : tensor<10xf16>
  %0 = fp8.dequantize %codes by %small outs(%e32 : tensor<10xf32>) : tensor<10xf8E4M3FN>, tensor<f32>
  %1 = fp8.dequantize %codes by %small outs(%eb : tensor<10xbf16>) : tensor<10xf8E4M3FN>, tensor<f32>
  %2 = fp8.dequantize %codes by %large outs(%eh : tensor<10xf16>) : tensor<10xf8E4M3FN>, tensor<f32>
  return %0, %1, %2 : tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>
}

// CHECK-LABEL: @row
// CHECK-NEXT: result 0: tensor<3x5xf32>
// CHECK-NEXT: codes  3C800000 40000000 45C00000 7F800000 FF800000{{$}}
// CHECK-NEXT: values 0.015625 2 6144 inf -inf{{$}}
// CHECK-NEXT: codes  44700000 C7A80000 7FC00000 C7F00000 7FC00000{{$}}
// CHECK-NEXT: values 960 -86016 nan -122880 nan{{$}}
// CHECK-NEXT: codes  B8000000 4099999A 3E19999A 374CCCCD C54CCCCD{{$}}
// CHECK-NEXT: values -3.05175781e-05 4.80000019 0.150000006 1.22070314e-05 -3276.80005{{$}}
func.func @row() -> tensor<3x5xf32> {
  %bits = arith.constant dense<[[40, 68, 114, 124, -4],
       [93, -9, 125, -7, -3],
       [-115, 82, 62, 8, -8]]> : tensor<3x5xi8>
  %codes = arith.bitcast %bits : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %s = arith.constant dense<[0x3F000000, 0x40400000, 0x3DCCCCCD]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = fp8.dequantize %codes by %s granularity<row> outs(%e : tensor<3x5xf32>) : tensor<3x5xf8E5M2>, tensor<3xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: @block
// CHECK-NEXT: result 0: tensor<3x5xf32>
// CHECK-NEXT: codes  3C800000 40000000 45C00000 7F800000 FF800000{{$}}
// CHECK-NEXT: values 0.015625 2 6144 inf -inf{{$}}
// CHECK-NEXT: codes  43200000 C6600000 7FC00000 C7F00000 7FC00000{{$}}
// CHECK-NEXT: values 160 -14336 nan -122880 nan{{$}}
// CHECK-NEXT: codes  B8000000 4099999A 3E19999A 3A600000 C8600000{{$}}
// CHECK-NEXT: values -3.05175781e-05 4.80000019 0.150000006 0.000854492188 -229376{{$}}
func.func @block() -> tensor<3x5xf32> {
  %bits = arith.constant dense<[[40, 68, 114, 124, -4],
       [93, -9, 125, -7, -3],
       [-115, 82, 62, 8, -8]]> : tensor<3x5xi8>
  %codes = arith.bitcast %bits : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %s = arith.constant dense<[[0x3F000000, 0x40400000],
       [0x3DCCCCCD, 0x40E00000]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = fp8.dequantize %codes by %s granularity<block 2x3> outs(%e : tensor<3x5xf32>) : tensor<3x5xf8E5M2>, tensor<2x2xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: @group
// CHECK-NEXT: result 0: tensor<3x5xf32>
// CHECK-NEXT: codes  3C800000 40000000 45C00000 7F800000 FF800000{{$}}
// CHECK-NEXT: values 0.015625 2 6144 inf -inf{{$}}
// CHECK-NEXT: codes  44700000 C7A80000 7FC00000 C5800000 7FC00000{{$}}
// CHECK-NEXT: values 960 -86016 nan -4096 nan{{$}}
// CHECK-NEXT: codes  B8000000 4099999A 41280000 3A600000 C8600000{{$}}
// CHECK-NEXT: values -3.05175781e-05 4.80000019 10.5 0.000854492188 -229376{{$}}
func.func @group() -> tensor<3x5xf32> {
  %bits = arith.constant dense<[[40, 68, 114, 124, -4],
       [93, -9, 125, -7, -3],
       [-115, 82, 62, 8, -8]]> : tensor<3x5xi8>
  %codes = arith.bitcast %bits : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %s = arith.constant dense<[0x3F000000, 0x40400000, 0x3DCCCCCD, 0x40E00000]> : tensor<4xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = fp8.dequantize %codes by %s granularity<group 4> outs(%e : tensor<3x5xf32>) : tensor<3x5xf8E5M2>, tensor<4xf32>
  return %0 : tensor<3x5xf32>
}

// Code 0 is 2^-127, a subnormal; 0xFF makes the whole granule NaN.
// CHECK-LABEL: @mx
// CHECK-NEXT: result 0: tensor<2x33xf32>
// CHECK-NEXT: codes  3B000000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 3F800000 00400000{{$}}
// CHECK-NEXT: values 0.001953125 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 5.87747175e-39{{$}}
// CHECK-NEXT: codes  7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7FC00000 7C000000{{$}}
// CHECK-NEXT: values nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan 2.65845599e+36{{$}}
func.func @mx() -> tensor<2x33xf32> {
  %bits = arith.constant dense<[[1, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56],
       [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]]> : tensor<2x33xi8>
  %codes = arith.bitcast %bits : tensor<2x33xi8> to tensor<2x33xf8E4M3FN>
  %sbits = arith.constant dense<[[127, 0], [-1, -2]]> : tensor<2x2xi8>
  %s = arith.bitcast %sbits : tensor<2x2xi8> to tensor<2x2xf8E8M0FNU>
  %e = tensor.empty() : tensor<2x33xf32>
  %0 = fp8.dequantize %codes by %s granularity<mx> outs(%e : tensor<2x33xf32>) : tensor<2x33xf8E4M3FN>, tensor<2x2xf8E8M0FNU>
  return %0 : tensor<2x33xf32>
}
