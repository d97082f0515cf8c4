// Regions that are 0/0 on padding, whose gradients and states are 0: new values,
// their amax, sums and maxima. %b is stored with scales of blocks of 128 rows, of
// which some ranks hold none.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {

func.func @step(%a: tensor<200x64xf8E4M3FN> {fp8.name = "a", fp8.state = #fp8.state<param>},
                %as: tensor<f32> {fp8.name = "a.scale_inv", fp8.state = #fp8.state<scale>},
                %b: tensor<300x4xf8E4M3FN> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %bs: tensor<3x4xf32> {fp8.name = "b.scale_inv", fp8.state = #fp8.state<scale>},
                %x: tensor<200x64xf32> {fp8.name = "x", fp8.batch},
                %y: tensor<300x4xf32> {fp8.name = "y", fp8.batch},
                %scale: tensor<f32> {fp8.name = "new.scale"})
    -> (tensor<200x64xf8E4M3FN> {fp8.updates = "a"}, tensor<f32> {fp8.updates = "a.scale_inv"},
        tensor<300x4xf8E4M3FN> {fp8.updates = "b"}, tensor<3x4xf32> {fp8.updates = "b.scale_inv"},
        tensor<f32> {fp8.name = "amax"}, tensor<f32> {fp8.name = "sum"}, tensor<f32> {fp8.name = "largest"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %xe = tensor.empty() : tensor<200x64xf32>
  %xg = fp8.all_reduce sum %x over ["dp"] outs(%xe : tensor<200x64xf32>) : tensor<200x64xf32>
  %ye = tensor.empty() : tensor<300x4xf32>
  %yg = fp8.all_reduce sum %y over ["dp"] outs(%ye : tensor<300x4xf32>) : tensor<300x4xf32>
  %new:4 = fp8.update states(%a : tensor<200x64xf8E4M3FN>) inputs(%xg : tensor<200x64xf32>) scales(%as, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] reductions [#fp8.reduction<sum>, #fp8.reduction<max>] outs(%a, %zero, %zero, %zero : tensor<200x64xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %ratio = arith.divf %g, %g : f32
    %magnitude = math.absf %ratio : f32
    %0 = arith.addf %g, %ratio : f32
    fp8.yield %0, %ratio, %magnitude : f32, f32, f32
  }
  %next:2 = fp8.update states(%b, %bs : tensor<300x4xf8E4M3FN>, tensor<3x4xf32>) inputs(%yg : tensor<300x4xf32>) storage [#fp8.storage<format = e4m3, granularity = <block 128x1>>] outs(%b, %bs : tensor<300x4xf8E4M3FN>, tensor<3x4xf32>) {
  ^bb0(%p: f32, %g: f32):
    %ratio = arith.divf %g, %g : f32
    %0 = arith.subf %g, %ratio : f32
    fp8.yield %0 : f32
  }
  %inverse = arith.divf %new#1, %scale : tensor<f32>
  return %new#0, %inverse, %next#0, %next#1, %new#1, %new#2, %new#3 : tensor<200x64xf8E4M3FN>, tensor<f32>, tensor<300x4xf8E4M3FN>, tensor<3x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

}
