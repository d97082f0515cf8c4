// One step of AdamW from gradients that change with the step. A contraction
// picks two rows of each weight, so that no result depends on an order of sums.
#id = affine_map<(d0, d1) -> (d0, d1)>
#scalar = affine_map<(d0, d1) -> ()>

func.func @step(%w1: tensor<12x24xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %w2: tensor<24x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %m_w1: tensor<12x24xf32> {fp8.name = "m_w1", fp8.state = #fp8.state<moment>},
                %m_w2: tensor<24x8xf32> {fp8.name = "m_w2", fp8.state = #fp8.state<moment>},
                %v_w1: tensor<12x24xf32> {fp8.name = "v_w1", fp8.state = #fp8.state<moment>},
                %v_w2: tensor<24x8xf32> {fp8.name = "v_w2", fp8.state = #fp8.state<moment>},
                %g1: tensor<12x24xf32> {fp8.name = "g1"},
                %h1: tensor<12x24xf32> {fp8.name = "h1"},
                %g2: tensor<24x8xf32> {fp8.name = "g2"},
                %h2: tensor<24x8xf32> {fp8.name = "h2"},
                %lr: tensor<f32> {fp8.name = "lr"},
                %t: tensor<f32> {fp8.name = "t"})
    -> (tensor<f32> {fp8.name = "loss"},
        tensor<12x24xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>, fp8.updates = "w1"},
        tensor<24x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>, fp8.updates = "w2"},
        tensor<12x24xf32> {fp8.name = "m_w1", fp8.state = #fp8.state<moment>, fp8.updates = "m_w1"},
        tensor<24x8xf32> {fp8.name = "m_w2", fp8.state = #fp8.state<moment>, fp8.updates = "m_w2"},
        tensor<12x24xf32> {fp8.name = "v_w1", fp8.state = #fp8.state<moment>, fp8.updates = "v_w1"},
        tensor<24x8xf32> {fp8.name = "v_w2", fp8.state = #fp8.state<moment>, fp8.updates = "v_w2"},
        tensor<12x24xf32> {fp8.name = "twice"}) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %pickw1 = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<2x12xf32>
  %emptyw1 = tensor.empty() : tensor<2x24xf32>
  %zerosw1 = linalg.fill ins(%zero : f32) outs(%emptyw1 : tensor<2x24xf32>) -> tensor<2x24xf32>
  %rowsw1 = linalg.matmul ins(%pickw1, %w1 : tensor<2x12xf32>, tensor<12x24xf32>) outs(%zerosw1 : tensor<2x24xf32>) -> tensor<2x24xf32>
  %pickw2 = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<2x24xf32>
  %emptyw2 = tensor.empty() : tensor<2x8xf32>
  %zerosw2 = linalg.fill ins(%zero : f32) outs(%emptyw2 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %rowsw2 = linalg.matmul ins(%pickw2, %w2 : tensor<2x24xf32>, tensor<24x8xf32>) outs(%zerosw2 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %init = arith.constant dense<-1.0e30> : tensor<f32>
  %maxw1 = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%rowsw1 : tensor<2x24xf32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %out, %in : f32
    linalg.yield %max : f32
  } -> tensor<f32>
  %maxw2 = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%rowsw2 : tensor<2x8xf32>) outs(%maxw1 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %out, %in : f32
    linalg.yield %max : f32
  } -> tensor<f32>
  %empty = tensor.empty() : tensor<12x24xf32>
  %twice = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1 : tensor<12x24xf32>) outs(%empty : tensor<12x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    %double = arith.mulf %in, %two : f32
    linalg.yield %double : f32
  } -> tensor<12x24xf32>
  %emptyg1 = tensor.empty() : tensor<12x24xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g1, %h1, %t : tensor<12x24xf32>, tensor<12x24xf32>, tensor<f32>) outs(%emptyg1 : tensor<12x24xf32>) {
  ^bb0(%g: f32, %h: f32, %time: f32, %out: f32):
    %part = arith.mulf %h, %time : f32
    %sum = arith.addf %g, %part : f32
    linalg.yield %sum : f32
  } -> tensor<12x24xf32>
  %emptyg2 = tensor.empty() : tensor<24x8xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g2, %h2, %t : tensor<24x8xf32>, tensor<24x8xf32>, tensor<f32>) outs(%emptyg2 : tensor<24x8xf32>) {
  ^bb0(%g: f32, %h: f32, %time: f32, %out: f32):
    %part = arith.mulf %h, %time : f32
    %sum = arith.addf %g, %part : f32
    linalg.yield %sum : f32
  } -> tensor<24x8xf32>
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
  %nw1:3 = fp8.update states(%w1, %m_w1, %v_w1 : tensor<12x24xf32>, tensor<12x24xf32>, tensor<12x24xf32>) inputs(%d1 : tensor<12x24xf32>)
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
  %nw2:3 = fp8.update states(%w2, %m_w2, %v_w2 : tensor<24x8xf32>, tensor<24x8xf32>, tensor<24x8xf32>) inputs(%d2 : tensor<24x8xf32>)
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
  return %maxw2, %nw1#0, %nw2#0, %nw1#1, %nw2#1, %nw1#2, %nw2#2, %twice
      : tensor<f32>, tensor<12x24xf32>, tensor<24x8xf32>, tensor<12x24xf32>, tensor<24x8xf32>, tensor<12x24xf32>, tensor<24x8xf32>, tensor<12x24xf32>
}
