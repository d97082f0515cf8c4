// RUN: fp8-opt %s --fp8-check-numerics=only=block-tail --split-input-file --verify-diagnostics -o /dev/null
// RUN: fp8-opt %s --fp8-check-numerics=only=block-tail --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-check-numerics 2>&1 | FileCheck %s

func.func @mx(%x: tensor<4x65xf32>) -> tensor<4x65xf8E4M3FN> {
  %c = tensor.empty() : tensor<4x65xf8E4M3FN>
  %s = tensor.empty() : tensor<4x3xf8E8M0FNU>
  // expected-warning @below {{block-tail: expected granules of more than 4 elements, but #fp8.granularity<mx> leaves 1 of 32 in the last one of 'arg0' (tensor<4x65xf32>)}}
  // expected-note @below {{remedy: pad the tensor to whole granules, or use a size that divides it}}
  // expected-note @below {{to accept it: fp8.allow = ["block-tail"] on the op or on an op around it}}
  %q:2 = fp8.quantize %x granularity<mx> outs(%c, %s : tensor<4x65xf8E4M3FN>, tensor<4x3xf8E8M0FNU>) : tensor<4x65xf32>
  return %q#0 : tensor<4x65xf8E4M3FN>
}

// -----

func.func @block(%x: tensor<5x130xf32>) -> tensor<5x130xf8E4M3FN> {
  %c = tensor.empty() : tensor<5x130xf8E4M3FN>
  %s = tensor.empty() : tensor<2x2xf32>
  // One row of two columns.
  // expected-warning @below {{but #fp8.granularity<block 4x128> leaves 2 of 512 in the last one of}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q:2 = fp8.quantize %x granularity<block 4x128> outs(%c, %s : tensor<5x130xf8E4M3FN>, tensor<2x2xf32>) : tensor<5x130xf32>
  return %q#0 : tensor<5x130xf8E4M3FN>
}

// -----

// A fifth element shares the scale; rows and small granules are accepted.
func.func @negative_shares(%x: tensor<4x133xf32>, %y: tensor<4x9xf32>) -> (tensor<4x133xf8E4M3FN>, tensor<4x9xf8E4M3FN>, tensor<4x9xf8E4M3FN>) {
  %c = tensor.empty() : tensor<4x133xf8E4M3FN>
  %s = tensor.empty() : tensor<4x2xf32>
  %d = tensor.empty() : tensor<4x9xf8E4M3FN>
  %t = tensor.empty() : tensor<4x2xf32>
  %r = tensor.empty() : tensor<4xf32>
  %q:2 = fp8.quantize %x granularity<block 1x128> outs(%c, %s : tensor<4x133xf8E4M3FN>, tensor<4x2xf32>) : tensor<4x133xf32>
  %p:2 = fp8.quantize %y granularity<block 1x8> outs(%d, %t : tensor<4x9xf8E4M3FN>, tensor<4x2xf32>) : tensor<4x9xf32>
  %o:2 = fp8.quantize %y granularity<row> outs(%d, %r : tensor<4x9xf8E4M3FN>, tensor<4xf32>) : tensor<4x9xf32>
  return %q#0, %p#0, %o#0 : tensor<4x133xf8E4M3FN>, tensor<4x9xf8E4M3FN>, tensor<4x9xf8E4M3FN>
}

// -----

// Groups over the seam of two rows.
// CHECK: [[#@LINE+4]]:{{.*}} remark: {{.*}}block-tail: expected groups that divide rows, but rows of 'arg0' (tensor<4x96xf32>) have 96 elements and groups 64; use a size that divides the last extent, or granularity<block 1x64>
func.func @seams(%x: tensor<4x96xf32>) -> tensor<4x96xf8E4M3FN> {
  %c = tensor.empty() : tensor<4x96xf8E4M3FN>
  %s = tensor.empty() : tensor<6xf32>
  %q:2 = fp8.quantize %x granularity<group 64> outs(%c, %s : tensor<4x96xf8E4M3FN>, tensor<6xf32>) : tensor<4x96xf32>
  return %q#0 : tensor<4x96xf8E4M3FN>
}

// -----

// Allowed, a warning is a remark.
// CHECK: remark: {{.*}}allowed: block-tail: expected granules
func.func @negative_allowed(%x: tensor<65xf32>) -> tensor<65xf8E4M3FN> attributes {fp8.allow = ["block-tail"]} {
  %c = tensor.empty() : tensor<65xf8E4M3FN>
  %s = tensor.empty() : tensor<2xf32>
  %q:2 = fp8.quantize %x granularity<group 64> outs(%c, %s : tensor<65xf8E4M3FN>, tensor<2xf32>) : tensor<65xf32>
  return %q#0 : tensor<65xf8E4M3FN>
}

// -----

// CHECK-NOT: remark
func.func @negative_whole(%x: tensor<4x128xf32>, %b: tensor<96xf32>) -> (tensor<4x128xf8E4M3FN>, tensor<96xf8E4M3FN>) {
  %c = tensor.empty() : tensor<4x128xf8E4M3FN>
  %s = tensor.empty() : tensor<8xf32>
  %d = tensor.empty() : tensor<96xf8E4M3FN>
  %t = tensor.empty() : tensor<2xf32>
  %q:2 = fp8.quantize %x granularity<group 64> outs(%c, %s : tensor<4x128xf8E4M3FN>, tensor<8xf32>) : tensor<4x128xf32>
  %p:2 = fp8.quantize %b granularity<group 64> outs(%d, %t : tensor<96xf8E4M3FN>, tensor<2xf32>) : tensor<96xf32>
  return %q#0, %p#0 : tensor<4x128xf8E4M3FN>, tensor<96xf8E4M3FN>
}

// -----

// Blocks along the sum: 64 terms meet 32.
func.func @blocks(%x: tensor<4x128xf8E4M3FN> {fp8.name = "x"}, %w: tensor<128x64xf8E4M3FN> {fp8.name = "w"}, %xs: tensor<4x2xf32>, %ws: tensor<4x2xf32>) -> tensor<4x64xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  // expected-warning @below {{block-tail: expected blocks of equal size along the reduced dimension, but blocks of 'x' (tensor<4x128xf8E4M3FN>) have 64 and blocks of 'w' (tensor<128x64xf8E4M3FN>) 32 of its 128 elements}}
  // expected-note @below {{remedy: use one size along the reduced dimension, such as 1x128 and 128x128}}
  // expected-note @below {{to accept it}}
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %xs granularity<block 1x64>, %w by %ws granularity<block 32x32> outs(%zeros : tensor<4x64xf32>) : tensor<4x128xf8E4M3FN> by tensor<4x2xf32>, tensor<128x64xf8E4M3FN> by tensor<4x2xf32>
  return %y : tensor<4x64xf32>
}

// -----

// Blocks that end together, and scales that hold the whole sum.
func.func @negative_blocks(%x: tensor<4x128xf8E4M3FN>, %w: tensor<128x64xf8E4M3FN>, %xs: tensor<4x4xf32>, %ws: tensor<4x2xf32>, %r: tensor<4xf32>, %b: tensor<1x2xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>, tensor<4x64xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %xs granularity<block 1x32>, %w by %ws granularity<block 32x32> outs(%zeros : tensor<4x64xf32>) : tensor<4x128xf8E4M3FN> by tensor<4x4xf32>, tensor<128x64xf8E4M3FN> by tensor<4x2xf32>
  %z = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %r granularity<row>, %w by %ws granularity<block 32x32> outs(%zeros : tensor<4x64xf32>) : tensor<4x128xf8E4M3FN> by tensor<4xf32>, tensor<128x64xf8E4M3FN> by tensor<4x2xf32>
  %v = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %xs granularity<block 1x32>, %w by %b granularity<block 128x32> outs(%zeros : tensor<4x64xf32>) : tensor<4x128xf8E4M3FN> by tensor<4x4xf32>, tensor<128x64xf8E4M3FN> by tensor<1x2xf32>
  return %y, %z, %v : tensor<4x64xf32>, tensor<4x64xf32>, tensor<4x64xf32>
}
