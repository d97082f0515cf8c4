// Updates that are skipped, and a probe of the amax of new values. Both updates
// sum over all elements.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {

func.func @step(%w: tensor<200x64xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %v: tensor<200x64xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %c: tensor<10x8xf8E4M3FN> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %s: tensor<f32> {fp8.name = "c.scale_inv", fp8.state = #fp8.state<scale>},
                %x: tensor<200x64xf32> {fp8.name = "x", fp8.batch},
                %y: tensor<10x8xf32> {fp8.name = "y", fp8.batch})
    -> (tensor<200x64xf32> {fp8.updates = "w"}, tensor<200x64xf32> {fp8.updates = "v"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "c"}, tensor<f32> {fp8.updates = "c.scale_inv"},
        tensor<f32> {fp8.name = "skipped"}, tensor<f32> {fp8.name = "summed"}, tensor<f32> {fp8.name = "amax"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %init = arith.constant dense<3.0> : tensor<f32>
  %yes = arith.constant true
  %no = arith.constant false
  %empty = tensor.empty() : tensor<200x64xf32>
  %sum = fp8.all_reduce sum %x over ["dp"] outs(%empty : tensor<200x64xf32>) : tensor<200x64xf32>
  %new:2 = fp8.update states(%w : tensor<200x64xf32>) inputs(%sum : tensor<200x64xf32>) skip %yes reductions [#fp8.reduction<sum>] outs(%w, %init : tensor<200x64xf32>, tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.subf %p, %g : f32
    fp8.yield %0, %g : f32, f32
  }
  %next:2 = fp8.update states(%v : tensor<200x64xf32>) inputs(%sum : tensor<200x64xf32>) skip %no reductions [#fp8.reduction<sum>] outs(%v, %init : tensor<200x64xf32>, tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.subf %p, %g : f32
    fp8.yield %0, %g : f32, f32
  }
  %emptyy = tensor.empty() : tensor<10x8xf32>
  %sumy = fp8.all_reduce sum %y over ["dp"] outs(%emptyy : tensor<10x8xf32>) : tensor<10x8xf32>
  // 1 / g is infinite for a gradient of 0, which padding has.
  %probe = fp8.update probe states(%c : tensor<10x8xf8E4M3FN>) inputs(%sumy : tensor<10x8xf32>) scales(%s : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %one, %g : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  %scale, %inverse = fp8.compute_scale %probe for e4m3 : tensor<f32>
  %codes:2 = fp8.update states(%c : tensor<10x8xf8E4M3FN>) inputs(%sumy : tensor<10x8xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%c, %zero : tensor<10x8xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.divf %one, %g : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %new#0, %next#0, %codes#0, %inverse, %new#1, %next#1, %codes#1 : tensor<200x64xf32>, tensor<200x64xf32>, tensor<10x8xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

}
