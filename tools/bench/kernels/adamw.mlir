// AdamW in place on f32 states.
// Arguments: p, g, m, v, beta1, alpha1, beta2, alpha2, correct1, correct2,
// eps, rate, decay.

!x = memref<16777216xf32>
!one = memref<f32>
#id = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

func.func @main(%mem_p: !x, %mem_g: !x, %mem_m: !x, %mem_v: !x, %mem_beta1: !one, %mem_alpha1: !one, %mem_beta2: !one, %mem_alpha2: !one, %mem_correct1: !one, %mem_correct2: !one, %mem_eps: !one, %mem_rate: !one, %mem_decay: !one) {
  fp8.kernel "adamw"
      ins(%mem_p, %mem_g, %mem_m, %mem_v, %mem_beta1, %mem_alpha1, %mem_beta2, %mem_alpha2, %mem_correct1, %mem_correct2, %mem_eps, %mem_rate, %mem_decay : !x, !x, !x, !x, !one, !one, !one, !one, !one, !one, !one, !one, !one)
      outs(%mem_p, %mem_m, %mem_v : !x, !x, !x) {
  ^bb0(%in_p: tensor<16777216xf32>, %in_g: tensor<16777216xf32>, %in_m: tensor<16777216xf32>, %in_v: tensor<16777216xf32>, %in_beta1: tensor<f32>, %in_alpha1: tensor<f32>, %in_beta2: tensor<f32>, %in_alpha2: tensor<f32>, %in_correct1: tensor<f32>, %in_correct2: tensor<f32>, %in_eps: tensor<f32>, %in_rate: tensor<f32>, %in_decay: tensor<f32>, %out_p: tensor<16777216xf32>, %out_m: tensor<16777216xf32>, %out_v: tensor<16777216xf32>):
    %new:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #one, #one, #one, #one, #one, #one, #one, #one, #one, #id, #id, #id], iterator_types = ["parallel"]}
        ins(%in_p, %in_g, %in_m, %in_v, %in_beta1, %in_alpha1, %in_beta2, %in_alpha2, %in_correct1, %in_correct2, %in_eps, %in_rate, %in_decay : tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
        outs(%out_p, %out_m, %out_v : tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>) {
    ^bb0(%p: f32, %g: f32, %m: f32, %v: f32, %beta1: f32, %alpha1: f32, %beta2: f32, %alpha2: f32, %correct1: f32, %correct2: f32, %eps: f32, %rate: f32, %decay: f32, %u0: f32, %u1: f32, %u2: f32):
      %m0 = arith.mulf %beta1, %m : f32
      %m1 = arith.mulf %alpha1, %g : f32
      %first = arith.addf %m0, %m1 : f32
      %square = arith.mulf %g, %g : f32
      %v0 = arith.mulf %beta2, %v : f32
      %v1 = arith.mulf %alpha2, %square : f32
      %second = arith.addf %v0, %v1 : f32
      %scaledV = arith.mulf %second, %correct2 : f32
      %root = math.sqrt %scaledV : f32
      %bottom = arith.addf %root, %eps : f32
      %top = arith.mulf %first, %correct1 : f32
      %update = arith.divf %top, %bottom : f32
      %decayed = arith.mulf %p, %decay : f32
      %step = arith.mulf %rate, %update : f32
      %next = arith.subf %decayed, %step : f32
      linalg.yield %next, %first, %second : f32, f32, f32
    } -> (tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>)
    fp8.kernel_yield %new#0, %new#1, %new#2 : tensor<16777216xf32>, tensor<16777216xf32>, tensor<16777216xf32>
  }
  return
}
