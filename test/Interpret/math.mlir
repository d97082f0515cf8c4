// RUN: fp8-eval %s | FileCheck %s

// The declared functions at points where the exact result is a float, and at
// the special cases of C99; their accuracy is tested where they are declared.

// CHECK-LABEL: @declared
// CHECK-NEXT: result 0: tensor<4xf32>
// CHECK-NEXT: codes  3F800000 00000000 7F800000 7FC00000
// CHECK-NEXT: values 1 0 inf nan
// CHECK-NEXT: result 1: tensor<4xf32>
// CHECK-NEXT: codes  3F800000 00000000 7F800000 7FC00000
// CHECK-NEXT: values 1 0 inf nan
// CHECK-NEXT: result 2: tensor<4xf32>
// CHECK-NEXT: codes  00000000 BF800000 7F800000 7FC00000
// CHECK-NEXT: values 0 -1 inf nan
// CHECK-NEXT: result 3: tensor<4xf32>
// CHECK-NEXT: codes  FF800000 7FC00000 7F800000 7FC00000
// CHECK-NEXT: values -inf nan inf nan
// CHECK-NEXT: result 4: tensor<4xf32>
// CHECK-NEXT: codes  00000000 BF800000 3F800000 7FC00000
// CHECK-NEXT: values 0 -1 1 nan
// CHECK-NEXT: result 5: tensor<4xf32>
// CHECK-NEXT: codes  00000000 BF800000 3F800000 7FC00000
// CHECK-NEXT: values 0 -1 1 nan
func.func @declared() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = arith.constant dense<[0.0, 0xFF800000, 0x7F800000, 0xFFC00000]> : tensor<4xf32>
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.exp2 %x : tensor<4xf32>
  %2 = math.expm1 %x : tensor<4xf32>
  %3 = math.log %x : tensor<4xf32>
  %4 = math.tanh %x : tensor<4xf32>
  %5 = math.erf %x : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @more_declared
// CHECK-NEXT: result 0: tensor<3xf32>
// CHECK-NEXT: codes  3F800000 3F000000 7F800000
// CHECK-NEXT: values 1 0.5 inf
// CHECK-NEXT: result 1: tensor<3xf32>
// CHECK-NEXT: codes  00000000 40000000 FF800000
// CHECK-NEXT: values 0 2 -inf
// CHECK-NEXT: result 2: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0 0.60206{{[0-9]*}} -inf
// CHECK-NEXT: result 3: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.693147{{[0-9]+}} 1.60943{{[0-9]+}} 0
// CHECK-NEXT: result 4: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.157299{{[0-9]+}} 1.5417{{[0-9]+}}e-08 1
// CHECK-NEXT: result 5: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.841470{{[0-9]+}} -0.756802{{[0-9]+}} 0
// CHECK-NEXT: result 6: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.540302{{[0-9]+}} -0.653643{{[0-9]+}} 1
// CHECK-NEXT: result 7: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 1 256 1
func.func @more_declared() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %x = arith.constant dense<[1.0, 4.0, 0.0]> : tensor<3xf32>
  %0 = math.rsqrt %x : tensor<3xf32>
  %1 = math.log2 %x : tensor<3xf32>
  %2 = math.log10 %x : tensor<3xf32>
  %3 = math.log1p %x : tensor<3xf32>
  %4 = math.erfc %x : tensor<3xf32>
  %5, %6 = math.sincos %x : tensor<3xf32>
  %7 = math.powf %x, %x : tensor<3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: @angles_and_roots
// CHECK-NEXT: result 0: tensor<4xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.785398{{[0-9]+}} 2.35619{{[0-9]+}} -3.14159{{[0-9]+}} -0
// CHECK-NEXT: result 1: tensor<4xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.785398{{[0-9]+}} 1.10714{{[0-9]+}} -0 -0
// CHECK-NEXT: result 2: tensor<4xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 1 -3 -0 2
func.func @angles_and_roots() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %y = arith.constant dense<[1.0, 2.0, -0.0, -0.0]> : tensor<4xf32>
  %x = arith.constant dense<[1.0, -2.0, -3.0, 5.0]> : tensor<4xf32>
  %cubes = arith.constant dense<[1.0, -27.0, -0.0, 8.0]> : tensor<4xf32>
  %0 = math.atan2 %y, %x : tensor<4xf32>
  %1 = math.atan %y : tensor<4xf32>
  %2 = math.cbrt %cubes : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// In bf16 a function is computed in f32 and rounded once more: e is 2.71828.
// CHECK-LABEL: @narrow
// CHECK-NEXT: result 0: bf16
// CHECK-NEXT: codes  402E
// CHECK-NEXT: values 2.71875
// CHECK-NEXT: result 1: f16
// CHECK-NEXT: codes  4170
// CHECK-NEXT: values 2.71875
func.func @narrow() -> (bf16, f16) {
  %x = arith.constant 1.0 : bf16
  %y = arith.constant 1.0 : f16
  %0 = math.exp %x : bf16
  %1 = math.exp %y : f16
  return %0, %1 : bf16, f16
}

// Halfway cases, negative ones, -0 and numbers that have no fraction.
// CHECK-LABEL: @rounding
// CHECK-NEXT: result 0: tensor<9xf32>
// CHECK-NEXT: codes  00000000 40000000 40000000 80000000 C0000000 80000000 3F800000 4B000001 FF800000
// CHECK-NEXT: values 0 2 2 -0 -2 -0 1 8388609 -inf
// CHECK-NEXT: result 1: tensor<9xf32>
// CHECK-NEXT: codes  3F800000 40000000 40400000 BF800000 C0000000 80000000 3F800000 4B000001 FF800000
// CHECK-NEXT: values 1 2 3 -1 -2 -0 1 8388609 -inf
// CHECK-NEXT: result 2: tensor<9xf32>
// CHECK-NEXT: codes  00000000 3F800000 40000000 80000000 BF800000 80000000 00000000 4B000001 FF800000
// CHECK-NEXT: values 0 1 2 -0 -1 -0 0 8388609 -inf
// CHECK-NEXT: result 3: tensor<9xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0 1 2 -1 -2 -0 0 8388609 -inf
// CHECK-NEXT: result 4: tensor<9xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 1 2 3 -0 -1 -0 1 8388609 -inf
// CHECK-NEXT: result 5: tensor<9xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 0.5 1.5 2.5 0.5 1.5 0 0.699999988 8388609 inf
func.func @rounding() -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  %x = arith.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, -0.0, 0.7, 8388609.0, 0xFF800000]> : tensor<9xf32>
  %0 = math.roundeven %x : tensor<9xf32>
  %1 = math.round %x : tensor<9xf32>
  %2 = math.trunc %x : tensor<9xf32>
  %3 = math.floor %x : tensor<9xf32>
  %4 = math.ceil %x : tensor<9xf32>
  %5 = math.absf %x : tensor<9xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}

// (1 + 2^-12)^2 - 1 - 2^-11 is 2^-24 with one rounding, and 0 with two.
// CHECK-LABEL: @fma
// CHECK-NEXT: result 0: f32
// CHECK-NEXT: codes  33800000
// CHECK: result 1: f32
// CHECK-NEXT: codes  00000000
func.func @fma() -> (f32, f32) {
  %x = arith.constant 0x3F800800 : f32
  %y = arith.constant 0xBF801000 : f32
  %0 = math.fma %x, %x, %y : f32
  %1 = arith.mulf %x, %x : f32
  %2 = arith.addf %1, %y : f32
  return %0, %2 : f32, f32
}

// CHECK-LABEL: @classes
// CHECK-NEXT: result 0: tensor<5xi1>
// CHECK-NEXT: values 1 0 0 1 1{{$}}
// CHECK-NEXT: result 1: tensor<5xi1>
// CHECK-NEXT: values 0 1 0 0 0{{$}}
// CHECK-NEXT: result 2: tensor<5xi1>
// CHECK-NEXT: values 0 0 1 0 0{{$}}
// CHECK-NEXT: result 3: tensor<5xi1>
// CHECK-NEXT: values 1 0 0 0 0{{$}}
func.func @classes() -> (tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>) {
  %x = arith.constant dense<[1.0, 0xFF800000, 0x7FC00000, 0.0, 1.0e-40]> : tensor<5xf32>
  %0 = math.isfinite %x : tensor<5xf32>
  %1 = math.isinf %x : tensor<5xf32>
  %2 = math.isnan %x : tensor<5xf32>
  %3 = math.isnormal %x : tensor<5xf32>
  return %0, %1, %2, %3 : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
}
