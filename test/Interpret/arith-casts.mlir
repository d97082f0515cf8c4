// RUN: fp8-eval %s | FileCheck %s

// From f64 each cast rounds once: 1 + 2^-8 + 2^-40 is not the tie that f32 would
// make of it.
// CHECK-LABEL: @truncf_f64
// CHECK-NEXT: result 0: tensor<10xf32>
// CHECK-NEXT: codes  3F800000 3F800000 3F800001 3F808000 3F808000 7F800000 80000000 {{........}} 477FF000 40400000{{$}}
// CHECK-NEXT: values 1 1 1.00000012 1.00390625 1.00390625 inf -0 nan 65520 3{{$}}
// CHECK-NEXT: result 1: tensor<10xbf16>
// CHECK-NEXT: codes  3F80 3F80 3F80 3F80 3F81 7F80 8000 {{....}} 4780 4040{{$}}
// CHECK-NEXT: values 1 1 1 1 1.0078125 inf -0 nan 65536 3{{$}}
// CHECK-NEXT: result 2: tensor<10xf16>
// CHECK-NEXT: codes  3C00 3C00 3C00 3C04 3C04 7C00 8000 {{....}} 7BFF 4200{{$}}
// CHECK-NEXT: values 1 1 1 1.00390625 1.00390625 inf -0 nan 65504 3{{$}}
func.func @truncf_f64() -> (tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>) {
  %x = arith.constant dense<[0x3FF0000000000000, 0x3FF0000010000000, 0x3FF0000010001000, 0x3FF0100000000000, 0x3FF0100000001000, 0x7E37E43C8800759C,
      0x80000000000007E8, 0x7FF8000000000000, 0x40EFFDFFFFFFFFFF, 0x4008000000000000]> : tensor<10xf64>
  %0 = arith.truncf %x : tensor<10xf64> to tensor<10xf32>
  %1 = arith.truncf %x : tensor<10xf64> to tensor<10xbf16>
  %2 = arith.truncf %x : tensor<10xf64> to tensor<10xf16>
  return %0, %1, %2 : tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>
}

// Unlike fp8.convert, arith.truncf does not saturate: e4m3 has NaN, e5m2 infinity.
// CHECK-LABEL: @truncf_f8
// CHECK-NEXT: result 0: tensor<10xf8E4M3FN>
// CHECK-NEXT: codes  7E 7E 7F FF 7F 7F 7F 01 80 7F{{$}}
// CHECK-NEXT: values 448 448 nan nan nan nan nan 0.001953125 -0 nan{{$}}
// CHECK-NEXT: result 1: tensor<10xf8E5M2>
// CHECK-NEXT: codes  5F 5F 5F FC 7C 7B 7C 14 80 7F{{$}}
// CHECK-NEXT: values 448 448 448 -inf inf 57344 inf 0.0009765625 -0 nan{{$}}
// CHECK-NEXT: result 2: tensor<10xf32>
// CHECK-NEXT: codes  43E00000 43E00000 43E00000 FF800000 7F800000 47600000 7F800000 3A800000 80000000 7FC00000{{$}}
// CHECK-NEXT: values 448 448 448 -inf inf 57344 inf 0.0009765625 -0 nan{{$}}
func.func @truncf_f8() -> (tensor<10xf8E4M3FN>, tensor<10xf8E5M2>, tensor<10xf32>) {
  %x = arith.constant dense<[0x43E00000, 0x43E80000, 0x43E88000, 0xC9742400, 0x7F800000, 0x47600000,
      0x47700000, 0x3A83126F, 0x80000000, 0x7FC00000]> : tensor<10xf32>
  %0 = arith.truncf %x : tensor<10xf32> to tensor<10xf8E4M3FN>
  %1 = arith.truncf %x : tensor<10xf32> to tensor<10xf8E5M2>
  %2 = arith.extf %1 : tensor<10xf8E5M2> to tensor<10xf32>
  return %0, %1, %2 : tensor<10xf8E4M3FN>, tensor<10xf8E5M2>, tensor<10xf32>
}

// 2^40 + 2^32 + 1 is just above a tie of bf16.
// CHECK-LABEL: @from_integer
// CHECK-NEXT: result 0: tensor<10xf32>
// CHECK-NEXT: codes  00000000 3F800000 BF800000 4B800000 5F000000 DF000000 5A000000 43808000 53808000 53808000{{$}}
// CHECK-NEXT: values 0 1 -1 16777216 9.22337204e+18 -9.22337204e+18 9.00719925e+15 257 1.1038066e+12 1.1038066e+12{{$}}
// CHECK-NEXT: result 1: tensor<10xf32>
// CHECK-NEXT: codes  00000000 3F800000 5F800000 4B800000 5F000000 5F000000 5A000000 43808000 53808000 53808000{{$}}
// CHECK-NEXT: values 0 1 1.84467441e+19 16777216 9.22337204e+18 9.22337204e+18 9.00719925e+15 257 1.1038066e+12 1.1038066e+12{{$}}
// CHECK-NEXT: result 2: tensor<10xbf16>
// CHECK-NEXT: codes  0000 3F80 BF80 4B80 5F00 DF00 5A00 4380 5381 5380{{$}}
// CHECK-NEXT: values 0 1 -1 16777216 9.22337204e+18 -9.22337204e+18 9.00719925e+15 256 1.10810156e+12 1.09951163e+12{{$}}
// CHECK-NEXT: result 3: tensor<10xf16>
// CHECK-NEXT: codes  0000 3C00 7C00 7C00 7C00 7C00 7C00 5C04 7C00 7C00{{$}}
// CHECK-NEXT: values 0 1 inf inf inf inf inf 257 inf inf{{$}}
func.func @from_integer() -> (tensor<10xf32>, tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>) {
  %x = arith.constant dense<[0, 1, -1, 16777217, 9223372036854775807, -9223372036854775808, 9007199254740993, 257, 1103806595073, 1103806595072]> : tensor<10xi64>
  %0 = arith.sitofp %x : tensor<10xi64> to tensor<10xf32>
  %1 = arith.uitofp %x : tensor<10xi64> to tensor<10xf32>
  %2 = arith.sitofp %x : tensor<10xi64> to tensor<10xbf16>
  %3 = arith.uitofp %x : tensor<10xi64> to tensor<10xf16>
  return %0, %1, %2, %3 : tensor<10xf32>, tensor<10xf32>, tensor<10xbf16>, tensor<10xf16>
}

// Values out of range saturate; NaN gives 0.
// CHECK-LABEL: @to_integer
// CHECK-NEXT: result 0: tensor<8xi8>
// CHECK-NEXT: values 1 -1 127 -128 0 127 -128 127{{$}}
// CHECK-NEXT: result 1: tensor<8xi8>
// CHECK-NEXT: values 1 0 -1 0 0 -1 0 127{{$}}
// CHECK-NEXT: result 2: tensor<8xi64>
// CHECK-NEXT: values 1 -1 300 -300 0 9223372036854775807 -9223372036854775808 127{{$}}
func.func @to_integer() -> (tensor<8xi8>, tensor<8xi8>, tensor<8xi64>) {
  %x = arith.constant dense<[0x3FF33333, 0xBFF33333, 0x43960000, 0xC3960000, 0x7FC00000, 0x7F800000,
      0xFF800000, 0x42FFFAE1]> : tensor<8xf32>
  %0 = arith.fptosi %x : tensor<8xf32> to tensor<8xi8>
  %1 = arith.fptoui %x : tensor<8xf32> to tensor<8xi8>
  %2 = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  return %0, %1, %2 : tensor<8xi8>, tensor<8xi8>, tensor<8xi64>
}

// CHECK-LABEL: @resize
// CHECK-NEXT: result 0: tensor<2xi8>
// CHECK-NEXT: values 44 -1{{$}}
// CHECK-NEXT: result 1: tensor<2xi64>
// CHECK-NEXT: values 300 -1{{$}}
// CHECK-NEXT: result 2: tensor<2xindex>
// CHECK-NEXT: values 300 -1{{$}}
// CHECK-NEXT: result 3: tensor<2xindex>
// CHECK-NEXT: values 300 65535{{$}}
// CHECK-NEXT: result 4: tensor<2xi16>
// CHECK-NEXT: values 300 -1{{$}}
// CHECK-NEXT: result 5: tensor<2xbf16>
// CHECK-NEXT: codes  012C FFFF
func.func @resize() -> (tensor<2xi8>, tensor<2xi64>, tensor<2xindex>, tensor<2xindex>, tensor<2xi16>, tensor<2xbf16>) {
  %x = arith.constant dense<[300, -1]> : tensor<2xi16>
  %0 = arith.trunci %x : tensor<2xi16> to tensor<2xi8>
  %1 = arith.extsi %x : tensor<2xi16> to tensor<2xi64>
  %2 = arith.index_cast %x : tensor<2xi16> to tensor<2xindex>
  %3 = arith.index_castui %x : tensor<2xi16> to tensor<2xindex>
  %4 = arith.index_cast %2 : tensor<2xindex> to tensor<2xi16>
  %5 = arith.bitcast %x : tensor<2xi16> to tensor<2xbf16>
  return %0, %1, %2, %3, %4, %5 : tensor<2xi8>, tensor<2xi64>, tensor<2xindex>, tensor<2xindex>, tensor<2xi16>, tensor<2xbf16>
}
