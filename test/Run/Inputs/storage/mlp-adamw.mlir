// One step of AdamW on the squared error of two layers with a bias:
//   loss = sum((relu(x w1 + b1) w2 - y)^2) / 32
#id = affine_map<(d0, d1) -> (d0, d1)>
#scalar = affine_map<(d0, d1) -> ()>
#column = affine_map<(d0, d1) -> (d1)>
#sum = affine_map<(d0, d1) -> (d1)>
#m = affine_map<(d0, d1, d2) -> (d0, d1)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>

func.func @step(%w1: tensor<12x24xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %b1: tensor<24xf32> {fp8.name = "b1", fp8.state = #fp8.state<param>},
                %w2: tensor<24x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %m_w1: tensor<12x24xf32> {fp8.name = "m_w1", fp8.state = #fp8.state<moment>},
                %m_b1: tensor<24xf32> {fp8.name = "m_b1", fp8.state = #fp8.state<moment>},
                %m_w2: tensor<24x8xf32> {fp8.name = "m_w2", fp8.state = #fp8.state<moment>},
                %v_w1: tensor<12x24xf32> {fp8.name = "v_w1", fp8.state = #fp8.state<moment>},
                %v_b1: tensor<24xf32> {fp8.name = "v_b1", fp8.state = #fp8.state<moment>},
                %v_w2: tensor<24x8xf32> {fp8.name = "v_w2", fp8.state = #fp8.state<moment>},
                %x: tensor<16x12xf32> {fp8.name = "x"},
                %y: tensor<16x8xf32> {fp8.name = "y"},
                %lr: tensor<f32> {fp8.name = "lr"},
                %t: tensor<f32> {fp8.name = "t"})
    -> (tensor<f32> {fp8.name = "loss"},
        tensor<12x24xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>, fp8.updates = "w1"},
        tensor<24xf32> {fp8.name = "b1", fp8.state = #fp8.state<param>, fp8.updates = "b1"},
        tensor<24x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>, fp8.updates = "w2"},
        tensor<12x24xf32> {fp8.name = "m_w1", fp8.state = #fp8.state<moment>, fp8.updates = "m_w1"},
        tensor<24xf32> {fp8.name = "m_b1", fp8.state = #fp8.state<moment>, fp8.updates = "m_b1"},
        tensor<24x8xf32> {fp8.name = "m_w2", fp8.state = #fp8.state<moment>, fp8.updates = "m_w2"},
        tensor<12x24xf32> {fp8.name = "v_w1", fp8.state = #fp8.state<moment>, fp8.updates = "v_w1"},
        tensor<24xf32> {fp8.name = "v_b1", fp8.state = #fp8.state<moment>, fp8.updates = "v_b1"},
        tensor<24x8xf32> {fp8.name = "v_w2", fp8.state = #fp8.state<moment>, fp8.updates = "v_w2"}) {
  %zero = arith.constant 0.0 : f32
  %init_h = tensor.empty() : tensor<16x24xf32>
  %zero_h = linalg.fill ins(%zero : f32) outs(%init_h : tensor<16x24xf32>) -> tensor<16x24xf32>
  %init_p = tensor.empty() : tensor<16x8xf32>
  %zero_p = linalg.fill ins(%zero : f32) outs(%init_p : tensor<16x8xf32>) -> tensor<16x8xf32>
  %xw = linalg.matmul ins(%x, %w1 : tensor<16x12xf32>, tensor<12x24xf32>)
      outs(%zero_h : tensor<16x24xf32>) -> tensor<16x24xf32>
  %h = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%xw, %b1 : tensor<16x24xf32>, tensor<24xf32>) outs(%init_h : tensor<16x24xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %sum = arith.addf %in, %bias : f32
    linalg.yield %sum : f32
  } -> tensor<16x24xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<16x24xf32>) outs(%init_h : tensor<16x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<16x24xf32>
  %p = linalg.matmul ins(%a, %w2 : tensor<16x24xf32>, tensor<24x8xf32>)
      outs(%zero_p : tensor<16x8xf32>) -> tensor<16x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %y : tensor<16x8xf32>, tensor<16x8xf32>) outs(%init_p : tensor<16x8xf32>) {
  ^bb0(%in: f32, %target: f32, %out: f32):
    %diff = arith.subf %in, %target : f32
    linalg.yield %diff : f32
  } -> tensor<16x8xf32>
  %init_loss = tensor.empty() : tensor<f32>
  %zero_loss = linalg.fill ins(%zero : f32) outs(%init_loss : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%d : tensor<16x8xf32>) outs(%zero_loss : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %rate = arith.constant 0.03125 : f32
    %square = arith.mulf %in, %in : f32
    %part = arith.mulf %square, %rate : f32
    %sum = arith.addf %out, %part : f32
    linalg.yield %sum : f32
  } -> tensor<f32>

  %gp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<16x8xf32>) outs(%init_p : tensor<16x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %rate = arith.constant 0.0625 : f32
    %scaled = arith.mulf %in, %rate : f32
    linalg.yield %scaled : f32
  } -> tensor<16x8xf32>
  %init_w2 = tensor.empty() : tensor<24x8xf32>
  %zero_w2 = linalg.fill ins(%zero : f32) outs(%init_w2 : tensor<24x8xf32>) -> tensor<24x8xf32>
  %g2 = linalg.generic {indexing_maps = [#km, #kn, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %gp : tensor<16x24xf32>, tensor<16x8xf32>) outs(%zero_w2 : tensor<24x8xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<24x8xf32>
  %ga = linalg.generic {indexing_maps = [#mk, #nk, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%gp, %w2 : tensor<16x8xf32>, tensor<24x8xf32>) outs(%zero_h : tensor<16x24xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<16x24xf32>
  %gh = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%ga, %h : tensor<16x24xf32>, tensor<16x24xf32>) outs(%init_h : tensor<16x24xf32>) {
  ^bb0(%g: f32, %in: f32, %out: f32):
    %positive = arith.cmpf ogt, %in, %zero : f32
    %passed = arith.select %positive, %g, %zero : f32
    linalg.yield %passed : f32
  } -> tensor<16x24xf32>
  %init_w1 = tensor.empty() : tensor<12x24xf32>
  %zero_w1 = linalg.fill ins(%zero : f32) outs(%init_w1 : tensor<12x24xf32>) -> tensor<12x24xf32>
  %g1 = linalg.generic {indexing_maps = [#km, #kn, #m], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %gh : tensor<16x12xf32>, tensor<16x24xf32>) outs(%zero_w1 : tensor<12x24xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %product = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %product : f32
    linalg.yield %sum : f32
  } -> tensor<12x24xf32>
  %init_b1 = tensor.empty() : tensor<24xf32>
  %zero_b1 = linalg.fill ins(%zero : f32) outs(%init_b1 : tensor<24xf32>) -> tensor<24xf32>
  %gb1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%gh : tensor<16x24xf32>) outs(%zero_b1 : tensor<24xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %out, %in : f32
    linalg.yield %sum : f32
  } -> tensor<24xf32>

  // 1 / (1 - beta^t)
  %one = arith.constant dense<1.0> : tensor<f32>
  %beta1 = arith.constant dense<0.9> : tensor<f32>
  %beta2 = arith.constant dense<0.999> : tensor<f32>
  %power1 = math.powf %beta1, %t : tensor<f32>
  %power2 = math.powf %beta2, %t : tensor<f32>
  %rest1 = arith.subf %one, %power1 : tensor<f32>
  %rest2 = arith.subf %one, %power2 : tensor<f32>
  %c1 = arith.divf %one, %rest1 : tensor<f32>
  %c2 = arith.divf %one, %rest2 : tensor<f32>
  %nw1:3 = fp8.update states(%w1, %m_w1, %v_w1 : tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x24xf32>) inputs(%g1 : tensor<12x24xf32>)
      scalars(%lr, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>) outs(%w1, %m_w1, %v_w1 : tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x24xf32>) {
  ^bb0(%w: f32, %m: f32, %v: f32, %g: f32, %rate: f32, %ibc1: f32, %ibc2: f32):
    %b1c = arith.constant 0.9 : f32
    %a1c = arith.constant 0.1 : f32
    %b2c = arith.constant 0.999 : f32
    %a2c = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %wd = arith.constant 0.1 : f32
    %one_f = arith.constant 1.0 : f32
    %0 = arith.mulf %b1c, %m : f32
    %1 = arith.mulf %a1c, %g : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2c, %v : f32
    %3 = arith.mulf %g, %g : f32
    %4 = arith.mulf %a2c, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = arith.mulf %m1, %ibc1 : f32
    %6 = arith.mulf %v1, %ibc2 : f32
    %7 = math.sqrt %6 : f32
    %8 = arith.addf %7, %eps : f32
    %u = arith.divf %5, %8 : f32
    %9 = arith.mulf %rate, %wd : f32
    %keep = arith.subf %one_f, %9 : f32
    %10 = arith.mulf %w, %keep : f32
    %11 = arith.mulf %rate, %u : f32
    %new = arith.subf %10, %11 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  %nb1:3 = fp8.update states(%b1, %m_b1, %v_b1 : tensor<24xf32>, tensor<24xf32>, tensor<24xf32>) inputs(%gb1 : tensor<24xf32>)
      scalars(%lr, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>) outs(%b1, %m_b1, %v_b1 : tensor<24xf32>, tensor<24xf32>, tensor<24xf32>) {
  ^bb0(%w: f32, %m: f32, %v: f32, %g: f32, %rate: f32, %ibc1: f32, %ibc2: f32):
    %b1c = arith.constant 0.9 : f32
    %a1c = arith.constant 0.1 : f32
    %b2c = arith.constant 0.999 : f32
    %a2c = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %wd = arith.constant 0.1 : f32
    %one_f = arith.constant 1.0 : f32
    %0 = arith.mulf %b1c, %m : f32
    %1 = arith.mulf %a1c, %g : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2c, %v : f32
    %3 = arith.mulf %g, %g : f32
    %4 = arith.mulf %a2c, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = arith.mulf %m1, %ibc1 : f32
    %6 = arith.mulf %v1, %ibc2 : f32
    %7 = math.sqrt %6 : f32
    %8 = arith.addf %7, %eps : f32
    %u = arith.divf %5, %8 : f32
    %9 = arith.mulf %rate, %wd : f32
    %keep = arith.subf %one_f, %9 : f32
    %10 = arith.mulf %w, %keep : f32
    %11 = arith.mulf %rate, %u : f32
    %new = arith.subf %10, %11 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  %nw2:3 = fp8.update states(%w2, %m_w2, %v_w2 : tensor<24x8xf32>, tensor<24x8xf32>, tensor<24x8xf32>) inputs(%g2 : tensor<24x8xf32>)
      scalars(%lr, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>) outs(%w2, %m_w2, %v_w2 : tensor<24x8xf32>, tensor<24x8xf32>, tensor<24x8xf32>) {
  ^bb0(%w: f32, %m: f32, %v: f32, %g: f32, %rate: f32, %ibc1: f32, %ibc2: f32):
    %b1c = arith.constant 0.9 : f32
    %a1c = arith.constant 0.1 : f32
    %b2c = arith.constant 0.999 : f32
    %a2c = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %wd = arith.constant 0.1 : f32
    %one_f = arith.constant 1.0 : f32
    %0 = arith.mulf %b1c, %m : f32
    %1 = arith.mulf %a1c, %g : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2c, %v : f32
    %3 = arith.mulf %g, %g : f32
    %4 = arith.mulf %a2c, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = arith.mulf %m1, %ibc1 : f32
    %6 = arith.mulf %v1, %ibc2 : f32
    %7 = math.sqrt %6 : f32
    %8 = arith.addf %7, %eps : f32
    %u = arith.divf %5, %8 : f32
    %9 = arith.mulf %rate, %wd : f32
    %keep = arith.subf %one_f, %9 : f32
    %10 = arith.mulf %w, %keep : f32
    %11 = arith.mulf %rate, %u : f32
    %new = arith.subf %10, %11 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %loss, %nw1#0, %nb1#0, %nw2#0, %nw1#1, %nb1#1, %nw2#1, %nw1#2, %nb1#2, %nw2#2
      : tensor<f32>, tensor<12x24xf32>, tensor<24xf32>, tensor<24x8xf32>, tensor<12x24xf32>, tensor<24xf32>, tensor<24x8xf32>, tensor<12x24xf32>, tensor<24xf32>, tensor<24x8xf32>
}
