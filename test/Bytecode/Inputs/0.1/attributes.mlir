module {
  func.func private @attributes() attributes {block = #fp8.granularity<block 1x128>, copy = #fp8.copy<format = e5m2, transposed = true, granularity = <block 32x32>>, exact = #fp8.storage<format = f32>, full = #fp8.storage<format = bf16, residual = bf16, compute = full>, group = #fp8.granularity<group 128>, mx = #fp8.granularity<mx>, mx_columns = #fp8.granularity<mx 32x1>, row = #fp8.granularity<row>, scaling = #fp8.scaling<>, second = #fp8.storage<format = ue4m4, granularity = <group 128>, pow2_scale = true, transform = sqrt, rounding = stochastic, stream = 4294967295>, tensor = #fp8.granularity<tensor>}
  func.func private @enums() attributes {a = #fp8.format<ue5m3>, b = #fp8.rounding<stochastic_hw>, c = #fp8.amax_algo<most_recent>, d = #fp8.reduction<sum>, e = #fp8.activation<relu>}
  func.func private @allow() attributes {fp8.allow = ["scale-reuse", "block-tail"]}
  func.func @step(%arg0: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %arg1: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale", fp8.state = #fp8.state<scale>}, %arg2: tensor<i32>) -> (tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<i32> {fp8.updates = "arg2"}) attributes {fp8.entry = "main"} {
    return %arg0, %arg2 : tensor<4xf32>, tensor<i32>
  }
  module attributes {fp8.done = ["fp8-raise-updates"]} {
  }
}

