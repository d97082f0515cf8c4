// RUN: fp8-opt %s --fp8-check-numerics=only=block-tail --split-input-file --verify-diagnostics -o /dev/null
// RUN: fp8-opt %s --fp8-check-numerics=only=block-tail --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-check-numerics 2>&1 | FileCheck %s

func.func @mx(%x: tensor<4x65xf32>) -> tensor<4x65xf8E4M3FN> {
  %c = tensor.empty() : tensor<4x65xf8E4M3FN>
  %s = tensor.empty() : tensor<4x3xf8E8M0FNU>
  // expected-warning @below {{block-tail: expected granules of more than 4 elements, but #fp8.granularity<mx> leaves 1 of 32 in the last one of 'arg0' (tensor<4x65xf32>)}}
  // expected-note @below {{remedy: pad the tensor to whole granules, or a size that divides it}}
  // expected-note @below {{where it is wanted: fp8.allow = ["block-tail"] on the op or around it}}
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
  // expected-note @below {{where it is wanted}}
  %q:2 = fp8.quantize %x granularity<block 4x128> outs(%c, %s : tensor<5x130xf8E4M3FN>, tensor<2x2xf32>) : tensor<5x130xf32>
  return %q#0 : tensor<5x130xf8E4M3FN>
}

// -----

// A fifth element shares; rows and small granules are what they are.
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
// CHECK: [[#@LINE+4]]:{{.*}} remark: {{.*}}block-tail: expected groups that divide rows, but rows of 'arg0' (tensor<4x96xf32>) have 96 elements and groups 64; a size that divides the last extent, or granularity<block 1x64>
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
