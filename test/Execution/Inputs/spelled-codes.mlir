// FP8 as JAX spells it: each cast, clamp and factor is a linalg.generic, clips
// are private functions, the scale of the weight follows from amaxes of earlier
// steps, and contractions read codes.

#id = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> ()>

func.func @train(%w: tensor<32x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %history: tensor<4xf32> {fp8.name = "history"}, %x: tensor<8x32xf32> {fp8.name = "x"}, %y: tensor<8x16xf32> {fp8.name = "y"}) -> (tensor<32x16xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "history"}, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant dense<0.001> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>

  // The scale of the weight: its largest amax by 448.
  %max = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%history : tensor<4xf32>) outs(%tiny : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  %largest = arith.constant dense<448.0> : tensor<f32>
  %sw = arith.divf %max, %largest : tensor<f32>
  %mags = math.absf %w : tensor<32x16xf32>
  %amax = linalg.reduce {arith.maximumf} ins(%mags : tensor<32x16xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %row = tensor.expand_shape %amax [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %old = tensor.extract_slice %history[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %next = tensor.concat dim(0) %row, %old : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>

  %qw = call @quantize_w(%w, %sw) : (tensor<32x16xf32>, tensor<f32>) -> tensor<32x16xf8E4M3FN>
  %qx = call @quantize_x(%x) : (tensor<8x32xf32>) -> tensor<8x32xf8E4M3FN>
  %ep = tensor.empty() : tensor<8x16xf32>
  %zp = linalg.fill ins(%zero : f32) outs(%ep : tensor<8x16xf32>) -> tensor<8x16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%qx, %qw : tensor<8x32xf8E4M3FN>, tensor<32x16xf8E4M3FN>) outs(%zp : tensor<8x16xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN, %out: f32):
    %wide_a = arith.extf %a : f8E4M3FN to f32
    %wide_b = arith.extf %b : f8E4M3FN to f32
    %ab = arith.mulf %wide_a, %wide_b : f32
    %s = arith.addf %out, %ab : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %sb = linalg.broadcast ins(%sw : tensor<f32>) outs(%ep : tensor<8x16xf32>) dimensions = [0, 1]
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum, %sb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%ep : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %ab = arith.mulf %a, %b : f32
    linalg.yield %ab : f32
  } -> tensor<8x16xf32>

  %d = arith.subf %p, %y : tensor<8x16xf32>
  %sq = arith.mulf %d, %d : tensor<8x16xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x16xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  %qd = call @quantize_d(%d) : (tensor<8x16xf32>) -> tensor<8x16xf8E5M2>
  %ew = tensor.empty() : tensor<32x16xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ew : tensor<32x16xf32>) -> tensor<32x16xf32>
  %dw = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%qx, %qd : tensor<8x32xf8E4M3FN>, tensor<8x16xf8E5M2>) outs(%zw : tensor<32x16xf32>) -> tensor<32x16xf32>
  %rate = arith.constant dense<0.0078125> : tensor<32x16xf32>
  %step = arith.mulf %dw, %rate : tensor<32x16xf32>
  %new = arith.subf %w, %step : tensor<32x16xf32>
  return %new, %next, %loss : tensor<32x16xf32>, tensor<4xf32>, tensor<f32>
}

func.func private @quantize_w(%x: tensor<32x16xf32>, %s: tensor<f32>) -> tensor<32x16xf8E4M3FN> {
  %lo = arith.constant dense<-448.0> : tensor<f32>
  %hi = arith.constant dense<448.0> : tensor<f32>
  %e = tensor.empty() : tensor<32x16xf32>
  %b = linalg.generic {indexing_maps = [#one, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<f32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32x16xf32>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %v = arith.divf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<32x16xf32>
  %c = call @clip(%q, %lo, %hi) : (tensor<32x16xf32>, tensor<f32>, tensor<f32>) -> tensor<32x16xf32>
  %ec = tensor.empty() : tensor<32x16xf8E4M3FN>
  %codes = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<32x16xf32>) outs(%ec : tensor<32x16xf8E4M3FN>) {
  ^bb0(%in: f32, %out: f8E4M3FN):
    %v = arith.truncf %in : f32 to f8E4M3FN
    linalg.yield %v : f8E4M3FN
  } -> tensor<32x16xf8E4M3FN>
  return %codes : tensor<32x16xf8E4M3FN>
}

func.func private @clip(%x: tensor<32x16xf32>, %lo: tensor<f32>, %hi: tensor<f32>) -> tensor<32x16xf32> {
  %e = tensor.empty() : tensor<32x16xf32>
  %l = linalg.broadcast ins(%lo : tensor<f32>) outs(%e : tensor<32x16xf32>) dimensions = [0, 1]
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%l, %x : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %v = arith.maximumf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<32x16xf32>
  %h = linalg.broadcast ins(%hi : tensor<f32>) outs(%e : tensor<32x16xf32>) dimensions = [0, 1]
  %1 = arith.minimumf %h, %0 : tensor<32x16xf32>
  return %1 : tensor<32x16xf32>
}

func.func private @quantize_x(%x: tensor<8x32xf32>) -> tensor<8x32xf8E4M3FN> {
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %l = arith.maximumf %lo, %x : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

func.func private @quantize_d(%x: tensor<8x16xf32>) -> tensor<8x16xf8E5M2> {
  %lo = arith.constant dense<-57344.0> : tensor<8x16xf32>
  %hi = arith.constant dense<57344.0> : tensor<8x16xf32>
  %l = arith.maximumf %lo, %x : tensor<8x16xf32>
  %c = arith.minimumf %hi, %l : tensor<8x16xf32>
  %q = arith.truncf %c : tensor<8x16xf32> to tensor<8x16xf8E5M2>
  return %q : tensor<8x16xf8E5M2>
}
