// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Scales, codes and random bits agree with a model in exact rational arithmetic.

// CHECK-LABEL: @per_tensor
// CHECK-NEXT: result 0: tensor<3x4xf8E4M3FN>
// CHECK-NEXT: codes  3C C7 00 80{{$}}
// CHECK-NEXT: values 1.5 -3.75 0 -0{{$}}
// CHECK-NEXT: codes  7E 7E 7F 7E{{$}}
// CHECK-NEXT: values 448 448 nan 448{{$}}
// CHECK-NEXT: codes  02 00 4A FE{{$}}
// CHECK-NEXT: values 0.00390625 0 5 -448{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  7FC00000{{$}}
// CHECK-NEXT: values nan{{$}}
// CHECK-NEXT: result 2: tensor<3x4xf8E5M2>
// CHECK-NEXT: codes  3E C4 00 80{{$}}
// CHECK-NEXT: values 1.5 -4 0 -0{{$}}
// CHECK-NEXT: codes  5F 7B 7F 7B{{$}}
// CHECK-NEXT: values 448 57344 nan 57344{{$}}
// CHECK-NEXT: codes  1A 12 45 DF{{$}}
// CHECK-NEXT: values 0.0029296875 0.000732421875 5 -448{{$}}
func.func @per_tensor() -> (tensor<3x4xf8E4M3FN>, tensor<f32>, tensor<3x4xf8E5M2>) {
  %x = arith.constant dense<[[0x3F800000, 0xC0200000, 0x00000000, 0x80000000],
       [0x43960000, 0x4E6E6B28, 0x7FC00000, 0x7F800000],
       [0x3B000000, 0x3A000000, 0x40533333, 0xC3955555]]> : tensor<3x4xf32>
  %s = arith.constant dense<1.5> : tensor<f32>
  %e4 = tensor.empty() : tensor<3x4xf8E4M3FN>
  %e5 = tensor.empty() : tensor<3x4xf8E5M2>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0:2 = fp8.quantize %x by %s with_amax outs(%e4, %zero : tensor<3x4xf8E4M3FN>, tensor<f32>) : tensor<3x4xf32>, tensor<f32>
  %1 = fp8.quantize %x by %s outs(%e5 : tensor<3x4xf8E5M2>) : tensor<3x4xf32>, tensor<f32>
  return %0#0, %0#1, %1 : tensor<3x4xf8E4M3FN>, tensor<f32>, tensor<3x4xf8E5M2>
}

// The amax accumulates: into an init that is larger, smaller, or NaN.
// CHECK-LABEL: @accumulate
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  41100000{{$}}
// CHECK-NEXT: values 9{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  40400000{{$}}
// CHECK-NEXT: values 3{{$}}
// CHECK-NEXT: result 2: tensor<f32>
// CHECK-NEXT: codes  7FC00000{{$}}
// CHECK-NEXT: values nan{{$}}
func.func @accumulate() -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %x = arith.constant dense<[1.0, -3.0]> : tensor<2xbf16>
  %s = arith.constant dense<1.0> : tensor<f32>
  %e = tensor.empty() : tensor<2xf8E4M3FN>
  %a = arith.constant dense<9.0> : tensor<f32>
  %b = arith.constant dense<2.0> : tensor<f32>
  %c = arith.constant dense<0xFFC00001> : tensor<f32>
  %0:2 = fp8.quantize %x by %s with_amax outs(%e, %a : tensor<2xf8E4M3FN>, tensor<f32>) : tensor<2xbf16>, tensor<f32>
  %1:2 = fp8.quantize %x by %s with_amax outs(%e, %b : tensor<2xf8E4M3FN>, tensor<f32>) : tensor<2xbf16>, tensor<f32>
  %2:2 = fp8.quantize %x by %s with_amax outs(%e, %c : tensor<2xf8E4M3FN>, tensor<f32>) : tensor<2xbf16>, tensor<f32>
  return %0#1, %1#1, %2#1 : tensor<f32>, tensor<f32>, tensor<f32>
}

// A row of zeros and a row with an infinity have scale 1.
// CHECK-LABEL: @row
// CHECK-NEXT: result 0: tensor<3x5xf8E4M3FN>
// CHECK-NEXT: codes  FE 6A F1 F5 72{{$}}
// CHECK-NEXT: values -448 80 -144 -208 160{{$}}
// CHECK-NEXT: codes  00 80 00 00 00{{$}}
// CHECK-NEXT: values 0 -0 0 0 0{{$}}
// CHECK-NEXT: codes  3B 8A 7E 3C 38{{$}}
// CHECK-NEXT: values 1.375 -0.01953125 448 1.5 1{{$}}
// CHECK-NEXT: result 1: tensor<3xf32>
// CHECK-NEXT: codes  3A8C3E67 3F800000 3F800000{{$}}
// CHECK-NEXT: values 0.00106997497 1 1{{$}}
func.func @row() -> (tensor<3x5xf8E4M3FN>, tensor<3xf32>) {
  %x = arith.constant dense<[[0xBEF56D35, 0x3DB0F43A, 0xBE17840B, 0xBE614800, 0x3E3176B5],
       [0x00000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000],
       [0x3FAD9F0C, 0xBC9CC97A, 0x7F800000, 0x3FBBDEBB, 0x3F7DEAF7]]> : tensor<3x5xf32>
  %e = tensor.empty() : tensor<3x5xf8E4M3FN>
  %s = tensor.empty() : tensor<3xf32>
  %0:2 = fp8.quantize %x granularity<row> outs(%e, %s : tensor<3x5xf8E4M3FN>, tensor<3xf32>) : tensor<3x5xf32>
  return %0#0, %0#1 : tensor<3x5xf8E4M3FN>, tensor<3xf32>
}

// CHECK-LABEL: @row_of_rank_3
// CHECK-NEXT: result 0: tensor<2x2x3xf8E5M2>
// CHECK-NEXT: codes  73 E4 E1{{$}}
// CHECK-NEXT: values 14336 -1024 -640{{$}}
// CHECK-NEXT: codes  E4 EF F3{{$}}
// CHECK-NEXT: values -1024 -7168 -14336{{$}}
// CHECK-NEXT: codes  65 58 73{{$}}
// CHECK-NEXT: values 1280 128 14336{{$}}
// CHECK-NEXT: codes  F3 EA EE{{$}}
// CHECK-NEXT: values -14336 -3072 -6144{{$}}
// CHECK-NEXT: result 1: tensor<2x2xf32>
// CHECK-NEXT: codes  384DFE83 39490733{{$}}
// CHECK-NEXT: values 4.91128412e-05 0.000191715357{{$}}
// CHECK-NEXT: codes  39E35E8D 3864C3DE{{$}}
// CHECK-NEXT: values 0.000433672598 5.45418516e-05{{$}}
func.func @row_of_rank_3() -> (tensor<2x2x3xf8E5M2>, tensor<2x2xf32>) {
  %x = arith.constant dense<[[[0x3F343EB3, 0xBD61B407, 0xBD005222],
       [0xBE537AC7, 0xBFAED521, 0xC02FE64C]],
       [[0x3F0F599F, 0x3D5C7C78, 0x40C6F2BC],
       [0xBF482B62, 0xBE2AEE18, 0xBEB05EFB]]]> : tensor<2x2x3xf32>
  %e = tensor.empty() : tensor<2x2x3xf8E5M2>
  %s = tensor.empty() : tensor<2x2xf32>
  %0:2 = fp8.quantize %x granularity<row> scaling<margin = 2> outs(%e, %s : tensor<2x2x3xf8E5M2>, tensor<2x2xf32>) : tensor<2x2x3xf32>
  return %0#0, %0#1 : tensor<2x2x3xf8E5M2>, tensor<2x2xf32>
}

// Blocks of 2x3 leave a last row and a last column of smaller ones.
// CHECK-LABEL: @block
// CHECK-NEXT: result 0: tensor<5x7xf8E4M3FN>
// CHECK-NEXT: codes  64 78 5F 7F B6 C8 FE{{$}}
// CHECK-NEXT: values 48 256 30 nan -0.875 -4 -448{{$}}
// CHECK-NEXT: codes  D6 61 FE B8 A2 35 4A{{$}}
// CHECK-NEXT: values -14 36 -448 -1 -0.15625 0.8125 5{{$}}
// CHECK-NEXT: codes  68 58 70 75 7E 66 EC{{$}}
// CHECK-NEXT: values 64 16 128 208 448 56 -96{{$}}
// CHECK-NEXT: codes  FE 5A 4B 6D D6 E5 FE{{$}}
// CHECK-NEXT: values -448 20 5.5 104 -14 -52 -448{{$}}
// CHECK-NEXT: codes  7A FE C5 7E F7 D2 7E{{$}}
// CHECK-NEXT: values 320 -448 -3.25 448 -240 -10 448{{$}}
// CHECK-NEXT: result 1: tensor<3x3xf32>
// CHECK-NEXT: codes  3C848717 3F800000 3BF6E917{{$}}
// CHECK-NEXT: values 0.0161776971 1 0.00753511069{{$}}
// CHECK-NEXT: codes  3CA0E32D 3BBECF2F 3C53F2C5{{$}}
// CHECK-NEXT: values 0.0196395759 0.00582303805 0.0129362987{{$}}
// CHECK-NEXT: codes  3BD209BB 3C73E29D 3B217D00{{$}}
// CHECK-NEXT: values 0.00640985137 0.0148855718 0.00246411562{{$}}
func.func @block() -> (tensor<5x7xf8E4M3FN>, tensor<3x3xf32>) {
  %x = arith.constant dense<[[0x3F4A6BB0, 0x408A889C, 0x3EFB4949, 0x7FC00000, 0xBF67E218, 0xC07EA3A3, 0xC0580BF4],
       [0xBE702328, 0x3F0DA589, 0xC0E7EC69, 0xBF8398E8, 0xBE1D6F0C, 0x3F555C53, 0x3D20CD6D],
       [0x3FA9A4FB, 0x3EA8B99B, 0x402449E2, 0x3F962937, 0x4026F549, 0x3EAB9A9A, 0xBFA3003C],
       [0xC10CC6C7, 0x3EC107AE, 0x3DDB7A89, 0x3F1C458F, 0xBDAC436A, 0xBE9794BA, 0xC0B9746C],
       [0x4005C41C, 0xC037C884, 0xBCACB871, 0x40D56649, 0xC062D93B, 0xBE1AF52B, 0x3F8D4D60]]> : tensor<5x7xf32>
  %e = tensor.empty() : tensor<5x7xf8E4M3FN>
  %s = tensor.empty() : tensor<3x3xf32>
  %0:2 = fp8.quantize %x granularity<block 2x3> outs(%e, %s : tensor<5x7xf8E4M3FN>, tensor<3x3xf32>) : tensor<5x7xf32>
  return %0#0, %0#1 : tensor<5x7xf8E4M3FN>, tensor<3x3xf32>
}

// The blocks lie in the last two dimensions.
// CHECK-LABEL: @block_of_rank_3
// CHECK-NEXT: result 0: tensor<2x3x4xf8E4M3FN>
// CHECK-NEXT: codes  55 49 E3 70{{$}}
// CHECK-NEXT: values 13 4.5 -44 128{{$}}
// CHECK-NEXT: codes  56 7B FA FD{{$}}
// CHECK-NEXT: values 14 352 -320 -416{{$}}
// CHECK-NEXT: codes  F3 7C FD 6C{{$}}
// CHECK-NEXT: values -176 384 -416 96{{$}}
// CHECK-NEXT: codes  FE 62 7B 52{{$}}
// CHECK-NEXT: values -448 40 352 10{{$}}
// CHECK-NEXT: codes  E8 EF 64 EB{{$}}
// CHECK-NEXT: values -64 -120 48 -88{{$}}
// CHECK-NEXT: codes  68 7A EA 79{{$}}
// CHECK-NEXT: values 64 320 -80 288{{$}}
// CHECK-NEXT: result 1: tensor<2x2x2xf32>
// CHECK-NEXT: codes  3C000000 3A000000{{$}}
// CHECK-NEXT: values 0.0078125 0.00048828125{{$}}
// CHECK-NEXT: codes  3C000000 3A000000{{$}}
// CHECK-NEXT: values 0.0078125 0.00048828125{{$}}
// CHECK-NEXT: codes  3B800000 3C000000{{$}}
// CHECK-NEXT: values 0.00390625 0.0078125{{$}}
// CHECK-NEXT: codes  3C800000 3C800000{{$}}
// CHECK-NEXT: values 0.015625 0.015625{{$}}
func.func @block_of_rank_3() -> (tensor<2x3x4xf8E4M3FN>, tensor<2x2x2xf32>) {
  %x = arith.constant dense<[[[0x3DD29312, 0x3D0F26C1, 0xBCB499F1, 0x3D853BDB],
       [0x3DD97629, 0x402BCBED, 0xBE1C43FF, 0xBE4A3AB1],
       [0xBFB7DFB9, 0x403FF4F7, 0xBE4D9E92, 0x3D3F0163]],
       [[0xBFD8AD31, 0x3E241C31, 0x402EEAF0, 0x3DA74573],
       [0xBE81D425, 0xBEEB0250, 0x3EBF3556, 0xBF2BD762],
       [0x3F7AFF9E, 0x409849C4, 0xBF9F6BD3, 0x4095DDC1]]]> : tensor<2x3x4xf32>
  %e = tensor.empty() : tensor<2x3x4xf8E4M3FN>
  %s = tensor.empty() : tensor<2x2x2xf32>
  %0:2 = fp8.quantize %x granularity<block 2x2> scaling<pow2 = true> outs(%e, %s : tensor<2x3x4xf8E4M3FN>, tensor<2x2x2xf32>) : tensor<2x3x4xf32>
  return %0#0, %0#1 : tensor<2x3x4xf8E4M3FN>, tensor<2x2x2xf32>
}

// Groups run over the ends of rows.
// CHECK-LABEL: @group
// CHECK-NEXT: result 0: tensor<3x5xf8E5M2>
// CHECK-NEXT: codes  76 F5 60 64 67{{$}}
// CHECK-NEXT: values 24576 -20480 512 1024 1792{{$}}
// CHECK-NEXT: codes  67 79 F2 66 E0{{$}}
// CHECK-NEXT: values 1792 40960 -12288 1536 -512{{$}}
// CHECK-NEXT: codes  68 75 6F F5 79{{$}}
// CHECK-NEXT: values 2048 20480 7168 -20480 40960{{$}}
// CHECK-NEXT: result 1: tensor<4xf32>
// CHECK-NEXT: codes  3936DB6E 3936DB6E 3936DB6E 3936DB6E{{$}}
// CHECK-NEXT: values 0.000174386165 0.000174386165 0.000174386165 0.000174386165{{$}}
func.func @group() -> (tensor<3x5xf8E5M2>, tensor<4xf32>) {
  %x = arith.constant dense<[[0x4082EC55, 0xC07B39FB, 0x3DC583B8, 0x3E2C80AC, 0x3E95E821],
       [0x3EA1347D, 0x40CE8F3D, 0xC00F21F3, 0x3E926C5C, 0xBDAEBC25],
       [0x3EBE9BEB, 0x405801E4, 0x3F94B6A8, 0xC0565526, 0x40DEC39F]]> : tensor<3x5xf32>
  %e = tensor.empty() : tensor<3x5xf8E5M2>
  %s = tensor.empty() : tensor<4xf32>
  %0:2 = fp8.quantize %x granularity<group 4> scaling<epsilon = 1.000000e+01> outs(%e, %s : tensor<3x5xf8E5M2>, tensor<4xf32>) : tensor<3x5xf32>
  return %0#0, %0#1 : tensor<3x5xf8E5M2>, tensor<4xf32>
}

// The scale of 32 elements of a row is a power of two, rounded up, so that nothing
// saturates: 2^-127 for zeros, 2^127 for an infinity; a NaN makes 32 NaNs.
// CHECK-LABEL: @mx_e4m3
// CHECK-NEXT: result 0: tensor<3x35xf8E4M3FN>
// CHECK-NEXT: codes  60 00 E5 F3 42 E5 2C 64 5A 77 5B A1 19 4E E2 EE 29 82 4E 86 70 CB 6D D0 4B AF 84 2F 21 A4 CC A8 F8 59 76{{$}}
// CHECK-NEXT: values 32 0 -52 -176 2.5 -52 0.375 48 20 240 22 -0.140625 0.0703125 7 -40 -112 0.28125 -0.00390625 7 -0.01171875 128 -5.5 104 -8 5.5 -0.46875 -0.0078125 0.46875 0.140625 -0.1875 -6 -0.25 -256 18 224{{$}}
// CHECK-NEXT: codes  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FE 41 62{{$}}
// CHECK-NEXT: values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -448 2.25 40{{$}}
// CHECK-NEXT: codes  7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 00 80 7E{{$}}
// CHECK-NEXT: values nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan 0 -0 448{{$}}
// CHECK-NEXT: result 1: tensor<3x2xf8E8M0FNU>
// CHECK-NEXT: codes  7D 77{{$}}
// CHECK-NEXT: values 0.25 0.00390625{{$}}
// CHECK-NEXT: codes  00 7B{{$}}
// CHECK-NEXT: values 5.87747175e-39 0.0625{{$}}
// CHECK-NEXT: codes  FF FE{{$}}
// CHECK-NEXT: values nan 1.70141183e+38{{$}}
func.func @mx_e4m3() -> (tensor<3x35xf8E4M3FN>, tensor<3x2xf8E8M0FNU>) {
  %x = arith.constant dense<[[0x40FA07D6, 0x38919359, 0xC14A1DF8, 0xC234089E, 0x3F27F3FF, 0xC14CADED, 0x3DB91DCA, 0x41397192, 0x40A7EA71, 0x4276ED15, 0x40B010EF, 0xBD0D8E83, 0x3C92C672, 0x3FE36872, 0xC11B4FD9, 0xC1DF8C6F, 0x3D9797DF, 0xBA915F89, 0x3FDAB9F1, 0xBB3AB285, 0x41FBFEC6, 0xBFAC0202, 0x41CB3B3F, 0xBFFEB4F7, 0x3FB24C24, 0xBDEF3C23, 0xBB064D1F, 0x3DF05FEA, 0x3D117236, 0xBD3EACF9, 0xBFBBD383, 0xBD7EAB0F, 0xBF7CB874, 0x3D963463, 0x3F5BCCF0],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0xC1DCD9E6, 0x3E0E1307, 0x40189D7B],
       [0x7FC00000, 0x3FB26348, 0x3DC9E243, 0x40CF995F, 0x414C02A0, 0x3D3DB5F4, 0x41A1BE32, 0xBFAD8F79, 0x41110A22, 0xBD96EAC2, 0x3D731B14, 0x3C327D6B, 0x3D0120E7, 0xC0337D42, 0x3E0CD710, 0xBE3387AF, 0xB6D47B01, 0xBB61DB11, 0x3E89ADCA, 0x417A86B1, 0x3D233CC2, 0x3EDB45AA, 0xC179DDEA, 0xC08DEC8E, 0x4223AA7D, 0xC0B9AC7B, 0x409C7CF3, 0xBC999B24, 0x3CC44C25, 0x3E46FB18, 0x3D2FCABB, 0x42104CB7, 0x408066BA, 0xBCD975CA, 0x7F800000]]> : tensor<3x35xf32>
  %e = tensor.empty() : tensor<3x35xf8E4M3FN>
  %s = tensor.empty() : tensor<3x2xf8E8M0FNU>
  %0:2 = fp8.quantize %x granularity<mx> outs(%e, %s : tensor<3x35xf8E4M3FN>, tensor<3x2xf8E8M0FNU>) : tensor<3x35xf32>
  return %0#0, %0#1 : tensor<3x35xf8E4M3FN>, tensor<3x2xf8E8M0FNU>
}


// The same along columns.
// CHECK-LABEL: @mx_columns
// CHECK-NEXT: result 0: tensor<35x2xf8E4M3FN>
// CHECK-NEXT: codes  40 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  6D 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  BE 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  A0 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  AE 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  4E 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C9 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C8 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  0F 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  3F 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  06 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  49 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  E4 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  1F 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  D0 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  F6 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  66 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  14 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  E3 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  A7 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  11 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  DE 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  01 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  33 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  44 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  87 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  51 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  DE 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  67 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  5B 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  CD 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  D7 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  80 E7{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  7E 49{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  80 F8{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: result 1: tensor<2x2xf8E8M0FNU>
// CHECK-NEXT: codes  7D 00{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  FE 79{{$}}
// CHECK-NEXT: values
func.func @mx_columns() -> (tensor<35x2xf8E4M3FN>, tensor<2x2xf8E8M0FNU>) {
  %x = arith.constant dense<[[0x3F029E6B, 0x00000000], [0x41D6110D, 0x00000000], [0xBEE7C1A6, 0x00000000], [0xBD014774, 0x00000000], [0xBDDD7E9B, 0x00000000], [0x3FE7349B, 0x00000000], [0xBF9004E8, 0x00000000], [0xBF870F2C, 0x00000000], [0x3BF6C18C, 0x00000000], [0x3EF52FAD, 0x00000000], [0x3B46BBFF, 0x00000000], [0x3F8B8C09, 0x00000000], [0xC13B3A24, 0x00000000], [0x3CF7B0F7, 0x00000000], [0xBFF96772, 0x00000000], [0xC262EF0A, 0x00000000], [0x4161EE13, 0x00000000], [0x3C3B6D1C, 0x00000000], [0xC135009C, 0x00000000], [0xBD75AB47, 0x00000000], [0x3C0D8A4C, 0x00000000], [0xC0E3B88F, 0x00000000], [0x39D603BF, 0x00000000], [0x3E33EAA4, 0x00000000], [0x3F46779C, 0x00000000], [0xBB5274A2, 0x00000000], [0x401584D8, 0x00000000], [0xC0DBFC1C, 0x00000000], [0x416AA752, 0x00000000], [0x40B0AC04, 0x00000000], [0xBFD1C612, 0x00000000], [0xC076CF3C, 0x00000000], [0xC1022FCC, 0xBF6A1C50], [0x7F800000, 0x3D9404F3], [0xBD0A1CC3, 0xC07EFF14]]> : tensor<35x2xf32>
  %e = tensor.empty() : tensor<35x2xf8E4M3FN>
  %s = tensor.empty() : tensor<2x2xf8E8M0FNU>
  %0:2 = fp8.quantize %x granularity<mx 32x1> outs(%e, %s : tensor<35x2xf8E4M3FN>, tensor<2x2xf8E8M0FNU>) : tensor<35x2xf32>
  return %0#0, %0#1 : tensor<35x2xf8E4M3FN>, tensor<2x2xf8E8M0FNU>
}

// CHECK-LABEL: @mx_e5m2
// CHECK-NEXT: result 0: tensor<3x35xf8E5M2>
// CHECK-NEXT: codes  6C 29 EE F6 5D EE 52 6E 69 78 6A CC 49 63 ED F3 51 B9 63 BE 74 E1 72 E4 62 D3 BC 54 4D CE E2 D0 F8 69 77{{$}}
// CHECK-NEXT: values 4096 0.0390625 -6144 -24576 320 -6144 48 6144 2560 32768 3072 -16 10 896 -5120 -14336 40 -0.625 896 -1.5 16384 -640 12288 -1024 768 -56 -1 64 20 -24 -768 -32 -32768 2560 28672{{$}}
// CHECK-NEXT: codes  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FB 5C 6D{{$}}
// CHECK-NEXT: values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -57344 256 5120{{$}}
// CHECK-NEXT: codes  7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 7F 00 80 7B{{$}}
// CHECK-NEXT: values nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan nan 0 -0 57344{{$}}
// CHECK-NEXT: result 1: tensor<3x2xf8E8M0FNU>
// CHECK-NEXT: codes  76 70{{$}}
// CHECK-NEXT: values 0.001953125 3.05175781e-05{{$}}
// CHECK-NEXT: codes  00 74{{$}}
// CHECK-NEXT: values 5.87747175e-39 0.00048828125{{$}}
// CHECK-NEXT: codes  FF FE{{$}}
// CHECK-NEXT: values nan 1.70141183e+38{{$}}
func.func @mx_e5m2() -> (tensor<3x35xf8E5M2>, tensor<3x2xf8E8M0FNU>) {
  %x = arith.constant dense<[[0x40FA07D6, 0x38919359, 0xC14A1DF8, 0xC234089E, 0x3F27F3FF, 0xC14CADED, 0x3DB91DCA, 0x41397192, 0x40A7EA71, 0x4276ED15, 0x40B010EF, 0xBD0D8E83, 0x3C92C672, 0x3FE36872, 0xC11B4FD9, 0xC1DF8C6F, 0x3D9797DF, 0xBA915F89, 0x3FDAB9F1, 0xBB3AB285, 0x41FBFEC6, 0xBFAC0202, 0x41CB3B3F, 0xBFFEB4F7, 0x3FB24C24, 0xBDEF3C23, 0xBB064D1F, 0x3DF05FEA, 0x3D117236, 0xBD3EACF9, 0xBFBBD383, 0xBD7EAB0F, 0xBF7CB874, 0x3D963463, 0x3F5BCCF0],
       [0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0xC1DCD9E6, 0x3E0E1307, 0x40189D7B],
       [0x7FC00000, 0x3FB26348, 0x3DC9E243, 0x40CF995F, 0x414C02A0, 0x3D3DB5F4, 0x41A1BE32, 0xBFAD8F79, 0x41110A22, 0xBD96EAC2, 0x3D731B14, 0x3C327D6B, 0x3D0120E7, 0xC0337D42, 0x3E0CD710, 0xBE3387AF, 0xB6D47B01, 0xBB61DB11, 0x3E89ADCA, 0x417A86B1, 0x3D233CC2, 0x3EDB45AA, 0xC179DDEA, 0xC08DEC8E, 0x4223AA7D, 0xC0B9AC7B, 0x409C7CF3, 0xBC999B24, 0x3CC44C25, 0x3E46FB18, 0x3D2FCABB, 0x42104CB7, 0x408066BA, 0xBCD975CA, 0x7F800000]]> : tensor<3x35xf32>
  %e = tensor.empty() : tensor<3x35xf8E5M2>
  %s = tensor.empty() : tensor<3x2xf8E8M0FNU>
  %0:2 = fp8.quantize %x granularity<mx> outs(%e, %s : tensor<3x35xf8E5M2>, tensor<3x2xf8E8M0FNU>) : tensor<3x35xf32>
  return %0#0, %0#1 : tensor<3x35xf8E5M2>, tensor<3x2xf8E8M0FNU>
}

// The draw is that of the element's place in the whole tensor.
// CHECK-LABEL: @stochastic
// CHECK-NEXT: result 0: tensor<4x5xf8E4M3FN>
// CHECK-NEXT: codes  38 38 38 39 38{{$}}
// CHECK-NEXT: values 1 1 1 1.125 1{{$}}
// CHECK-NEXT: codes  38 38 39 38 39{{$}}
// CHECK-NEXT: values 1 1 1.125 1 1.125{{$}}
// CHECK-NEXT: codes  38 39 39 39 39{{$}}
// CHECK-NEXT: values 1 1.125 1.125 1.125 1.125{{$}}
// CHECK-NEXT: codes  39 3A 3A 3A 3A{{$}}
// CHECK-NEXT: values 1.125 1.25 1.25 1.25 1.25{{$}}
// CHECK-NEXT: result 1: tensor<4x5xf8E4M3FN>
// CHECK-NEXT: codes  38 38 38 38 38{{$}}
// CHECK-NEXT: values 1 1 1 1 1{{$}}
// CHECK-NEXT: codes  38 39 39 38 39{{$}}
// CHECK-NEXT: values 1 1.125 1.125 1 1.125{{$}}
// CHECK-NEXT: codes  39 39 39 39 39{{$}}
// CHECK-NEXT: values 1.125 1.125 1.125 1.125 1.125{{$}}
// CHECK-NEXT: codes  39 39 39 3A 3A{{$}}
// CHECK-NEXT: values 1.125 1.125 1.125 1.25 1.25{{$}}
// CHECK-NEXT: result 2: tensor<4x5xf8E4M3FN>
// CHECK-NEXT: codes  38 38 38 38 38{{$}}
// CHECK-NEXT: values 1 1 1 1 1{{$}}
// CHECK-NEXT: codes  38 39 39 38 39{{$}}
// CHECK-NEXT: values 1 1.125 1.125 1 1.125{{$}}
// CHECK-NEXT: codes  39 39 39 39 39{{$}}
// CHECK-NEXT: values 1.125 1.125 1.125 1.125 1.125{{$}}
// CHECK-NEXT: codes  39 39 39 3A 3A{{$}}
// CHECK-NEXT: values 1.125 1.125 1.125 1.25 1.25{{$}}
func.func @stochastic() -> (tensor<4x5xf8E4M3FN>, tensor<4x5xf8E4M3FN>, tensor<4x5xf8E4M3FN>) {
  %x = arith.constant dense<[[0x3F800000, 0x3F8147AE, 0x3F828F5C, 0x3F83D70A, 0x3F851EB8],
       [0x3F866666, 0x3F87AE14, 0x3F88F5C3, 0x3F8A3D71, 0x3F8B851F],
       [0x3F8CCCCD, 0x3F8E147B, 0x3F8F5C29, 0x3F90A3D7, 0x3F91EB85],
       [0x3F933333, 0x3F947AE1, 0x3F95C28F, 0x3F970A3D, 0x3F9851EC]]> : tensor<4x5xf32>
  %s = arith.constant dense<1.0> : tensor<f32>
  %seed = arith.constant -5 : i32
  %step = arith.constant 7 : i32
  %two = arith.constant 2 : index
  %e = tensor.empty() : tensor<4x5xf8E4M3FN>
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step outs(%e : tensor<4x5xf8E4M3FN>) : tensor<4x5xf32>, tensor<f32>
  %1 = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step at [2, 3] of [6, 9] outs(%e : tensor<4x5xf8E4M3FN>) : tensor<4x5xf32>, tensor<f32>
  %2 = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step at [%two, 3] of [6, 9] outs(%e : tensor<4x5xf8E4M3FN>) : tensor<4x5xf32>, tensor<f32>
  return %0, %1, %2 : tensor<4x5xf8E4M3FN>, tensor<4x5xf8E4M3FN>, tensor<4x5xf8E4M3FN>
}

// No element, but scales and an amax all the same.
// CHECK-LABEL: @empty
// CHECK-NEXT: result 0: tensor<0x4xf8E4M3FN>
// CHECK-NEXT: result 1: tensor<0xf32>
// CHECK-NEXT: result 2: tensor<f32>
// CHECK-NEXT: codes  3F000000{{$}}
// CHECK-NEXT: values 0.5{{$}}
func.func @empty() -> (tensor<0x4xf8E4M3FN>, tensor<0xf32>, tensor<f32>) {
  %x = arith.constant dense<0.0> : tensor<0x4xf32>
  %e = tensor.empty() : tensor<0x4xf8E4M3FN>
  %s = tensor.empty() : tensor<0xf32>
  %a = arith.constant dense<0.5> : tensor<f32>
  %0:3 = fp8.quantize %x granularity<row> with_amax outs(%e, %s, %a : tensor<0x4xf8E4M3FN>, tensor<0xf32>, tensor<f32>) : tensor<0x4xf32>
  return %0#0, %0#1, %0#2 : tensor<0x4xf8E4M3FN>, tensor<0xf32>, tensor<f32>
}
