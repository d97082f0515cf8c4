// States of short granules, of which a kernel walks many at once: each is
// decoded, changed and encoded again where it lies, with a scale of its own.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#n = affine_map<(i) -> (i)>

// The inverse scale of a granule is read until its last element is, and then
// overwritten.
func.func @mx(%m: tensor<5x512xf8E4M3FN> {fp8.name = "m"}, %s: tensor<5x16xf8E8M0FNU> {fp8.name = "s"}, %g: tensor<5x512xf32>)
    -> (tensor<5x512xf8E4M3FN> {fp8.updates = "m"}, tensor<5x16xf8E8M0FNU> {fp8.updates = "s"}) {
  %half = arith.constant dense<0.5> : tensor<5x512xf32>
  %ew = tensor.empty() : tensor<5x512xf32>
  %ec = tensor.empty() : tensor<5x512xf8E4M3FN>
  %es = tensor.empty() : tensor<5x16xf8E8M0FNU>
  %old = fp8.dequantize %m by %s granularity<mx> outs(%ew : tensor<5x512xf32>) : tensor<5x512xf8E4M3FN>, tensor<5x16xf8E8M0FNU>
  %decayed = arith.mulf %old, %half : tensor<5x512xf32>
  %new = arith.addf %decayed, %g : tensor<5x512xf32>
  %codes, %inv = fp8.quantize %new granularity<mx> outs(%ec, %es : tensor<5x512xf8E4M3FN>, tensor<5x16xf8E8M0FNU>) : tensor<5x512xf32>
  return %codes, %inv : tensor<5x512xf8E4M3FN>, tensor<5x16xf8E8M0FNU>
}

func.func @blocks(%m: tensor<3x2048xf8E4M3FN> {fp8.name = "m"}, %s: tensor<3x16xf32> {fp8.name = "s"}, %g: tensor<3x2048xf32>)
    -> (tensor<3x2048xf8E4M3FN> {fp8.updates = "m"}, tensor<3x16xf32> {fp8.updates = "s"}) {
  %half = arith.constant dense<0.5> : tensor<3x2048xf32>
  %ew = tensor.empty() : tensor<3x2048xf32>
  %ec = tensor.empty() : tensor<3x2048xf8E4M3FN>
  %es = tensor.empty() : tensor<3x16xf32>
  %old = fp8.dequantize %m by %s granularity<block 1x128> outs(%ew : tensor<3x2048xf32>) : tensor<3x2048xf8E4M3FN>, tensor<3x16xf32>
  %decayed = arith.mulf %old, %half : tensor<3x2048xf32>
  %new = arith.addf %decayed, %g : tensor<3x2048xf32>
  %codes, %inv = fp8.quantize %new granularity<block 1x128> outs(%ec, %es : tensor<3x2048xf8E4M3FN>, tensor<3x16xf32>) : tensor<3x2048xf32>
  return %codes, %inv : tensor<3x2048xf8E4M3FN>, tensor<3x16xf32>
}

// Elements that a batch reads twice, and writes the second time: each divided
// by the largest of its row.
func.func @rows(%w: tensor<100x32xf32> {fp8.name = "w"}, %d: tensor<100xf32> {fp8.name = "d"})
    -> (tensor<100x32xf32> {fp8.updates = "w"}, tensor<100xf32> {fp8.updates = "d"}) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %ed = tensor.empty() : tensor<100xf32>
  %ew = tensor.empty() : tensor<100x32xf32>
  %none = linalg.fill ins(%zero : f32) outs(%ed : tensor<100xf32>) -> tensor<100xf32>
  %largest = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<100x32xf32>) outs(%none : tensor<100xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = math.absf %v : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<100xf32>
  %next_d = linalg.generic {indexing_maps = [#n, #n, #n], iterator_types = ["parallel"]} ins(%d, %largest : tensor<100xf32>, tensor<100xf32>) outs(%ed : tensor<100xf32>) {
  ^bb0(%old: f32, %max: f32, %unused: f32):
    %0 = arith.maximumf %old, %max : f32
    %1 = arith.addf %0, %one : f32
    linalg.yield %1 : f32
  } -> tensor<100xf32>
  %next = linalg.generic {indexing_maps = [#ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %d, %next_d : tensor<100x32xf32>, tensor<100xf32>, tensor<100xf32>) outs(%ew : tensor<100x32xf32>) {
  ^bb0(%v: f32, %old: f32, %max: f32, %unused: f32):
    %0 = arith.divf %v, %max : f32
    %1 = arith.subf %0, %old : f32
    linalg.yield %1 : f32
  } -> tensor<100x32xf32>
  return %next, %next_d : tensor<100x32xf32>, tensor<100xf32>
}

// Blocks of 16 rows with scales of their columns: the blocks of a state are
// stored before the last element is read, so they are not batched.
func.func @columns(%m: tensor<64x96xf8E4M3FN> {fp8.name = "m"}, %s: tensor<4x96xf32> {fp8.name = "s"}, %g: tensor<64x96xf32>)
    -> (tensor<64x96xf8E4M3FN> {fp8.updates = "m"}, tensor<4x96xf32> {fp8.updates = "s"}) {
  %half = arith.constant dense<0.5> : tensor<64x96xf32>
  %ew = tensor.empty() : tensor<64x96xf32>
  %ec = tensor.empty() : tensor<64x96xf8E4M3FN>
  %es = tensor.empty() : tensor<4x96xf32>
  %old = fp8.dequantize %m by %s granularity<block 16x1> outs(%ew : tensor<64x96xf32>) : tensor<64x96xf8E4M3FN>, tensor<4x96xf32>
  %decayed = arith.mulf %old, %half : tensor<64x96xf32>
  %new = arith.addf %decayed, %g : tensor<64x96xf32>
  %codes, %inv = fp8.quantize %new granularity<block 16x1> outs(%ec, %es : tensor<64x96xf8E4M3FN>, tensor<4x96xf32>) : tensor<64x96xf32>
  return %codes, %inv : tensor<64x96xf8E4M3FN>, tensor<4x96xf32>
}

// The elements alone are a state of such blocks.
func.func @column_codes(%m: tensor<64x96xf8E4M3FN> {fp8.name = "m"}, %s: tensor<f32>, %g: tensor<64x96xf32>)
    -> (tensor<64x96xf8E4M3FN> {fp8.updates = "m"}, tensor<4x96xf32>) {
  %ew = tensor.empty() : tensor<64x96xf32>
  %ec = tensor.empty() : tensor<64x96xf8E4M3FN>
  %es = tensor.empty() : tensor<4x96xf32>
  %old = fp8.dequantize %m by %s outs(%ew : tensor<64x96xf32>) : tensor<64x96xf8E4M3FN>, tensor<f32>
  %new = arith.addf %old, %g : tensor<64x96xf32>
  %codes, %inv = fp8.quantize %new granularity<block 16x1> outs(%ec, %es : tensor<64x96xf8E4M3FN>, tensor<4x96xf32>) : tensor<64x96xf32>
  return %codes, %inv : tensor<64x96xf8E4M3FN>, tensor<4x96xf32>
}
