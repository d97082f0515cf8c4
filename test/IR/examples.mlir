// RUN: fp8-opt %s | fp8-opt | FileCheck %s

// Every example of the reference, as it stands there: Docs/examples.test looks
// for them here.

#granularity_example = #fp8.granularity<block 1x128>
#scaling_example = #fp8.scaling<margin = 1, pow2 = true>
#copy_example = #fp8.copy<format = e4m3, transposed = true>
#storage_example = #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 3>
#stream_order_example = #fp8.stream_order<1 waits[0, 2] event 3>
#mesh_example = #fp8.mesh<"replica" = 2, "dp" = 4>
#shard_example = #fp8.shard<"dp", rows = 10, unit = 2>

// CHECK: attributes {a = #fp8.granularity<block 1x128>, b = #fp8.scaling<margin = 1, pow2 = true>, c = #fp8.copy<format = e4m3, transposed = true>, d = #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 3>, e = #fp8.stream_order<1 waits[0, 2] event 3>, f = #fp8.shard<"dp", rows = 10, unit = 2>}
func.func private @attributes() attributes {
  a = #granularity_example, b = #scaling_example, c = #copy_example,
  d = #storage_example, e = #stream_order_example, f = #shard_example}

// CHECK-LABEL: @init
func.func @init(%seed: i32, %codes0: tensor<64x48xf8E4M3FN>, %inv0: tensor<f32>, %wide0: tensor<64x48xf32>) {
  // CHECK: fp8.init normal gain 1.000000e+00 fan<in> axes [0, 1] stream 3 seed %{{.*}} with_wide outs
  %w, %w_inv, %master = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 3 seed %seed with_wide outs(%codes0, %inv0, %wide0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  return
}

// CHECK-LABEL: @convert
func.func @convert(%x: f32) {
  // CHECK: fp8.convert %{{.*}} : f32 to f8E4M3FN
  %code = fp8.convert %x : f32 to f8E4M3FN
  return
}

// CHECK-LABEL: @quantize
func.func @quantize(%x: tensor<4x8xf32>, %scale: tensor<f32>, %codes0: tensor<4x8xf8E4M3FN>, %amax0: tensor<f32>) {
  // CHECK: fp8.quantize %{{.*}} by %{{.*}} with_amax outs(%{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  %codes, %amax = fp8.quantize %x by %scale with_amax outs(%codes0, %amax0 : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  return
}

// CHECK-LABEL: @dequantize
func.func @dequantize(%codes: tensor<4x8xf8E4M3FN>, %scale_inv: tensor<f32>, %init: tensor<4x8xf32>) {
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %wide = fp8.dequantize %codes by %scale_inv outs(%init : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return
}

// CHECK-LABEL: @amax
func.func @amax(%x: tensor<4x8xf32>, %zeros: tensor<4xf32>) {
  // CHECK: fp8.amax %{{.*}} granularity<row> outs(%{{.*}} : tensor<4xf32>) : tensor<4x8xf32>
  %amax = fp8.amax %x granularity<row> outs(%zeros : tensor<4xf32>) : tensor<4x8xf32>
  return
}

// CHECK-LABEL: @compute_scale
func.func @compute_scale(%amax: tensor<f32>) {
  // CHECK: fp8.compute_scale %{{.*}} for e4m3 scaling<pow2 = true> : tensor<f32>
  %scale, %scale_inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> : tensor<f32>
  return
}

// CHECK-LABEL: @update_scales
func.func @update_scales(%history: tensor<16x3xf32>, %amaxes: tensor<3xf32>, %scales: tensor<3xf32>) {
  // CHECK: fp8.update_scales %{{.*}}, %{{.*}}, %{{.*}} for e4m3 : tensor<16x3xf32>, tensor<3xf32>
  %new_history, %new_scales, %nonfinite = fp8.update_scales %history, %amaxes, %scales for e4m3 : tensor<16x3xf32>, tensor<3xf32>
  return
}

// CHECK-LABEL: @contract
func.func @contract(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %sx: tensor<f32>, %sw: tensor<f32>, %zeros: tensor<4x16xf32>) {
  // CHECK: fp8.contract {{.*}} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx, %w by %sw outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return
}

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<7x3x4xf32>, %k: tensor<7x3x4xf32>, %v: tensor<7x3x4xf32>, %o0: tensor<7x3x4xf32>, %max0: tensor<3x7xf32>, %sum0: tensor<3x7xf32>) {
  // CHECK: fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<7x3x4xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  // CHECK: } : tensor<7x3x4xf32>, tensor<7x3x4xf32>, tensor<7x3x4xf32>
  %o, %max, %sum = fp8.attention [affine_map<(h, i, j, d, e) -> (i, h, d)>, affine_map<(h, i, j, d, e) -> (j, h, d)>, affine_map<(h, i, j, d, e) -> (j, h, e)>, affine_map<(h, i, j, d, e) -> (i, h, e)>, affine_map<(h, i, j, d, e) -> (h, i)>, affine_map<(h, i, j, d, e) -> (h, i)>] %q, %k, %v outs(%o0, %max0, %sum0 : tensor<7x3x4xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    %half = arith.constant 0.5 : f32
    %masked = arith.constant 0xFF800000 : f32
    %scaled = arith.mulf %score, %half : f32
    %is_past = arith.cmpi ule, %j, %i : index
    %new = arith.select %is_past, %scaled, %masked : f32
    fp8.yield %new : f32
  } : tensor<7x3x4xf32>, tensor<7x3x4xf32>, tensor<7x3x4xf32>
  return
}

// CHECK-LABEL: @attention_backward
func.func @attention_backward(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %o: tensor<7x3xf32>, %max: tensor<7xf32>, %sum: tensor<7xf32>, %grad: tensor<7x3xf32>, %dq0: tensor<7x4xf32>, %dk0: tensor<5x4xf32>, %dv0: tensor<5x3xf32>) {
  // CHECK: fp8.attention_backward [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} max %{{.*}} sum %{{.*}} grad %{{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %dq, %dk, %dv = fp8.attention_backward [affine_map<(i, j, d, e) -> (i, d)>, affine_map<(i, j, d, e) -> (j, d)>, affine_map<(i, j, d, e) -> (j, e)>, affine_map<(i, j, d, e) -> (i, e)>, affine_map<(i, j, d, e) -> (i)>, affine_map<(i, j, d, e) -> (i)>, affine_map<(i, j, d, e) -> (i, e)>, affine_map<(i, j, d, e) -> (i, d)>, affine_map<(i, j, d, e) -> (j, d)>, affine_map<(i, j, d, e) -> (j, e)>] %q, %k, %v, %o max %max sum %sum grad %grad outs(%dq0, %dk0, %dv0 : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  ^bb0(%score: f32, %i: index, %j: index):
    %half = arith.constant 0.5 : f32
    %scaled = arith.mulf %score, %half : f32
    fp8.yield %scaled, %half : f32, f32
  } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7x3xf32>
  return
}

// CHECK-LABEL: @update
func.func @update(%w: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>) {
  // CHECK: fp8.update states(%{{.*}} : tensor<4x8xf32>) inputs(%{{.*}} : tensor<4x8xf32>) scalars(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<4x8xf32>) {
  %w1 = fp8.update states(%w : tensor<4x8xf32>) inputs(%g : tensor<4x8xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %u = arith.mulf %rate, %d : f32
    %n = arith.subf %p, %u : f32
    fp8.yield %n : f32
  }
  return
}

// CHECK-LABEL: @gemm
func.func @gemm(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<f32>, %w: tensor<16x8xf8E5M2>, %sw: tensor<f32>, %empty: tensor<4x16xf32>) {
  // CHECK: fp8.gemm [#{{.*}}, #{{.*}}, #{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  %y = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx, %w by %sw outs(%empty : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return
}

// CHECK-LABEL: @scatter_add
func.func @scatter_add(%rows: tensor<128x64xf32>, %ids: tensor<128x1xi64>, %table: tensor<96x64xf32>) {
  // CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%{{.*}} : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
  %table1 = fp8.scatter_add %rows at %ids outs(%table : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
  return
}

// CHECK-LABEL: @yield
func.func @yield(%w: tensor<8xf32>) {
  // CHECK: fp8.yield %{{.*}} : f32
  %w1 = fp8.update states(%w : tensor<8xf32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// CHECK: module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>}
module attributes {fp8.mesh = #mesh_example} {
// CHECK-LABEL: @collectives
func.func @collectives(%gradient: tensor<4x8xf32>, %init: tensor<4x8xf32>) {
  // CHECK: fp8.all_reduce sum %{{.*}} over ["dp"] outs(%{{.*}} : tensor<4x8xf32>) : tensor<4x8xf32>
  %total = fp8.all_reduce sum %gradient over ["dp"] outs(%init : tensor<4x8xf32>) : tensor<4x8xf32>
  return
}

// CHECK-LABEL: @gather
func.func @gather(%rows: tensor<3x8xf8E4M3FN>, %init: tensor<10x8xf8E4M3FN>, %a: tensor<3x8xi8>, %b: tensor<2xf32>, %i: tensor<10x8xi8>, %j: tensor<7xf32>) {
  // CHECK: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
  // CHECK: fp8.all_gather %{{.*}}, %{{.*}} over ["dp"] outs(%{{.*}}, %{{.*}} : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
  %weight = fp8.all_gather %rows over ["dp"] outs(%init : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
  %block:2 = fp8.all_gather %a, %b over ["dp"] outs(%i, %j : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
  return
}

// CHECK-LABEL: @scatter
func.func @scatter(%gradient: tensor<10x8xf32>, %init: tensor<3x8xf32>) {
  // CHECK: fp8.reduce_scatter sum %{{.*}} over ["dp"] outs(%{{.*}} : tensor<3x8xf32>) : tensor<10x8xf32>
  %part = fp8.reduce_scatter sum %gradient over ["dp"] outs(%init : tensor<3x8xf32>) : tensor<10x8xf32>
  return
}

// CHECK-LABEL: @exchange
func.func @exchange(%gradient: tensor<10x8xf32>, %init: tensor<4x3x8xf32>) {
  // CHECK: fp8.all_to_all %{{.*}} over ["dp"] outs(%{{.*}} : tensor<4x3x8xf32>) : tensor<10x8xf32>
  %received = fp8.all_to_all %gradient over ["dp"] outs(%init : tensor<4x3x8xf32>) : tensor<10x8xf32>
  return
}
}
