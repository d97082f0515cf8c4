// One step of gradient descent on the squared error of two layers:
//   loss = sum((relu(x w1) w2 - y)^2) / 32
#id = affine_map<(d0, d1) -> (d0, d1)>
#scalar = affine_map<(d0, d1) -> ()>
#m = affine_map<(d0, d1, d2) -> (d0, d1)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>

func.func @train(%w1: tensor<4x8xf32> {fp8.name = "w1"},
                 %w2: tensor<8x2xf32> {fp8.name = "w2"},
                 %x: tensor<16x4xf32> {fp8.name = "x"},
                 %y: tensor<16x2xf32> {fp8.name = "y"},
                 %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<f32>, tensor<4x8xf32>, tensor<8x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %init_h = tensor.empty() : tensor<16x8xf32>
  %zero_h = linalg.fill ins(%zero : f32) outs(%init_h : tensor<16x8xf32>) -> tensor<16x8xf32>
  %init_p = tensor.empty() : tensor<16x2xf32>
  %zero_p = linalg.fill ins(%zero : f32) outs(%init_p : tensor<16x2xf32>) -> tensor<16x2xf32>

  %h = linalg.matmul ins(%x, %w1 : tensor<16x4xf32>, tensor<4x8xf32>)
      outs(%zero_h : tensor<16x8xf32>) -> tensor<16x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<16x8xf32>) outs(%init_h : tensor<16x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<16x8xf32>
  %p = linalg.matmul ins(%a, %w2 : tensor<16x8xf32>, tensor<8x2xf32>)
      outs(%zero_p : tensor<16x2xf32>) -> tensor<16x2xf32>

  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %y : tensor<16x2xf32>, tensor<16x2xf32>) outs(%init_p : tensor<16x2xf32>) {
  ^bb0(%in: f32, %target: f32, %out: f32):
    %diff = arith.subf %in, %target : f32
    linalg.yield %diff : f32
  } -> tensor<16x2xf32>
  %init_loss = tensor.empty() : tensor<f32>
  %zero_loss = linalg.fill ins(%zero : f32) outs(%init_loss : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%d : tensor<16x2xf32>) outs(%zero_loss : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %rate = arith.constant 0.03125 : f32
    %square = arith.mulf %in, %in : f32
    %part = arith.mulf %square, %rate : f32
    %sum = arith.addf %out, %part : f32
    linalg.yield %sum : f32
  } -> tensor<f32>

  %gp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<16x2xf32>) outs(%init_p : tensor<16x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %rate = arith.constant 0.0625 : f32
    %scaled = arith.mulf %in, %rate : f32
    linalg.yield %scaled : f32
  } -> tensor<16x2xf32>
  %init_w2 = tensor.empty() : tensor<8x2xf32>
  %zero_w2 = linalg.fill ins(%zero : f32) outs(%init_w2 : tensor<8x2xf32>) -> tensor<8x2xf32>
  %g2 = linalg.generic {indexing_maps = [#km, #kn, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %gp : tensor<16x8xf32>, tensor<16x2xf32>) outs(%zero_w2 : tensor<8x2xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<8x2xf32>
  %ga = linalg.generic {indexing_maps = [#mk, #nk, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%gp, %w2 : tensor<16x2xf32>, tensor<8x2xf32>) outs(%zero_h : tensor<16x8xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<16x8xf32>
  %gh = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%ga, %h : tensor<16x8xf32>, tensor<16x8xf32>) outs(%init_h : tensor<16x8xf32>) {
  ^bb0(%g: f32, %in: f32, %out: f32):
    %positive = arith.cmpf ogt, %in, %zero : f32
    %passed = arith.select %positive, %g, %zero : f32
    linalg.yield %passed : f32
  } -> tensor<16x8xf32>
  %init_w1 = tensor.empty() : tensor<4x8xf32>
  %zero_w1 = linalg.fill ins(%zero : f32) outs(%init_w1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %g1 = linalg.generic {indexing_maps = [#km, #kn, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %gh : tensor<16x4xf32>, tensor<16x8xf32>) outs(%zero_w1 : tensor<4x8xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<4x8xf32>

  %new1 = linalg.generic {indexing_maps = [#id, #id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %g1, %lr : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) outs(%init_w1 : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32, %rate: f32, %out: f32):
    %change = arith.mulf %rate, %g : f32
    %new = arith.subf %w, %change : f32
    linalg.yield %new : f32
  } -> tensor<4x8xf32>
  %new2 = linalg.generic {indexing_maps = [#id, #id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %g2, %lr : tensor<8x2xf32>, tensor<8x2xf32>, tensor<f32>) outs(%init_w2 : tensor<8x2xf32>) {
  ^bb0(%w: f32, %g: f32, %rate: f32, %out: f32):
    %change = arith.mulf %rate, %g : f32
    %new = arith.subf %w, %change : f32
    linalg.yield %new : f32
  } -> tensor<8x2xf32>
  return %loss, %new1, %new2 : tensor<f32>, tensor<4x8xf32>, tensor<8x2xf32>
}
