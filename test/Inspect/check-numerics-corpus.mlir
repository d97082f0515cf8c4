// Correct programs that are close to the findings of the rules.

// RUN: fp8-opt %s --fp8-check-numerics --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-check-numerics 2>&1 | count 0
// RUN: fp8-opt %s --fp8-simplify-casts --fp8-check-numerics --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-check-numerics 2>&1 | count 0

// Three projections quantized by the amax of all three, before they were cut.
func.func @fused_projections(%w: tensor<96x32xf32>) -> (tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<32x32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %w outs(%zero : tensor<f32>) : tensor<96x32xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %q = tensor.extract_slice %w[0, 0] [32, 32] [1, 1] : tensor<96x32xf32> to tensor<32x32xf32>
  %k = tensor.extract_slice %w[32, 0] [32, 32] [1, 1] : tensor<96x32xf32> to tensor<32x32xf32>
  %init = tensor.empty() : tensor<32x32xf8E4M3FN>
  %cq = fp8.quantize %q by %scale outs(%init : tensor<32x32xf8E4M3FN>) : tensor<32x32xf32>, tensor<f32>
  %ck = fp8.quantize %k by %scale outs(%init : tensor<32x32xf8E4M3FN>) : tensor<32x32xf32>, tensor<f32>
  %wide = tensor.empty() : tensor<32x32xf32>
  %dq = fp8.dequantize %ck by %inv outs(%wide : tensor<32x32xf32>) : tensor<32x32xf8E4M3FN>, tensor<f32>
  return %cq, %ck, %dq : tensor<32x32xf8E4M3FN>, tensor<32x32xf8E4M3FN>, tensor<32x32xf32>
}

// -----

// Parts measured one by one, joined, and quantized by the largest amax.
func.func @concat(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ma = fp8.amax %a outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %mb = fp8.amax %b outs(%ma : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %mb for e4m3 scaling<pow2 = true> : tensor<f32>
  %x = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %init = tensor.empty() : tensor<8x8xf8E4M3FN>
  %c = fp8.quantize %x by %scale outs(%init : tensor<8x8xf8E4M3FN>) : tensor<8x8xf32>, tensor<f32>
  return %c : tensor<8x8xf8E4M3FN>
}

// -----

// A GELU is quantized by the amax that the contraction measured of it.
func.func @epilogue(%x: tensor<4x8xf8E4M3FN>, %w: tensor<8x16xf8E4M3FN>, %xi: tensor<f32>, %wi: tensor<f32>) -> tensor<4x16xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y:2 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %xi, %w by %wi activation<gelu> with_amax outs(%zeros, %zero : tensor<4x16xf32>, tensor<f32>) {fp8.class = "fwd"} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
  %scale, %inv = fp8.compute_scale %y#1 for e4m3 : tensor<f32>
  %init = tensor.empty() : tensor<4x16xf8E4M3FN>
  %c = fp8.quantize %y#0 by %scale outs(%init : tensor<4x16xf8E4M3FN>) : tensor<4x16xf32>, tensor<f32>
  return %c : tensor<4x16xf8E4M3FN>
}

// -----

// A layer with calibrated scales: sums of products are far below the sums of
// the largest codes.
func.func @calibrated(%x: tensor<4x64xf32>, %w: tensor<64x64xf8E4M3FN>, %v: tensor<64x64xf8E4M3FN>) -> tensor<4x64xbf16> {
  %sx = arith.constant dense<60.0> : tensor<f32>
  %ix = arith.constant dense<0.0166666675> : tensor<f32>
  %iw = arith.constant dense<0.002> : tensor<f32>
  %sh = arith.constant dense<35.0> : tensor<f32>
  %ih = arith.constant dense<0.0285714287> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  %init = tensor.empty() : tensor<4x64xf8E4M3FN>
  %cx = fp8.quantize %x by %sx outs(%init : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %h = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %cx by %ix, %w by %iw activation<relu> outs(%zeros : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN> by tensor<f32>, tensor<64x64xf8E4M3FN> by tensor<f32>
  %ch = fp8.quantize %h by %sh outs(%init : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %ch by %ih, %v by %iw outs(%zeros : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN> by tensor<f32>, tensor<64x64xf8E4M3FN> by tensor<f32>
  %n = arith.truncf %y : tensor<4x64xf32> to tensor<4x64xbf16>
  return %n : tensor<4x64xbf16>
}

// -----

// A frozen weight: codes and scale are inputs of every step, the bias trains.
func.func @step(%w: tensor<8x4xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, %wi: tensor<f32> {fp8.name = "w.inv"},
                %b: tensor<4xf32> {fp8.name = "b"}, %x: tensor<4x8xf32>) -> (tensor<4xf32> {fp8.updates = "b"}, tensor<4x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %c = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %c by %inv, %w by %wi outs(%zeros : tensor<4x4xf32>) {fp8.class = "fwd"} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E4M3FN> by tensor<f32>
  %b1 = arith.addf %b, %b : tensor<4xf32>
  return %b1, %y : tensor<4xf32>, tensor<4x4xf32>
}

// -----

// A weight in FP8 with a master in f32: codes, scale and master are updated
// together, and the codes come from the master.
func.func @step(%w: tensor<4x8xf8E4M3FN> {fp8.name = "w"}, %wi: tensor<f32> {fp8.name = "w.inv"}, %m: tensor<4x8xf32> {fp8.name = "w.master"}, %g: tensor<4x8xf32>)
    -> (tensor<4x8xf8E4M3FN> {fp8.updates = "w"}, tensor<f32> {fp8.updates = "w.inv"}, tensor<4x8xf32> {fp8.updates = "w.master"}, tensor<4x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %d = fp8.dequantize %w by %wi outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %y = math.exp %d : tensor<4x8xf32>
  %n = arith.subf %m, %g : tensor<4x8xf32>
  %amax = fp8.amax %n outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %c, %inv, %n, %y : tensor<4x8xf8E4M3FN>, tensor<f32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// Two states that change places, and a scale with each.
func.func @step(%a: tensor<4xf8E4M3FN> {fp8.name = "a"}, %ai: tensor<f32> {fp8.name = "a.inv"}, %b: tensor<4xf8E4M3FN> {fp8.name = "b"}, %bi: tensor<f32> {fp8.name = "b.inv"})
    -> (tensor<4xf8E4M3FN> {fp8.updates = "a"}, tensor<f32> {fp8.updates = "a.inv"}, tensor<4xf8E4M3FN> {fp8.updates = "b"}, tensor<f32> {fp8.updates = "b.inv"}, tensor<4xf32>) {
  %wide = tensor.empty() : tensor<4xf32>
  %d = fp8.dequantize %a by %ai outs(%wide : tensor<4xf32>) : tensor<4xf8E4M3FN>, tensor<f32>
  return %b, %bi, %a, %ai, %d : tensor<4xf8E4M3FN>, tensor<f32>, tensor<4xf8E4M3FN>, tensor<f32>, tensor<4xf32>
}

// -----

// The scale of the last step is kept where this one has no amax.
func.func @step(%x: tensor<4x8xf32>, %s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<scale>}) -> (tensor<f32> {fp8.updates = "s"}, tensor<4x8xf8E5M2>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e5m2 scaling<epsilon = 1.0e-20> keeping %s : tensor<f32>, tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E5M2>
  %c = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E5M2>) : tensor<4x8xf32>, tensor<f32>
  return %scale, %c : tensor<f32>, tensor<4x8xf8E5M2>
}

// -----

// Codes that move between formats of other libraries: scale 1 everywhere.
func.func @casts(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %wide = tensor.empty() : tensor<4x8xbf16>
  %c = fp8.quantize %x by %one outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
  %d = fp8.dequantize %c by %one outs(%wide : tensor<4x8xbf16>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return %d : tensor<4x8xbf16>
}

// -----

// Blocks and their transposed copy, both of the wide tensor.
func.func @blocks(%x: tensor<128x256xf32>) -> (tensor<128x256xf8E4M3FN>, tensor<256x128xf8E4M3FN>, tensor<128x256xf8E4M3FN>) {
  %e = tensor.empty() : tensor<256x128xf32>
  %t = linalg.transpose ins(%x : tensor<128x256xf32>) outs(%e : tensor<256x128xf32>) permutation = [1, 0]
  %c = tensor.empty() : tensor<128x256xf8E4M3FN>
  %ct = tensor.empty() : tensor<256x128xf8E4M3FN>
  %s = tensor.empty() : tensor<128x2xf32>
  %st = tensor.empty() : tensor<256x1xf32>
  %m = tensor.empty() : tensor<128x8xf8E8M0FNU>
  %0:2 = fp8.quantize %x granularity<block 1x128> outs(%c, %s : tensor<128x256xf8E4M3FN>, tensor<128x2xf32>) : tensor<128x256xf32>
  %1:2 = fp8.quantize %t granularity<block 1x128> outs(%ct, %st : tensor<256x128xf8E4M3FN>, tensor<256x1xf32>) : tensor<256x128xf32>
  %2:2 = fp8.quantize %x granularity<mx> outs(%c, %m : tensor<128x256xf8E4M3FN>, tensor<128x8xf8E8M0FNU>) : tensor<128x256xf32>
  return %0#0, %1#0, %2#0 : tensor<128x256xf8E4M3FN>, tensor<256x128xf8E4M3FN>, tensor<128x256xf8E4M3FN>
}

// -----

// f16 with room: 64 terms of a softmax and of codes up to 7.
func.func @attention_f16(%x: tensor<4x64xf32>, %v: tensor<64x4xf8E4M3FN>) -> tensor<4x4xf16> {
  %inv = arith.constant dense<0.015625> : tensor<f32>
  %lowest = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %e0 = tensor.empty() : tensor<4x64xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<4x64xf32>) outs(%lowest : tensor<4xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<4xf32>) outs(%e0 : tensor<4x64xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<4x64xf32>
  %e = math.exp %d : tensor<4x64xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<4x64xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %sb = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e0 : tensor<4x64xf32>) dimensions = [1]
  %p = arith.divf %e, %sb : tensor<4x64xf32>
  %w0 = tensor.empty() : tensor<64x4xf32>
  %w = fp8.dequantize %v by %inv outs(%w0 : tensor<64x4xf32>) : tensor<64x4xf8E4M3FN>, tensor<f32>
  %y = linalg.matmul ins(%p, %w : tensor<4x64xf32>, tensor<64x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = arith.truncf %y : tensor<4x4xf32> to tensor<4x4xf16>
  return %n : tensor<4x4xf16>
}
