// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @attributes
// CHECK-SAME: block = #fp8.granularity<block 1x128>
// CHECK-SAME: copy = #fp8.copy<format = e5m2, transposed = true, granularity = <block 32x32>>
// CHECK-SAME: exact = #fp8.storage<format = f32>
// CHECK-SAME: full = #fp8.storage<format = bf16, residual = bf16, compute = full>
// CHECK-SAME: group = #fp8.granularity<group 128>
// CHECK-SAME: mx = #fp8.granularity<mx>
// CHECK-SAME: mx_columns = #fp8.granularity<mx 32x1>
// CHECK-SAME: row = #fp8.granularity<row>
// CHECK-SAME: scaling = #fp8.scaling<>
// CHECK-SAME: second = #fp8.storage<format = ue4m4, granularity = <group 128>, pow2_scale = true, transform = sqrt, rounding = stochastic, stream = 4294967295>
// CHECK-SAME: tensor = #fp8.granularity<tensor>
func.func private @attributes() attributes {
  tensor = #fp8.granularity<tensor>, row = #fp8.granularity<row>,
  mx = #fp8.granularity<mx>, mx_columns = #fp8.granularity<mx 32x1>, group = #fp8.granularity<group 128>,
  block = #fp8.granularity<block 1x128>,
  scaling = #fp8.scaling<>,
  copy = #fp8.copy<format = e5m2, transposed = true, granularity = <block 32x32>>,
  exact = #fp8.storage<format = f32>,
  full = #fp8.storage<compute = full, residual = bf16, format = bf16>,
  second = #fp8.storage<format = ue4m4, stream = 4294967295, rounding = stochastic, transform = sqrt, pow2_scale = true, granularity = <group 128>>}

// CHECK-LABEL: @enums
// CHECK-SAME: a = #fp8.format<ue5m3>, b = #fp8.rounding<stochastic_hw>, c = #fp8.amax_algo<most_recent>, d = #fp8.reduction<sum>, e = #fp8.activation<relu>
func.func private @enums() attributes {
  a = #fp8.format<ue5m3>, b = #fp8.rounding<stochastic_hw>,
  c = #fp8.amax_algo<most_recent>, d = #fp8.reduction<sum>,
  e = #fp8.activation<relu>}

// CHECK-LABEL: @allow
// CHECK-SAME: fp8.allow = ["scale-reuse", "block-tail"]
func.func private @allow() attributes {fp8.allow = ["scale-reuse", "block-tail"]}

// CHECK-LABEL: @step
// CHECK-SAME: fp8.name = "w", fp8.state = #fp8.state<param>
// CHECK-SAME: fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale", fp8.state = #fp8.state<scale>
// CHECK-SAME: fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"
// CHECK-SAME: fp8.updates = "arg2"
// CHECK-SAME: fp8.entry = "main"
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %s: tensor<f32> {fp8.name = "w.scale", fp8.state = #fp8.state<scale>, fp8.initial = 1.0 : f32},
                %i: tensor<i32>)
    -> (tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"},
        tensor<i32> {fp8.updates = "arg2"})
    attributes {fp8.entry = "main"} {
  return %w, %i : tensor<4xf32>, tensor<i32>
}

// CHECK: module attributes {fp8.done = ["fp8-raise-updates"]}
module attributes {fp8.done = ["fp8-raise-updates"]} {}

// CHECK: module @mesh attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>}
module @mesh attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
  // CHECK: @rank(tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>}, tensor<8x4xf32> {fp8.batch})
  func.func private @rank(tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>}, tensor<8x4xf32> {fp8.batch})

  // Five units of two rows: two for each of the first ranks, and padding.
  // CHECK: @shard(tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>}) -> (tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>})
  func.func private @shard(tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>}) -> (tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>})
}

// CHECK: module @one attributes {fp8.mesh = #fp8.mesh<"dp" = 1>}
module @one attributes {fp8.mesh = #fp8.mesh<"dp" = 1>} {}
