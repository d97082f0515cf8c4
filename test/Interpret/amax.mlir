// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// NaN wins over infinity and is canonical; -0 has magnitude 0; inits count.
// CHECK-LABEL: @rows
// CHECK-NEXT: result 0: tensor<4xf32>
// CHECK-NEXT: codes  40000000 3E800000 7FC00000 7F800000{{$}}
// CHECK-NEXT: values 2 0.25 nan inf{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  7FC00000{{$}}
// CHECK-NEXT: values nan{{$}}
func.func @rows() -> (tensor<4xf32>, tensor<f32>) {
  %x = arith.constant dense<[[0x3F800000, 0xC0000000, 0x3F000000],
       [0x80000000, 0x00000000, 0x80000000],
       [0xFFC12345, 0x3F800000, 0x40000000],
       [0xFF800000, 0x40A00000, 0x3F800000]]> : tensor<4x3xf32>
  %i = arith.constant dense<[0.0, 0.25, 0.0, 7.0]> : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = fp8.amax %x granularity<row> outs(%i : tensor<4xf32>) : tensor<4x3xf32>
  %1 = fp8.amax %x outs(%z : tensor<f32>) : tensor<4x3xf32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: @kinds
// CHECK-NEXT: result 0: tensor<2x2xf32>
// CHECK-NEXT: codes  3FAB2000 3F63E000{{$}}
// CHECK-NEXT: values 1.33691406 0.890136719{{$}}
// CHECK-NEXT: codes  4116C000 4051E000{{$}}
// CHECK-NEXT: values 9.421875 3.27929688{{$}}
// CHECK-NEXT: result 1: tensor<3xf32>
// CHECK-NEXT: codes  3FAB2000 4116C000 4051E000{{$}}
// CHECK-NEXT: values 1.33691406 9.421875 3.27929688{{$}}
// CHECK-NEXT: result 2: tensor<3x1xf32>
// CHECK-NEXT: codes  3FAB2000{{$}}
// CHECK-NEXT: values 1.33691406{{$}}
// CHECK-NEXT: codes  3F63E000{{$}}
// CHECK-NEXT: values 0.890136719{{$}}
// CHECK-NEXT: codes  4116C000{{$}}
// CHECK-NEXT: values 9.421875{{$}}
func.func @kinds() -> (tensor<2x2xf32>, tensor<3xf32>, tensor<3x1xf32>) {
  %x = arith.constant dense<[[0x3070, 0xB39E, 0x3D59, 0x3091],
       [0x3449, 0xAE44, 0xB5F3, 0xBB1F],
       [0x48B6, 0x34DB, 0x4017, 0xC28F]]> : tensor<3x4xf16>
  %z0 = arith.constant dense<0.0> : tensor<2x2xf32>
  %z1 = arith.constant dense<0.0> : tensor<3xf32>
  %z2 = arith.constant dense<0.0> : tensor<3x1xf32>
  %0 = fp8.amax %x granularity<block 2x3> outs(%z0 : tensor<2x2xf32>) : tensor<3x4xf16>
  %1 = fp8.amax %x granularity<group 5> outs(%z1 : tensor<3xf32>) : tensor<3x4xf16>
  %2 = fp8.amax %x granularity<mx> outs(%z2 : tensor<3x1xf32>) : tensor<3x4xf16>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<3xf32>, tensor<3x1xf32>
}

// CHECK-LABEL: @empty
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  40000000{{$}}
// CHECK-NEXT: values 2{{$}}
func.func @empty() -> tensor<f32> {
  %x = arith.constant dense<1.0> : tensor<3x0xf32>
  %i = arith.constant dense<2.0> : tensor<f32>
  %0 = fp8.amax %x outs(%i : tensor<f32>) : tensor<3x0xf32>
  return %0 : tensor<f32>
}
