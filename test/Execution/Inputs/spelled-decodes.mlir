// FP8 as libraries simulate it: codes are decoded again, and f32 contractions
// read the result. The second layer is not quantized.

#id = affine_map<(i, j) -> (i, j)>

func.func @train(%w: tensor<32x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<16x16xf32> {fp8.name = "v", fp8.state = #fp8.state<param>}, %scale: tensor<f32> {fp8.name = "scale"}, %x: tensor<8x32xf32> {fp8.name = "x"}) -> (tensor<32x16xf32> {fp8.updates = "w"}, tensor<16x16xf32> {fp8.updates = "v"}, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %ep = tensor.empty() : tensor<8x16xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<8x16xf32>) -> tensor<8x16xf32>
  %ew = tensor.empty() : tensor<32x16xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ew : tensor<32x16xf32>) -> tensor<32x16xf32>
  %ev = tensor.empty() : tensor<16x16xf32>
  %zv = linalg.fill ins(%zero : f32) outs(%ev : tensor<16x16xf32>) -> tensor<16x16xf32>

  %s = linalg.broadcast ins(%scale : tensor<f32>) outs(%ew : tensor<32x16xf32>) dimensions = [0, 1]
  %lo = arith.constant dense<-448.0> : tensor<32x16xf32>
  %hi = arith.constant dense<448.0> : tensor<32x16xf32>
  %ws = arith.divf %w, %s : tensor<32x16xf32>
  %l = arith.maximumf %lo, %ws : tensor<32x16xf32>
  %c = arith.minimumf %hi, %l : tensor<32x16xf32>
  %qw = arith.truncf %c : tensor<32x16xf32> to tensor<32x16xf8E4M3FN>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%qw : tensor<32x16xf8E4M3FN>) outs(%ew : tensor<32x16xf32>) {
  ^bb0(%in: f8E4M3FN, %out: f32):
    %0 = arith.extf %in : f8E4M3FN to f32
    linalg.yield %0 : f32
  } -> tensor<32x16xf32>
  %dq = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%wide, %s : tensor<32x16xf32>, tensor<32x16xf32>) outs(%ew : tensor<32x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<32x16xf32>

  %h = linalg.matmul ins(%x, %dq : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zp : tensor<8x16xf32>) -> tensor<8x16xf32>
  %p = linalg.matmul ins(%h, %v : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zp : tensor<8x16xf32>) -> tensor<8x16xf32>
  %sq = arith.mulf %p, %p : tensor<8x16xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x16xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %d = arith.addf %p, %p : tensor<8x16xf32>
  %dh = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%d, %v : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zp : tensor<8x16xf32>) -> tensor<8x16xf32>
  %dv = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%h, %d : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zv : tensor<16x16xf32>) -> tensor<16x16xf32>
  %dw = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %dh : tensor<8x32xf32>, tensor<8x16xf32>) outs(%zw : tensor<32x16xf32>) -> tensor<32x16xf32>
  %rw = arith.constant dense<0.0001> : tensor<32x16xf32>
  %rv = arith.constant dense<0.0001> : tensor<16x16xf32>
  %uw = arith.mulf %dw, %rw : tensor<32x16xf32>
  %uv = arith.mulf %dv, %rv : tensor<16x16xf32>
  %nw = arith.subf %w, %uw : tensor<32x16xf32>
  %nv = arith.subf %v, %uv : tensor<16x16xf32>
  return %nw, %nv, %loss : tensor<32x16xf32>, tensor<16x16xf32>, tensor<f32>
}
