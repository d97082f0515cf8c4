// RUN: fp8-opt %s --mlir-print-op-generic -o %t.mlir
// RUN: fp8-opt %s | fp8-opt --mlir-print-op-generic | diff %t.mlir -
// RUN: fp8-opt %t.mlir --mlir-print-op-generic | diff %t.mlir -
// RUN: fp8-opt %s --emit-bytecode | fp8-opt --mlir-print-op-generic | diff %t.mlir -

// Every op of the dialect, and every attribute and property of each at a value
// that is not its default. FP8IRTests fails where one is missing. It clones,
// bufferizes and tiles the ops and compares, too: `tag` tells them apart, `tile`
// is a tile of an op that can be tiled.

#attention_q = affine_map<(i, j, d, e) -> (i, d)>
#attention_k = affine_map<(i, j, d, e) -> (j, d)>
#attention_v = affine_map<(i, j, d, e) -> (j, e)>
#attention_o = affine_map<(i, j, d, e) -> (e, i)>
#attention_row = affine_map<(i, j, d, e) -> (i)>
#attention_mask = affine_map<(i, j, d, e) -> (j)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i) -> (i)>

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {

func.func @convert(%x: tensor<4x8xf32>, %r: tensor<4x8xi16>, %v: vector<4x8xf32>, %d: vector<4x8xi16>) -> (tensor<4x8xi8>, vector<4x8xi8>) {
  %0 = fp8.convert %x random %r format<ue4m4> rounding<stochastic> {tag = "convert"} : tensor<4x8xf32>, tensor<4x8xi16> to tensor<4x8xi8>
  %1 = fp8.convert %v random %d format<ue5m3> rounding<stochastic> {tag = "convert_vector"} : vector<4x8xf32>, vector<4x8xi16> to vector<4x8xi8>
  return %0, %1 : tensor<4x8xi8>, vector<4x8xi8>
}

func.func @draw(%i: tensor<8xi64>, %seed: tensor<8xi32>, %step: tensor<8xi32>, %offset: tensor<8xi32>) -> tensor<8xi16> {
  %0 = fp8.draw %i seed %seed step %step stream 3 use 2 + %offset quasi {tag = "draw"} : tensor<8xi64>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32> to tensor<8xi16>
  return %0 : tensor<8xi16>
}

func.func @quantize(%x: tensor<16x8xf32>, %seed: i32, %step: i32, %offset: i32, %c: tensor<16x8xf8E5M2>, %s: tensor<16xf32>, %a: tensor<f32>) -> (tensor<16x8xf8E5M2>, tensor<16xf32>, tensor<f32>) {
  %0:3 = fp8.quantize %x granularity<row> scaling<margin = 1, pow2 = true, epsilon = 1.0e-3> rounding<quasi_stochastic> stream 3 use 2 + %offset seed %seed step %step at [16, 0] of [64, 8] with_amax outs(%c, %s, %a : tensor<16x8xf8E5M2>, tensor<16xf32>, tensor<f32>) {tag = "quantize", tile = array<i64: 4, 0>} : tensor<16x8xf32>
  return %0#0, %0#1, %0#2 : tensor<16x8xf8E5M2>, tensor<16xf32>, tensor<f32>
}

func.func @dequantize(%c: tensor<16x8xf8E5M2>, %s: tensor<4x2xf32>, %x: tensor<16x8xbf16>) -> tensor<16x8xbf16> {
  %0 = fp8.dequantize %c by %s granularity<block 4x4> outs(%x : tensor<16x8xbf16>) {tag = "dequantize", tile = array<i64: 8, 4>} : tensor<16x8xf8E5M2>, tensor<4x2xf32>
  return %0 : tensor<16x8xbf16>
}

func.func @scales(%x: tensor<16x8xf32>, %a: tensor<2x8xf32>, %previous: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %0 = fp8.amax %x granularity<block 8x1> outs(%a : tensor<2x8xf32>) {tag = "amax", tile = array<i64: 8, 4>} : tensor<16x8xf32>
  %1:2 = fp8.compute_scale %0 for e5m2 scaling<margin = 2, pow2 = true, epsilon = 1.0e-2> keeping %previous {tag = "compute_scale"} : tensor<2x8xf32>, tensor<2x8xf32>
  return %1#0, %1#1 : tensor<2x8xf32>, tensor<2x8xf32>
}

func.func @update_scales(%h: tensor<16x3xf32>, %a: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<16x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = fp8.update_scales %h, %a, %s for e5m2 algo<most_recent> scaling<margin = 3, pow2 = true, epsilon = 1.0e-4> {tag = "update_scales"} : tensor<16x3xf32>, tensor<3xf32>
  return %0#0, %0#1, %0#2 : tensor<16x3xf32>, tensor<3xf32>, tensor<3xf32>
}

func.func @contract(%x: tensor<8x64xf8E4M3FN>, %sx: tensor<8xf32>, %w: tensor<16x64xf8E5M2>, %sw: tensor<16x2xf8E8M0FNU>, %b: tensor<16xf32>, %s: tensor<f32>, %c: tensor<8x16xf8E4M3FN>, %a: tensor<f32>) -> (tensor<8x16xf8E4M3FN>, tensor<f32>) {
  %0:2 = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<row>, %w by %sw granularity<mx> bias %b activation<gelu_tanh> scale %s with_amax outs(%c, %a : tensor<8x16xf8E4M3FN>, tensor<f32>) {tag = "contract", tile = array<i64: 4, 8, 0>} : tensor<8x64xf8E4M3FN> by tensor<8xf32>, tensor<16x64xf8E5M2> by tensor<16x2xf8E8M0FNU> bias tensor<16xf32> scale tensor<f32>
  return %0#0, %0#1 : tensor<8x16xf8E4M3FN>, tensor<f32>
}

// A weight with a split and a copy, and a moment that is stored as its root.
func.func @update(%w: tensor<4x256xf8E4M3FN>, %r: tensor<4x256xi8>, %t: tensor<256x4xf8E5M2>, %v: tensor<4x256xi8>, %vs: tensor<8xf32>, %g: tensor<256x4xbf16>, %lr: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %skip: i1, %seed: i32, %step: i32, %row: index) -> (tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<256x4xf8E5M2>, tensor<4x256xi8>, tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:8 = fp8.update states(%w, %r, %v, %vs : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<4x256xi8>, tensor<8xf32>) inputs(%g : tensor<256x4xbf16>) scalars(%lr : tensor<f32>) scales(%s, %s, %s : tensor<f32>, tensor<f32>, tensor<f32>) skip %skip seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, compute = full, stream = 4, copies = [<format = e5m2, transposed = true>]>, #fp8.storage<format = ue4m4, granularity = <group 128>, pow2_scale = true, transform = sqrt, rounding = stochastic, stream = 5>] reductions [#fp8.reduction<max>] maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] at [%row, 0] of [64, 256] outs(%w, %r, %t, %v, %vs, %a, %a, %a : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<256x4xf8E5M2>, tensor<4x256xi8>, tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %d: f32, %rate: f32):
    %u = arith.mulf %rate, %d : f32
    %n = arith.subf %p, %u : f32
    fp8.yield {tag = "yield"} %n, %q, %u : f32, f32, f32
  } {tag = "update", tile = array<i64: 2, 0>}
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<256x4xf8E5M2>, tensor<4x256xi8>, tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

func.func @probe(%w: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %a: tensor<f32>) -> tensor<f32> {
  %0 = fp8.update probe states(%w : tensor<4x8xf8E4M3FN>) scales(%s : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%a : tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield {tag = "yield_of_probe"} %p : f32
  } {tag = "probe", tile = array<i64: 2, 4>}
  return %0 : tensor<f32>
}

func.func @attention(%q: tensor<7x4xbf16>, %k: tensor<5x4xbf16>, %v: tensor<5x3xbf16>, %mask: tensor<5xi1>, %o: tensor<3x7xbf16>, %row: tensor<7xf32>, %dq: tensor<7x4xf32>) -> (tensor<3x7xbf16>, tensor<7xf32>, tensor<7xf32>, tensor<7x4xf32>, tensor<5x4xbf16>, tensor<5x3xbf16>) {
  %0:3 = fp8.attention [#attention_q, #attention_k, #attention_v, #attention_mask, #attention_o, #attention_row, #attention_row] %q, %k, %v captured(%mask : tensor<5xi1>) outs(%o, %row, %row : tensor<3x7xbf16>, tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%s: f32, %i: index, %j: index, %m: i1):
    %zero = arith.constant 0.0 : f32
    %f = arith.select %m, %zero, %zero : f32
    fp8.yield {tag = "yield_of_attention"} %s, %f : f32, f32
  } {tag = "attention"} : tensor<7x4xbf16>, tensor<5x4xbf16>, tensor<5x3xbf16>
  %1:3 = fp8.attention_backward [#attention_q, #attention_k, #attention_v, #attention_o, #attention_row, #attention_row, #attention_o, #attention_mask, #attention_q, #attention_k, #attention_v] %q, %k, %v, %0#0 max %0#1 sum %0#2 grad %o captured(%mask : tensor<5xi1>) outs(%dq, %k, %v : tensor<7x4xf32>, tensor<5x4xbf16>, tensor<5x3xbf16>) {
  ^bb0(%s: f32, %i: index, %j: index, %m: i1):
    fp8.yield {tag = "yield_of_attention_backward"} %s, %s : f32, f32
  } {tag = "attention_backward"} : tensor<7x4xbf16>, tensor<5x4xbf16>, tensor<5x3xbf16>, tensor<3x7xbf16>, tensor<7xf32>, tensor<7xf32>, tensor<3x7xbf16>
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<3x7xbf16>, tensor<7xf32>, tensor<7xf32>, tensor<7x4xf32>, tensor<5x4xbf16>, tensor<5x3xbf16>
}

func.func @scatter_add(%u: tensor<2x4xf32>, %i: tensor<2x1xi64>, %t: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<8x4xf32>) {tag = "scatter_add"} : tensor<2x4xf32>, tensor<2x1xi64>
  return %0 : tensor<8x4xf32>
}

func.func @barrier(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x8xf32> {
  %0 = fp8.barrier %x after %y {tag = "barrier"} : tensor<4x8xf32>, tensor<4x16xf32>
  return %0 : tensor<4x8xf32>
}

func.func @init(%seed: i32, %row: index, %c: tensor<64x32xf8E5M2>, %s: tensor<4x1xf32>, %a: tensor<f32>, %w: tensor<64x32xbf16>, %x: tensor<8x4xf32>) -> (tensor<64x32xf8E5M2>, tensor<4x1xf32>, tensor<f32>, tensor<64x32xbf16>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0:4 = fp8.init truncated_normal gain 1.5 fan<average> axes [1, 0] granularity<block 16x32> scaling<margin = 1, pow2 = true, epsilon = 1.0e-3> stream 3 seed %seed at [%row, 32] of [128, 64] with_amax with_wide outs(%c, %s, %a, %w : tensor<64x32xf8E5M2>, tensor<4x1xf32>, tensor<f32>, tensor<64x32xbf16>) {tag = "init"}
  %1 = fp8.init uniform parameters [-1.0, 2.0] stream 5 seed %seed outs(%x : tensor<8x4xf32>) {tag = "init_parameters"}
  %2 = fp8.init ones outs(%x : tensor<8x4xf32>) {tag = "init_ones"}
  return %0#0, %0#1, %0#2, %0#3, %1, %2 : tensor<64x32xf8E5M2>, tensor<4x1xf32>, tensor<f32>, tensor<64x32xbf16>, tensor<8x4xf32>, tensor<8x4xf32>
}

func.func @kernel(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = fp8.kernel "copy" schedule<serial> bucket 3 ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %unused: f32):
      linalg.yield %e : f32
    } -> tensor<8xf32>
    fp8.kernel_yield {tag = "kernel_yield"} %1 : tensor<8xf32>
  } {tag = "kernel"}
  return %0 : tensor<8xf32>
}

func.func @gemm(%x: tensor<16x300xf8E4M3FN>, %sx: tensor<3x16xf32>, %w: tensor<32x300xf8E4M3FN>, %sw: tensor<1x4xf32>, %b: tensor<32xbf16>, %y: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %sx, %w by %sw blocks<vec128>, <square128> bias %b activation<relu> accumulate on<1 waits[0, 2] event 3> outs(%y : tensor<16x32xf32>) {tag = "gemm"} : tensor<16x300xf8E4M3FN> by tensor<3x16xf32>, tensor<32x300xf8E4M3FN> by tensor<1x4xf32> bias tensor<32xbf16>
  return %0 : tensor<16x32xf32>
}

func.func private @sgd(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @sgd_finish(i64, i64, !llvm.ptr, !llvm.ptr)
func.func @launch(%g0: memref<8xf32>, %g1: memref<3xf32>, %w0: memref<8xf32>, %w1: memref<3xf32>, %p0: memref<4xi8>, %p1: memref<4xi8>) {
  fp8.launch @sgd finish @sgd_finish on<1 waits[0, 2] event 3> items 11 of [8, 3] grain 16384 ins(%g0, %g1 : memref<8xf32>, memref<3xf32>) outs(%w0, %w1 : memref<8xf32>, memref<3xf32>) scratch(%p0, %p1 : memref<4xi8>, memref<4xi8>) {tag = "launch", kernel_name = "sgd", bytes_read = 88 : i64, bytes_written = 44 : i64}
  return
}

// A probe has only destinations of amaxes; the number of states allows either
// kind of momentum.
func.func @sgds(%w: tensor<4x8xf8E4M3FN>, %b: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %row: index) -> (tensor<f32>, tensor<f32>) {
  %0 = fp8.sgd probe states(%w, %b : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.8 nesterov weight_decay 0.1 scales(%s) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "sgd"}
  %1 = fp8.sgd probe states(%w, %b : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.8 dampening 0.2 scales(%s) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>] outs(%a : tensor<f32>) {tag = "sgd_dampening"}
  return %0, %1 : tensor<f32>, tensor<f32>
}

func.func @adams(%w: tensor<4x8xf8E4M3FN>, %m: tensor<4x8xf32>, %v: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %c: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %skip: i1, %row: index) -> (tensor<f32>, tensor<f32>) {
  %0 = fp8.adam probe states(%w, %m, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c, %c order<optax> beta1 0.8 beta2 0.9 eps 1.0e-6 weight_decay 0.1 scales(%s) skip %skip storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "adam"}
  %1 = fp8.adamw probe states(%w, %m, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c, %c order<apex> beta1 0.8 beta2 0.9 eps 1.0e-6 weight_decay 0.1 scales(%s) skip %skip storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "adamw"}
  return %0, %1 : tensor<f32>, tensor<f32>
}

func.func @others(%w: tensor<4x8xf8E4M3FN>, %m: tensor<4x8xf32>, %v: tensor<4x8xf32>, %b: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %row: index) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = fp8.lion probe states(%w, %m : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr order<optax> beta1 0.8 beta2 0.95 weight_decay 0.1 scales(%s) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "lion"}
  %1 = fp8.adagrad probe states(%w, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr eps 1.0e-6 weight_decay 0.1 scales(%s) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "adagrad"}
  %2 = fp8.rmsprop probe states(%w, %v, %b, %m : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr alpha 0.9 eps 1.0e-6 centered momentum 0.8 weight_decay 0.1 scales(%s) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] at [%row, 0] of [64, 8] outs(%a : tensor<f32>) {tag = "rmsprop"}
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

func.func @lamb(%w: tensor<4x8xf32>, %m: tensor<4x8xf32>, %v: tensor<4x8xbf16>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %c: tensor<f32>, %row: index) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>) {
  %0:3 = fp8.lamb states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c, %c beta1 0.8 beta2 0.9 eps 1.0e-5 weight_decay 0.1 storage [#fp8.storage<format = f32>, #fp8.storage<format = f32>, #fp8.storage<format = bf16>] at [%row, 0] of [64, 8] outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>) {tag = "lamb"}
  return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>
}

func.func @collectives(%x: tensor<5x4xf32>, %c: tensor<5x4xf8E4M3FN>, %d: tensor<38x4xf8E4M3FN>, %s: tensor<1x4xf32>, %p: tensor<6xbf16>, %q: tensor<4x2xbf16>) -> (tensor<5x4xf32>, tensor<38x4xf8E4M3FN>, tensor<1x4xf32>, tensor<4x2xbf16>) {
  %0 = fp8.all_reduce max %x over ["replica", "dp"] outs(%x : tensor<5x4xf32>) {tag = "all_reduce"} : tensor<5x4xf32>
  %1 = fp8.all_gather %c over ["replica", "dp"] on<1 event 0> outs(%d : tensor<38x4xf8E4M3FN>) {tag = "all_gather"} : tensor<5x4xf8E4M3FN>
  %2 = fp8.reduce_scatter max %x over ["replica", "dp"] outs(%s : tensor<1x4xf32>) {tag = "reduce_scatter"} : tensor<5x4xf32>
  %3 = fp8.all_to_all %p over ["dp"] on<1 waits[0]> outs(%q : tensor<4x2xbf16>) {tag = "all_to_all"} : tensor<6xbf16>
  return %0, %1, %2, %3 : tensor<5x4xf32>, tensor<38x4xf8E4M3FN>, tensor<1x4xf32>, tensor<4x2xbf16>
}

}
