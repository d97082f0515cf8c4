// RUN: fp8-eval %s | FileCheck %s

// The bits of a NaN that arithmetic makes are not declared.

// Zeros of both signs, infinities, NaNs, overflow and a subnormal result.
// CHECK-LABEL: @binary_f32
// CHECK-NEXT: result 0: tensor<12xf32>
// CHECK-NEXT: codes  40800000 00000000 00000000 7F800000 {{........}} {{........}} 7F800000 3DCCCCCD 41180000 C0B00000 40400000 7F800000{{$}}
// CHECK-NEXT: values 4 0 0 inf nan nan inf 0.100000001 9.5 -5.5 3 inf{{$}}
// CHECK-NEXT: result 1: tensor<12xf32>
// CHECK-NEXT: codes  C0000000 80000000 00000000 {{........}} {{........}} {{........}} 00000000 BDCCCCCD 40B00000 C1180000 40400000 FF800000{{$}}
// CHECK-NEXT: values -2 -0 0 nan nan nan 0 -0.100000001 5.5 -9.5 3 -inf{{$}}
// CHECK-NEXT: result 2: tensor<12xf32>
// CHECK-NEXT: codes  40400000 80000000 80000000 7F800000 {{........}} {{........}} 7F800000 000AE398 41700000 C1700000 00000000 FF800000{{$}}
// CHECK-NEXT: values 3 -0 -0 inf nan nan inf 1.00000022e-39 15 -15 0 -inf{{$}}
// CHECK-NEXT: result 3: tensor<12xf32>
// CHECK-NEXT: codes  3EAAAAAB {{........}} {{........}} {{........}} {{........}} {{........}} 3F800000 02081CE9 40700000 C0700000 7F800000 80000000{{$}}
// CHECK-NEXT: values 0.333333343 nan nan nan nan nan 1 9.99999879e-38 3.75 -3.75 inf -0{{$}}
// CHECK-NEXT: result 4: tensor<12xf32>
// CHECK-NEXT: codes  3F800000 {{........}} {{........}} {{........}} {{........}} {{........}} 00000000 006CE3EE 3FC00000 BFC00000 {{........}} BF800000{{$}}
// CHECK-NEXT: values 1 nan nan nan nan nan 0 9.99999935e-39 1.5 -1.5 nan -1{{$}}
// CHECK-NEXT: result 5: tensor<12xf32>
// CHECK-NEXT: codes  40400000 00000000 00000000 7F800000 {{........}} {{........}} 7F7FFFFF 3DCCCCCD 40F00000 40000000 40400000 7F800000{{$}}
// CHECK-NEXT: values 3 0 0 inf nan nan 3.40282347e+38 0.100000001 7.5 2 3 inf{{$}}
// CHECK-NEXT: result 6: tensor<12xf32>
// CHECK-NEXT: codes  3F800000 80000000 80000000 7F800000 {{........}} {{........}} 7F7FFFFF 006CE3EE 40000000 C0F00000 00000000 BF800000{{$}}
// CHECK-NEXT: values 1 -0 -0 inf nan nan 3.40282347e+38 9.99999935e-39 2 -7.5 0 -1{{$}}
// CHECK-NEXT: result 7: tensor<12xf32>
// CHECK-NEXT: codes  40400000 00000000 00000000 7F800000 3F800000 FF800000 7F7FFFFF 3DCCCCCD 40F00000 40000000 40400000 7F800000{{$}}
// CHECK-NEXT: values 3 0 0 inf 1 -inf 3.40282347e+38 0.100000001 7.5 2 3 inf{{$}}
// CHECK-NEXT: result 8: tensor<12xf32>
// CHECK-NEXT: codes  3F800000 80000000 80000000 7F800000 3F800000 FF800000 7F7FFFFF 006CE3EE 40000000 C0F00000 00000000 BF800000{{$}}
// CHECK-NEXT: values 1 -0 -0 inf 1 -inf 3.40282347e+38 9.99999935e-39 2 -7.5 0 -1{{$}}
// CHECK-NEXT: result 9: tensor<12xf32>
// CHECK-NEXT: codes  3F800000 00000000 80000000 7F800000 {{........}} 7F800000 7F7FFFFF 006CE3EE 40F00000 40F00000 40400000 3F800000{{$}}
// CHECK-NEXT: values 1 0 -0 inf nan inf 3.40282347e+38 9.99999935e-39 7.5 7.5 3 1{{$}}
func.func @binary_f32() -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %a = arith.constant dense<[0x3F800000, 0x80000000, 0x00000000, 0x7F800000, 0x7FC00000, 0xFF800000,
      0x7F7FFFFF, 0x006CE3EE, 0x40F00000, 0xC0F00000, 0x40400000, 0xBF800000]> : tensor<12xf32>
  %b = arith.constant dense<[0x40400000, 0x00000000, 0x80000000, 0x7F800000, 0x3F800000, 0x7FC00000,
      0x7F7FFFFF, 0x3DCCCCCD, 0x40000000, 0x40000000, 0x00000000, 0x7F800000]> : tensor<12xf32>
  %0 = arith.addf %a, %b : tensor<12xf32>
  %1 = arith.subf %a, %b : tensor<12xf32>
  %2 = arith.mulf %a, %b : tensor<12xf32>
  %3 = arith.divf %a, %b : tensor<12xf32>
  %4 = arith.remf %a, %b : tensor<12xf32>
  %5 = arith.maximumf %a, %b : tensor<12xf32>
  %6 = arith.minimumf %a, %b : tensor<12xf32>
  %7 = arith.maxnumf %a, %b : tensor<12xf32>
  %8 = arith.minnumf %a, %b : tensor<12xf32>
  %9 = math.copysign %a, %b : tensor<12xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
}

// CHECK-LABEL: @cmpf
// CHECK-NEXT: result 0: tensor<6xi1>
// CHECK-NEXT: values 0 0 0 0 0 0{{$}}
// CHECK-NEXT: result 1: tensor<6xi1>
// CHECK-NEXT: values 0 0 1 1 0 1{{$}}
// CHECK-NEXT: result 2: tensor<6xi1>
// CHECK-NEXT: values 0 1 0 0 0 0{{$}}
// CHECK-NEXT: result 3: tensor<6xi1>
// CHECK-NEXT: values 0 1 1 1 0 1{{$}}
// CHECK-NEXT: result 4: tensor<6xi1>
// CHECK-NEXT: values 1 0 0 0 0 0{{$}}
// CHECK-NEXT: result 5: tensor<6xi1>
// CHECK-NEXT: values 1 0 1 1 0 1{{$}}
// CHECK-NEXT: result 6: tensor<6xi1>
// CHECK-NEXT: values 1 1 0 0 0 0{{$}}
// CHECK-NEXT: result 7: tensor<6xi1>
// CHECK-NEXT: values 1 1 1 1 0 1{{$}}
// CHECK-NEXT: result 8: tensor<6xi1>
// CHECK-NEXT: values 0 0 1 1 1 1{{$}}
// CHECK-NEXT: result 9: tensor<6xi1>
// CHECK-NEXT: values 0 1 0 0 1 0{{$}}
// CHECK-NEXT: result 10: tensor<6xi1>
// CHECK-NEXT: values 0 1 1 1 1 1{{$}}
// CHECK-NEXT: result 11: tensor<6xi1>
// CHECK-NEXT: values 1 0 0 0 1 0{{$}}
// CHECK-NEXT: result 12: tensor<6xi1>
// CHECK-NEXT: values 1 0 1 1 1 1{{$}}
// CHECK-NEXT: result 13: tensor<6xi1>
// CHECK-NEXT: values 1 1 0 0 1 0{{$}}
// CHECK-NEXT: result 14: tensor<6xi1>
// CHECK-NEXT: values 0 0 0 0 1 0{{$}}
// CHECK-NEXT: result 15: tensor<6xi1>
// CHECK-NEXT: values 1 1 1 1 1 1{{$}}
func.func @cmpf() -> (tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>) {
  %a = arith.constant dense<[0x3F800000, 0x40000000, 0x3F800000, 0x80000000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %b = arith.constant dense<[0x40000000, 0x3F800000, 0x3F800000, 0x00000000, 0x3F800000, 0x7F800000]> : tensor<6xf32>
  %0 = arith.cmpf false, %a, %b : tensor<6xf32>
  %1 = arith.cmpf oeq, %a, %b : tensor<6xf32>
  %2 = arith.cmpf ogt, %a, %b : tensor<6xf32>
  %3 = arith.cmpf oge, %a, %b : tensor<6xf32>
  %4 = arith.cmpf olt, %a, %b : tensor<6xf32>
  %5 = arith.cmpf ole, %a, %b : tensor<6xf32>
  %6 = arith.cmpf one, %a, %b : tensor<6xf32>
  %7 = arith.cmpf ord, %a, %b : tensor<6xf32>
  %8 = arith.cmpf ueq, %a, %b : tensor<6xf32>
  %9 = arith.cmpf ugt, %a, %b : tensor<6xf32>
  %10 = arith.cmpf uge, %a, %b : tensor<6xf32>
  %11 = arith.cmpf ult, %a, %b : tensor<6xf32>
  %12 = arith.cmpf ule, %a, %b : tensor<6xf32>
  %13 = arith.cmpf une, %a, %b : tensor<6xf32>
  %14 = arith.cmpf uno, %a, %b : tensor<6xf32>
  %15 = arith.cmpf true, %a, %b : tensor<6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// Computed in f32, rounded to nearest even; overflow gives infinity here.
// CHECK-LABEL: @binary_bf16
// CHECK-NEXT: result 0: tensor<6xbf16>
// CHECK-NEXT: codes  4380 4080 4055 7F16 0000 4416{{$}}
// CHECK-NEXT: values 256 4 3.328125 1.99384199e+38 0 600{{$}}
// CHECK-NEXT: result 1: tensor<6xbf16>
// CHECK-NEXT: codes  4380 4040 3F80 7F80 8000 47B0{{$}}
// CHECK-NEXT: values 256 3 1 inf -0 90112{{$}}
// CHECK-NEXT: result 2: tensor<6xbf16>
// CHECK-NEXT: codes  4380 3EAB 4110 3F80 {{....}} 3F80{{$}}
// CHECK-NEXT: values 256 0.333984375 9 1 nan 1{{$}}
// CHECK-NEXT: result 3: tensor<6xbf16>
// CHECK-NEXT: codes  4380 4040 4040 7E96 0000 4396{{$}}
// CHECK-NEXT: values 256 3 3 9.96920997e+37 0 300{{$}}
func.func @binary_bf16() -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %a = arith.constant dense<[0x4380, 0x3F80, 0x4040, 0x7E96, 0x8000, 0x4396]> : tensor<6xbf16>
  %b = arith.constant dense<[0x3F80, 0x4040, 0x3EAB, 0x7E96, 0x0000, 0x4396]> : tensor<6xbf16>
  %0 = arith.addf %a, %b : tensor<6xbf16>
  %1 = arith.mulf %a, %b : tensor<6xbf16>
  %2 = arith.divf %a, %b : tensor<6xbf16>
  %3 = arith.maximumf %a, %b : tensor<6xbf16>
  return %0, %1, %2, %3 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// CHECK-LABEL: @binary_f16
// CHECK-NEXT: result 0: tensor<6xf16>
// CHECK-NEXT: codes  6800 4400 42AB 7C00 0000 60B0{{$}}
// CHECK-NEXT: values 2048 4 3.33398438 inf 0 600{{$}}
// CHECK-NEXT: result 1: tensor<6xf16>
// CHECK-NEXT: codes  6800 4200 3C00 7C00 8000 7C00{{$}}
// CHECK-NEXT: values 2048 3 1 inf -0 inf{{$}}
// CHECK-NEXT: result 2: tensor<6xf16>
// CHECK-NEXT: codes  6800 3555 4880 3C00 {{....}} 3C00{{$}}
// CHECK-NEXT: values 2048 0.333251953 9 1 nan 1{{$}}
// CHECK-NEXT: result 3: tensor<6xf16>
// CHECK-NEXT: codes  6800 4200 4200 7B53 0000 5CB0{{$}}
// CHECK-NEXT: values 2048 3 3 60000 0 300{{$}}
func.func @binary_f16() -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %a = arith.constant dense<[0x6800, 0x3C00, 0x4200, 0x7B53, 0x8000, 0x5CB0]> : tensor<6xf16>
  %b = arith.constant dense<[0x3C00, 0x4200, 0x3555, 0x7B53, 0x0000, 0x5CB0]> : tensor<6xf16>
  %0 = arith.addf %a, %b : tensor<6xf16>
  %1 = arith.mulf %a, %b : tensor<6xf16>
  %2 = arith.divf %a, %b : tensor<6xf16>
  %3 = arith.maximumf %a, %b : tensor<6xf16>
  return %0, %1, %2, %3 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// CHECK-LABEL: @binary_f64
// CHECK-NEXT: result 0: f64
// CHECK-NEXT: codes  3FD5555555555555
// CHECK-NEXT: values 0.333333333
// CHECK-NEXT: result 1: f64
// CHECK-NEXT: codes  3FF6A09E667F3BCD
// CHECK-NEXT: values 1.41421356
func.func @binary_f64() -> (f64, f64) {
  %a = arith.constant 1.0 : f64
  %b = arith.constant 3.0 : f64
  %c = arith.constant 2.0 : f64
  %0 = arith.divf %a, %b : f64
  %1 = math.sqrt %c : f64
  return %0, %1 : f64, f64
}

// The condition is one for all elements, or one for each.
// CHECK-LABEL: @select
// CHECK-NEXT: result 0: tensor<3xi32>
// CHECK-NEXT: values 4 5 6{{$}}
// CHECK-NEXT: result 1: tensor<3xi32>
// CHECK-NEXT: values 1 5 3{{$}}
// CHECK-NEXT: result 2: f8E5M2
// CHECK-NEXT: codes  7D
func.func @select() -> (tensor<3xi32>, tensor<3xi32>, f8E5M2) {
  %false = arith.constant false
  %some = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<[4, 5, 6]> : tensor<3xi32>
  %0 = arith.select %false, %a, %b : tensor<3xi32>
  %1 = arith.select %some, %a, %b : tensor<3xi1>, tensor<3xi32>
  // A NaN that nothing computes with keeps its code.
  %bits = arith.constant 0x7D : i8
  %nan = arith.bitcast %bits : i8 to f8E5M2
  %2 = arith.select %false, %nan, %nan : f8E5M2
  return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, f8E5M2
}
