// A linear layer in Scaled form whose weight and whose batch are rounded with
// random bits, under delayed scaling of the batch. The weight is rounded once for
// all batches.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %history: tensor<2x1xf32> {fp8.name = "history", fp8.state = #fp8.state<history>},
                %scales: tensor<1xf32> {fp8.name = "scales", fp8.state = #fp8.state<scale>, fp8.initial = 1.0 : f32},
                %count: tensor<i32> {fp8.name = "count", fp8.state = #fp8.state<step>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<2x1xf32> {fp8.name = "history", fp8.updates = "history"}, tensor<1xf32> {fp8.name = "scales", fp8.updates = "scales"},
        tensor<i32> {fp8.name = "count", fp8.updates = "count"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %seed = arith.constant 17 : i32
  %step = tensor.extract %count[] : tensor<i32>
  %next_step = arith.constant dense<1> : tensor<i32>
  %next_count = arith.addi %count, %next_step : tensor<i32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %zeros_1 = arith.constant dense<0.0> : tensor<1xf32>
  %ew = tensor.empty() : tensor<4x3xf8E4M3FN>
  %ex = tensor.empty() : tensor<8x3xf8E4M3FN>
  %wc = fp8.quantize %w by %one rounding<stochastic> stream 1 seed %seed step %step outs(%ew : tensor<4x3xf8E4M3FN>) : tensor<4x3xf32>, tensor<f32>
  %scale_slice = tensor.extract_slice %scales[0] [1] [1] : tensor<1xf32> to tensor<f32>
  %scale = tensor.extract %scale_slice[] : tensor<f32>
  %unit = arith.constant 1.0 : f32
  %inverse_s = arith.divf %unit, %scale : f32
  %inverse = tensor.from_elements %inverse_s : tensor<f32>
  %xc, %amax = fp8.quantize %x by %scale_slice rounding<stochastic> stream 2 seed %seed step %step with_amax outs(%ex, %zero : tensor<8x3xf8E4M3FN>, tensor<f32>) : tensor<8x3xf32>, tensor<f32>
  %amaxes = tensor.insert_slice %amax into %zeros_1[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %next:3 = fp8.update_scales %history, %amaxes, %scales for e4m3 : tensor<2x1xf32>, tensor<1xf32>
  %y = fp8.contract [#mk, #nk, #mn] %xc by %inverse, %wc by %one outs(%zeros : tensor<8x4xf32>) : tensor<8x3xf8E4M3FN> by tensor<f32>, tensor<4x3xf8E4M3FN> by tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %ewide = tensor.empty() : tensor<8x3xf32>
  %xq = fp8.dequantize %xc by %inverse outs(%ewide : tensor<8x3xf32>) : tensor<8x3xf8E4M3FN>, tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %xq : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %rate = arith.constant 0.01 : f32
    %0 = arith.mulf %d, %rate : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new, %next#0, %next#1, %next_count : tensor<f32>, tensor<4x3xf32>, tensor<2x1xf32>, tensor<1xf32>, tensor<i32>
}
