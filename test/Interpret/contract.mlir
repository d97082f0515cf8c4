// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Sums of products are exact here, so any order has these bits. The test
// checks the arithmetic around them. GeLU is the declared function.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// CHECK-LABEL: @scaled
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  BFC0050B 3FADF06E BFD92174{{$}}
// CHECK-NEXT: values -1.5001539 1.35889983 -1.69633341{{$}}
// CHECK-NEXT: codes  3FC89366 3E8FAF19 BE140D0E{{$}}
// CHECK-NEXT: values 1.56699824 0.280632764 -0.14458105{{$}}
// CHECK-NEXT: result 1: tensor<2x3xf32>
// CHECK-NEXT: codes  00000000 405F077A 00000000{{$}}
// CHECK-NEXT: values 0 3.48483133 0{{$}}
// CHECK-NEXT: codes  40077ACC 401A0526 00000000{{$}}
// CHECK-NEXT: values 2.11686993 2.40656424 0{{$}}
// CHECK-NEXT: result 2: tensor<f32>
// CHECK-NEXT: codes  405F077A{{$}}
// CHECK-NEXT: values 3.48483133{{$}}
// CHECK-NEXT: result 3: tensor<2x3xf8E4M3FN>
// CHECK-NEXT: codes  54 64 00{{$}}
// CHECK-NEXT: values 12 48 0{{$}}
// CHECK-NEXT: codes  51 64 00{{$}}
// CHECK-NEXT: values 9 48 0{{$}}
// CHECK-NEXT: result 4: tensor<f32>
// CHECK-NEXT: codes  4018CE9F{{$}}
// CHECK-NEXT: values 2.38761115{{$}}
func.func @scaled() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<2x3xf8E4M3FN>, tensor<f32>) {
  %ab = arith.constant dense<[[-39, 89, -73, 55, -39],
       [50, -91, 89, 33, 39]]> : tensor<2x5xi8>
  %bb = arith.constant dense<[[54, 67, -66, 62, 64],
       [-60, 63, 69, -66, 61],
       [-58, 58, -64, 48, 66]]> : tensor<3x5xi8>
  %a = arith.bitcast %ab : tensor<2x5xi8> to tensor<2x5xf8E4M3FN>
  %b = arith.bitcast %bb : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %sl = arith.constant dense<1.0e-2> : tensor<f32>
  %sr = arith.constant dense<3.0e-1> : tensor<f32>
  %init = arith.constant dense<[[0xBFC8E02E, 0x3F912CD8, 0xBFF3D0D0],
       [0x3FD2DDA3, 0x3C9B437A, 0xBCDD7ADE]]> : tensor<2x3xf32>
  %bias = arith.constant dense<[0x3F0CC465, 0x40080F43, 0xC0304024]> : tensor<3xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr outs(%init : tensor<2x3xf32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32>
  %amax0 = arith.constant dense<1.25e-1> : tensor<f32>
  %1:2 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr bias %bias activation<relu> with_amax outs(%init, %amax0 : tensor<2x3xf32>, tensor<f32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32> bias tensor<3xf32>
  %so = arith.constant dense<2.0e+1> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<2x3xf8E4M3FN>
  %2:2 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr bias %bias activation<relu> scale %so with_amax outs(%e, %zero : tensor<2x3xf8E4M3FN>, tensor<f32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32> bias tensor<3xf32> scale tensor<f32>
  return %0, %1#0, %1#1, %2#0, %2#1 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<2x3xf8E4M3FN>, tensor<f32>
}

// Transposed operands and a transposed bf16 result.
// CHECK-LABEL: @transposed
// CHECK-NEXT: result 0: tensor<3x2xbf16>
// CHECK-NEXT: codes  3D8E BDA5{{$}}
// CHECK-NEXT: values 0.0693359375 -0.0805664062{{$}}
// CHECK-NEXT: codes  3E66 3E86{{$}}
// CHECK-NEXT: values 0.224609375 0.26171875{{$}}
// CHECK-NEXT: codes  3E55 BDF1{{$}}
// CHECK-NEXT: values 0.208007812 -0.117675781{{$}}
func.func @transposed() -> tensor<3x2xbf16> {
  %ab = arith.constant dense<[[-39, 50],
       [89, -91],
       [-73, 89],
       [55, 33],
       [-39, 39]]> : tensor<5x2xi8>
  %bb = arith.constant dense<[[54, -60, -58],
       [67, 63, 58],
       [-66, 69, -64],
       [62, -66, 48],
       [64, 61, 66]]> : tensor<5x3xi8>
  %a = arith.bitcast %ab : tensor<5x2xi8> to tensor<5x2xf8E4M3FN>
  %b = arith.bitcast %bb : tensor<5x3xi8> to tensor<5x3xf8E5M2>
  %sl = arith.constant dense<1.0e-2> : tensor<f32>
  %sr = arith.constant dense<3.0e-1> : tensor<f32>
  %init = arith.constant dense<0.0> : tensor<3x2xbf16>
  %0 = fp8.contract [#km, #kn, #nm] %a by %sl, %b by %sr outs(%init : tensor<3x2xbf16>) : tensor<5x2xf8E4M3FN> by tensor<f32>, tensor<5x3xf8E5M2> by tensor<f32>
  return %0 : tensor<3x2xbf16>
}

// The sum is exact in f64 where f32 would lose the 1 either way; inverse scales
// that are absent are 1.
// CHECK-LABEL: @wide
// CHECK-NEXT: result 0: tensor<1x1xf32>
// CHECK-NEXT: codes  3F800000{{$}}
// CHECK-NEXT: values 1{{$}}
func.func @wide() -> tensor<1x1xf32> {
  %a = arith.constant dense<[[1.0e+8, 1.0, -1.0e+8]]> : tensor<1x3xf32>
  %b = arith.constant dense<1.0> : tensor<1x3xf32>
  %z = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a, %b outs(%z : tensor<1x1xf32>) : tensor<1x3xf32>, tensor<1x3xf32>
  return %0 : tensor<1x1xf32>
}

// Batches; nothing to reduce over leaves the init.
// CHECK-LABEL: @batched
// CHECK-NEXT: result 0: tensor<2x1x2xf32>
// CHECK-NEXT: codes  41880000 41B80000{{$}}
// CHECK-NEXT: values 17 23{{$}}
// CHECK-NEXT: codes  42860000 42A20000{{$}}
// CHECK-NEXT: values 67 81{{$}}
// CHECK-NEXT: result 1: tensor<1x2xf32>
// CHECK-NEXT: codes  40400000 40800000{{$}}
// CHECK-NEXT: values 3 4{{$}}
func.func @batched() -> (tensor<2x1x2xf32>, tensor<1x2xf32>) {
  %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xbf16>
  %b = arith.constant dense<[[[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]]> : tensor<2x2x2xbf16>
  %z = arith.constant dense<0.0> : tensor<2x1x2xf32>
  %0 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] %a, %b outs(%z : tensor<2x1x2xf32>) : tensor<2x1x2xbf16>, tensor<2x2x2xbf16>
  %c = arith.constant dense<0.0> : tensor<1x0xf32>
  %d = arith.constant dense<0.0> : tensor<2x0xf32>
  %i = arith.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %1 = fp8.contract [#mk, #nk, #mn] %c, %d outs(%i : tensor<1x2xf32>) : tensor<1x0xf32>, tensor<2x0xf32>
  return %0, %1 : tensor<2x1x2xf32>, tensor<1x2xf32>
}

// For -2, -0.5, 0, 1 and NaN: NaN stays, and relu maps -0 to 0.
// CHECK-LABEL: @activations
// CHECK-NEXT: result 0: tensor<1x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 3F800000 7FC00000{{$}}
// CHECK-NEXT: values 0 0 0 1 nan{{$}}
// CHECK-NEXT: result 1: tensor<1x5xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values -0.045500{{[0-9]+}} -0.15426{{[0-9]+}} {{-?}}0 0.84134{{[0-9]+}} nan{{$}}
// CHECK-NEXT: result 2: tensor<1x5xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values -0.045402{{[0-9]+}} -0.15428{{[0-9]+}} {{-?}}0 0.84119{{[0-9]+}} nan{{$}}
func.func @activations() -> (tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>) {
  %a = arith.constant dense<1.0> : tensor<1x1xf32>
  %b = arith.constant dense<[[-2.0], [-0.5], [-0.0], [1.0], [0x7FC00000]]> : tensor<5x1xf32>
  %z = arith.constant dense<-0.0> : tensor<1x5xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a, %b activation<relu> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  %1 = fp8.contract [#mk, #nk, #mn] %a, %b activation<gelu> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  %2 = fp8.contract [#mk, #nk, #mn] %a, %b activation<gelu_tanh> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  return %0, %1, %2 : tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>
}

// A row, and a block that holds all terms, scale the sums.
// CHECK-LABEL: @scaled_sums
// CHECK-NEXT: result 0: tensor<3x4xf32>
// CHECK-NEXT: codes  41F4AE3B 42D1920F 448A3131 C4EEB46C{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  4398A95E C5021A3D C1D9F7B7 4535769D{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C32F9C16 43F64915 4298E613 C3D721CE{{$}}
// CHECK-NEXT: values
func.func @scaled_sums() -> tensor<3x4xf32> {
  %lb = arith.constant dense<[[25, 89, -40, -27, -34, -25], [70, 106, -33, -31, 95, 91], [77, -26, -66, 98, -22, -34]]> : tensor<3x6xi8>
  %l = arith.bitcast %lb : tensor<3x6xi8> to tensor<3x6xf8E4M3FN>
  %sl = arith.constant dense<[0x3E3F8536, 0x3E97E8F1, 0x3D85E489]> : tensor<3xf32>
  %rb = arith.constant dense<[[-37, -27, 92, 89], [-38, -23, -32, -46], [87, -26, -33, -28], [-30, 100, -30, -48], [99, -31, -41, 87], [84, -27, 85, 101]]> : tensor<6x4xi8>
  %r = arith.bitcast %rb : tensor<6x4xi8> to tensor<6x4xf8E5M2>
  %sr = arith.constant dense<[[0x3CE84D54, 0x3E26B591]]> : tensor<1x2xf32>
  %init = arith.constant dense<[[0x3DF46FE2, 0xBF243767, 0x400006D3, 0x3F432374], [0xBF99824C, 0x3D989BF7, 0x3F13A1EE, 0xBE41501A], [0x3F2ED335, 0xBD883A3C, 0x3F2AD0BC, 0x3FB82182]]> : tensor<3x4xf32>
  %0 = fp8.contract [#mk, #kn, #mn] %l by %sl granularity<row>, %r by %sr granularity<block 6x2> outs(%init : tensor<3x4xf32>) : tensor<3x6xf8E4M3FN> by tensor<3xf32>, tensor<6x4xf8E5M2> by tensor<1x2xf32>
  return %0 : tensor<3x4xf32>
}

// Blocks that hold some of the terms scale the elements of their operand, and
// of that alone; the last one is shorter.
// CHECK-LABEL: @scaled_elements
// CHECK-NEXT: result 0: tensor<3x4xf32>
// CHECK-NEXT: codes  44938334 435B2451 C484AA30 44F4F970{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  44A1E7AE 456EFCDA 45021F91 C52C1675{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C4E8B71D 44F77BFB 429E8168 45D1DB9E{{$}}
// CHECK-NEXT: values
func.func @scaled_elements() -> tensor<3x4xf32> {
  %lb = arith.constant dense<[[-30, 84, -34, 79, -23, -31], [-44, 101, 105, -22, -28, 98], [-17, -34, -52, 105, 98, -38]]> : tensor<3x6xi8>
  %l = arith.bitcast %lb : tensor<3x6xi8> to tensor<3x6xf8E4M3FN>
  %sl = arith.constant dense<[[0x3E2F7555, 0x3D363DCC], [0x3D6FCE8B, 0x3E8E9030]]> : tensor<2x2xf32>
  %rb = arith.constant dense<[[-35, 94, -40, -38, -28, -54], [-33, 101, 97, -50, 97, -35], [100, -59, 97, -27, 93, -25], [-24, -35, -29, 89, 104, -30]]> : tensor<4x6xi8>
  %r = arith.bitcast %rb : tensor<4x6xi8> to tensor<4x6xf8E5M2>
  %sr = arith.constant dense<[0x3E35C1C6, 0x3E525A0C, 0x3DDBAFB4, 0x3E1FF5A2]> : tensor<4xf32>
  %init = arith.constant dense<[[0xBE52DF67, 0x3F33D49D, 0x3F0518AB, 0xBF844F7D], [0xBDA229D1, 0x3D1088F1, 0xBF86F95A, 0x3E8509A1], [0xBF5BA309, 0x3F78D95D, 0x3E455F2F, 0x3DB6E652]]> : tensor<3x4xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %l by %sl granularity<block 2x4>, %r by %sr granularity<row> outs(%init : tensor<3x4xf32>) : tensor<3x6xf8E4M3FN> by tensor<2x2xf32>, tensor<4x6xf8E5M2> by tensor<4xf32>
  return %0 : tensor<3x4xf32>
}

// The plane of columns, 32 and 8 terms; one operand has one scale.
// CHECK-LABEL: @mx_columns
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  C1CD3C79 C02F4C98 C19BF4B5{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C0B6BC11 40D7FAAD 4135D50E{{$}}
// CHECK-NEXT: values
func.func @mx_columns() -> tensor<2x3xf32> {
  %lb = arith.constant dense<[[-31, -50], [-17, -24], [91, -16], [101, -19], [99, -27], [100, 80], [-20, 105], [107, -56], [-40, -46], [-25, 104], [-32, -60], [-28, -31], [-22, 105], [-47, 102], [53, -30], [-38, -32], [47, -37], [-39, -22], [-28, 108], [-30, -24], [90, 107], [-21, -43], [-31, -19], [99, -69], [73, -29], [94, -32], [-47, -24], [-23, 106], [-33, 89], [-64, -35], [-33, 97], [-39, -47], [59, 105], [98, 91], [-32, -22], [102, 102], [-48, 96], [100, 100], [102, -34], [107, -23]]> : tensor<40x2xi8>
  %l = arith.bitcast %lb : tensor<40x2xi8> to tensor<40x2xf8E4M3FN>
  %slb = arith.constant dense<[[120, 118], [121, 117]]> : tensor<2x2xi8>
  %sl = arith.bitcast %slb : tensor<2x2xi8> to tensor<2x2xf8E8M0FNU>
  %rb = arith.constant dense<[[99, 96, 99], [103, 102, -28], [-25, 98, -28], [-54, 99, -26], [-24, 92, 82], [-36, 81, -29], [-26, -39, -28], [-26, 96, -44], [94, -28, -31], [-28, -29, 90], [-30, 94, 93], [104, -27, 99], [-42, -53, -26], [-33, 98, -43], [85, -35, 101], [-51, -24, -31], [-24, -22, -32], [101, 82, -27], [-29, 100, 89], [82, -45, 81], [98, 96, 91], [-28, 96, -31], [100, -27, -40], [-57, -27, 103], [102, -33, 98], [94, -23, 92], [-44, 85, -28], [-36, -38, 101], [93, -58, 102], [-32, -34, -25], [102, 100, 99], [97, 87, 91], [-36, -38, 83], [102, 96, -45], [-31, -31, 102], [96, 84, -35], [-28, -44, 99], [-34, -37, -37], [87, -26, -37], [-29, 99, -30]]> : tensor<40x3xi8>
  %r = arith.bitcast %rb : tensor<40x3xi8> to tensor<40x3xf8E5M2>
  %sr = arith.constant dense<0x3C4985F0> : tensor<f32>
  %init = arith.constant dense<[[0x3F13B956, 0x3FC320C4, 0xBEA08FB0], [0xBF1A00E7, 0x3E4406D1, 0xBB04F96F]]> : tensor<2x3xf32>
  %0 = fp8.contract [#km, #kn, #mn] %l by %sl granularity<mx 32x1>, %r by %sr outs(%init : tensor<2x3xf32>) : tensor<40x2xf8E4M3FN> by tensor<2x2xf8E8M0FNU>, tensor<40x3xf8E5M2> by tensor<f32>
  return %0 : tensor<2x3xf32>
}

// An e8m0 that holds all terms scales the sum; its NaN is that of a row.
// CHECK-LABEL: @mx_sums
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  43FAE569 7FC00000 3E5B99D1{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C06D0239 7FC00000 BD248D6E{{$}}
// CHECK-NEXT: values
func.func @mx_sums() -> tensor<2x3xf32> {
  %lb = arith.constant dense<[[-25, 94, 111, -41, -44], [-24, 90, -23, -24, 106]]> : tensor<2x5xi8>
  %l = arith.bitcast %lb : tensor<2x5xi8> to tensor<2x5xf8E4M3FN>
  %slb = arith.constant dense<[[120], [118]]> : tensor<2x1xi8>
  %sl = arith.bitcast %slb : tensor<2x1xi8> to tensor<2x1xf8E8M0FNU>
  %rb = arith.constant dense<[[-29, 100, 102, 92, 96], [104, -38, -31, -27, 81], [102, 99, -29, -29, -32]]> : tensor<3x5xi8>
  %r = arith.bitcast %rb : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %srb = arith.constant dense<[[125], [-1], [0]]> : tensor<3x1xi8>
  %sr = arith.bitcast %srb : tensor<3x1xi8> to tensor<3x1xf8E8M0FNU>
  %init = arith.constant dense<[[0x3E95A429, 0xBE523D29, 0x3E5B99D1], [0x3E97EE39, 0xBE98F8DA, 0xBD248D6E]]> : tensor<2x3xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %l by %sl granularity<mx>, %r by %sr granularity<mx> outs(%init : tensor<2x3xf32>) : tensor<2x5xf8E4M3FN> by tensor<2x1xf8E8M0FNU>, tensor<3x5xf8E5M2> by tensor<3x1xf8E8M0FNU>
  return %0 : tensor<2x3xf32>
}

// Scales of batches; blocks along the dimensions of both operands.
// CHECK-LABEL: @batched_granules
// CHECK-NEXT: result 0: tensor<2x2x3xf32>
// CHECK-NEXT: codes  C4140E60 44C77910 43FBA598{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  C5C2EED6 C551FCA0 C5BC6496{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  43C81702 4335C2EB 423E710C{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  44EF2123 C490143D 44326668{{$}}
// CHECK-NEXT: values
func.func @batched_granules() -> tensor<2x2x3xf32> {
  %lb = arith.constant dense<[[[84, -54, 95, 110], [97, 69, -19, 92]], [[-17, -21, 101, 99], [-47, -19, -37, -30]]]> : tensor<2x2x4xi8>
  %l = arith.bitcast %lb : tensor<2x2x4xi8> to tensor<2x2x4xf8E4M3FN>
  %sl = arith.constant dense<[[0x3DC32759, 0x3E38B8CB], [0x3CAAD40D, 0x3D92E675]]> : tensor<2x2xf32>
  %rb = arith.constant dense<[[[-27, -45, -38], [-28, 87, -28], [100, 100, 100], [-33, 96, -40]], [[-34, -35, -27], [-26, 98, -38], [91, 100, -25], [-30, 89, 94]]]> : tensor<2x4x3xi8>
  %r = arith.bitcast %rb : tensor<2x4x3xi8> to tensor<2x4x3xf8E5M2>
  %sr = arith.constant dense<[[[0x3E7683CF, 0x3E5837A4], [0x3E461A94, 0x3E920821]], [[0x3E05BFA7, 0x3E001D37], [0x3E54EF54, 0x3E805955]]]> : tensor<2x2x2xf32>
  %init = arith.constant dense<[[[0x3FAC81D6, 0x3F19184D, 0x3FABF2AA], [0xBEC47471, 0xBE9766CE, 0xBF902FBF]], [[0x40225D0E, 0xBE33AA46, 0x3FCB344A], [0xBF25B4F5, 0x3E27C5FC, 0xBFD5EEE1]]]> : tensor<2x2x3xf32>
  %0 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] %l by %sl granularity<row>, %r by %sr granularity<block 2x2> outs(%init : tensor<2x2x3xf32>) : tensor<2x2x4xf8E4M3FN> by tensor<2x2xf32>, tensor<2x4x3xf8E5M2> by tensor<2x2x2xf32>
  return %0 : tensor<2x2x3xf32>
}
