// RUN: fp8-opt %s --split-input-file --verify-diagnostics

// Attributes of functions, arguments, results and ops.

// expected-error @below {{expected 'fp8.name' to be a nonempty string, but it is ""}}
func.func private @dialect_a1(tensor<4xf32> {fp8.name = ""})

// -----

// expected-error @below {{expected 'fp8.entry' to be a nonempty string, but it is 1 : i32}}
func.func private @dialect_a1_class() attributes {fp8.entry = 1 : i32}

// -----

// expected-error @below {{expected 'fp8.state' to be a #fp8.state attribute, but it is "param"}}
func.func private @dialect_a2(tensor<4xf32> {fp8.state = "param"})

// -----

// expected-error @below {{expected 'fp8.initial' to be an f32 attribute, but it is 0.000000e+00 : f64}}
func.func private @dialect_a3(tensor<4xf32> {fp8.initial = 0.0 : f64})

// -----

// expected-error @below {{expected result #0 to update an argument, but none is called 'w'}}
func.func private @dialect_a4_name(tensor<4xf32>) -> (tensor<4xf32> {fp8.updates = "w"})

// -----

// expected-error @below {{expected result #0 to have the type of 'w', 'tensor<4xf32>', but it is 'tensor<5xf32>'}}
func.func private @dialect_a4_type(tensor<4xf32> {fp8.name = "w"}) -> (tensor<5xf32> {fp8.updates = "w"})

// -----

// expected-error @below {{expected one result to update 'arg0', but #0 and #1 do}}
func.func private @dialect_a5_twice(tensor<4xf32>) -> (tensor<4xf32> {fp8.updates = "arg0"}, tensor<4xf32> {fp8.updates = "arg0"})

// -----

// expected-error @below {{expected the names of arguments to differ, but #0 and #2 are called 'w'}}
func.func private @dialect_a5_arguments(tensor<4xf32> {fp8.name = "w"}, tensor<4xf32>, tensor<4xf32> {fp8.name = "w"})

// -----

// The default name of the first argument is taken.
// expected-error @below {{expected the names of arguments to differ, but #0 and #1 are called 'arg0'}}
func.func private @dialect_a5_default(tensor<4xf32>, tensor<4xf32> {fp8.name = "arg0"})

// -----

// expected-error @below {{expected the names of results to differ, but #0 and #1 are called 'w'}}
func.func private @dialect_a5_results() -> (tensor<4xf32> {fp8.name = "w"}, tensor<4xf32> {fp8.name = "w"})

// -----

// expected-error @below {{expected 'fp8.done' to be an array of strings, but it is [1 : i32]}}
module attributes {fp8.done = [1 : i32]} {}

// -----

// expected-error @below {{expected 'fp8.allow' to be an array of strings, but it is "scale-reuse"}}
func.func private @dialect_a11() attributes {fp8.allow = "scale-reuse"}

// -----

// expected-error @below {{expected one of 'fp8.name', 'fp8.state', 'fp8.initial', 'fp8.in_place', 'fp8.result', 'fp8.microbatches', 'fp8.batch', 'fp8.shard', 'fp8.quantize' and 'fp8.range' on an argument, but found 'fp8.updates'}}
func.func private @dialect_a7_updates(tensor<4xf32> {fp8.updates = "w"})

// -----

// expected-error @below {{expected one of 'fp8.name', 'fp8.state', 'fp8.updates', 'fp8.shard' and 'fp8.loss' on a result, but found 'fp8.initial'}}
func.func private @dialect_a7_initial() -> (tensor<4xf32> {fp8.initial = 0.0 : f32})

// -----

// expected-error @below {{expected one of 'fp8.name', 'fp8.class' and 'fp8.allow' on an op, 'fp8.assumes' on an fp8.convert, 'fp8.block_warps' on an fp8.launch, 'fp8.entry', 'fp8.steps' and 'fp8.remat' on a function, 'fp8.done' and 'fp8.mesh' on a module, but found 'fp8.state' on 'func.func'}}
func.func private @dialect_a7_op() attributes {fp8.state = #fp8.state<param>}

// -----

// expected-error @below {{expected one of 'fp8.name', 'fp8.class' and 'fp8.allow' on an op, 'fp8.assumes' on an fp8.convert, 'fp8.block_warps' on an fp8.launch, 'fp8.entry', 'fp8.steps' and 'fp8.remat' on a function, 'fp8.done' and 'fp8.mesh' on a module, but found 'fp8.entry' on 'builtin.module'}}
module attributes {fp8.entry = "main"} {}

// -----

// expected-error @below {{expected 'fp8.in_place' to be a unit attribute, but it is true}}
func.func private @dialect_a8(tensor<4xf32> {fp8.in_place = true})

// -----

// expected-error @below {{expected an argument with 'fp8.in_place' to be a buffer, but #1 is of type 'tensor<4xf32>'}}
func.func private @dialect_a8_tensor(memref<4xf32> {fp8.in_place}, tensor<4xf32> {fp8.in_place})

// -----

// expected-error @below {{expected an argument with 'fp8.in_place' to be a buffer, but #0 is of type 'i32'}}
func.func private @dialect_a8_scalar(i32 {fp8.in_place})

// -----

// expected-error @below {{expected an argument with 'fp8.state' to hold integers, because it is #fp8.state<rng>, but #0 is of type 'f32'}}
func.func private @dialect_a15(f32 {fp8.state = #fp8.state<rng>})

// -----

// expected-error @below {{expected a result with 'fp8.state' to hold integers, because it is #fp8.state<rng>, but #1 is of type 'tensor<2xf32>'}}
func.func private @dialect_a15_result() -> (tensor<2xi32> {fp8.state = #fp8.state<rng>}, tensor<2xf32> {fp8.state = #fp8.state<rng>})

// -----

// expected-error @below {{expected 'fp8.loss' to be a unit attribute, but it is 0 : i64}}
func.func private @dialect_a17() -> (tensor<f32> {fp8.loss = 0 : i64})

// -----

// expected-error @below {{expected a result with 'fp8.loss' to be one float, but #1 is of type 'tensor<2xf32>'}}
func.func private @dialect_a17_size() -> (tensor<1xbf16> {fp8.loss}, tensor<2xf32> {fp8.loss})

// -----

// expected-error @below {{expected a result with 'fp8.loss' to be one float, but #0 is of type 'i32'}}
func.func private @dialect_a17_integer() -> (i32 {fp8.loss})

// -----

// expected-error @below {{expected one of 'fp8.name', 'fp8.state', 'fp8.initial', 'fp8.in_place', 'fp8.result', 'fp8.microbatches', 'fp8.batch', 'fp8.shard', 'fp8.quantize' and 'fp8.range' on an argument, but found 'fp8.loss'}}
func.func private @dialect_a17_argument(f32 {fp8.loss})

// -----

// expected-error @below {{expected 'fp8.result' to be a nonempty string, but it is 1 : i64}}
func.func private @dialect_a1_result(memref<4xf32> {fp8.result = 1})

// -----

// expected-error @below {{expected a stream that is not negative, but got -1}}
func.func private @stream_order_c1_stream() attributes {test.order = #fp8.stream_order<-1>}

// -----

// expected-error @below {{expected an event that is not negative, but got -2}}
func.func private @stream_order_c1_event() attributes {test.order = #fp8.stream_order<0 event -2>}

// -----

// expected-error @below {{expected nonnegative events in ascending order after 'waits', but got -1 after -1}}
func.func private @stream_order_c1_waits() attributes {test.order = #fp8.stream_order<0 waits[-1]>}

// -----

// expected-error @below {{expected nonnegative events in ascending order after 'waits', but got 2 after 2}}
func.func private @stream_order_c2() attributes {test.order = #fp8.stream_order<0 waits[2, 2]>}

// -----

// expected-error @below {{expected a main plane of e4m3 with the residual split8, but got e5m2}}
func.func private @storage_c2_e5m2() attributes {a = #fp8.storage<format = e5m2, residual = split8>}

// -----

// expected-error @below {{expected a format of stored planes, but got e4m11, which is stored as e4m3 with a split residual}}
func.func private @storage_c9() attributes {a = #fp8.storage<format = e4m11>}

// -----

// expected-error @below {{expected a format of stored planes, but got e4m19, which is stored as e4m3 with a split residual}}
func.func private @copy_c4() attributes {a = #fp8.copy<format = e4m19>}

// -----

// expected-error @below {{expected 'fp8.quantize' to be a string that holds wide, e4m3, e5m2, tensor, row, mx and block:MxN, but it is "e4m3,narrow"}}
func.func private @dialect_a9(tensor<4xf32> {fp8.quantize = "e4m3,narrow"})

// -----

// expected-error @below {{expected 'fp8.quantize' to be a string that holds wide, e4m3, e5m2, tensor, row, mx and block:MxN, but it is unit}}
func.func private @dialect_a9_type(tensor<4xf32> {fp8.quantize})

// -----

// expected-error @below {{expected 'fp8.steps' to be an array of the first and the last step of each range, in order, but it is array<i64: 4, 3>}}
func.func private @dialect_a10() attributes {fp8.steps = array<i64: 4, 3>}

// -----

// expected-error @below {{expected 'fp8.steps' to be an array of the first and the last step of each range, in order, but it is array<i64: 1>}}
func.func private @dialect_a10_odd() attributes {fp8.steps = array<i64: 1>}

// -----

// expected-error @below {{expected 'fp8.microbatches' to be a positive i64 attribute, but it is 0 : i64}}
func.func private @dialect_a12_zero(tensor<4x8xf32> {fp8.microbatches = 0 : i64})

// -----

// expected-error @below {{expected 'fp8.microbatches' to be a positive i64 attribute, but it is 4 : i32}}
func.func private @dialect_a12_type(tensor<4x8xf32> {fp8.microbatches = 4 : i32})

// -----

// expected-error @below {{expected an argument with 'fp8.microbatches' to have 4 as its first extent, but #1 is of type 'tensor<8x4xf32>'}}
func.func private @dialect_a12_extent(tensor<f32>, tensor<8x4xf32> {fp8.microbatches = 4 : i64})

// -----

// expected-error @below {{expected an argument with 'fp8.microbatches' to have 1 as its first extent, but #0 is of type 'tensor<f32>'}}
func.func private @dialect_a12_scalar(tensor<f32> {fp8.microbatches = 1 : i64})

// -----

func.func @dialect_a13(%x: f32) -> f8E4M3FN {
  // expected-error @below {{expected 'fp8.assumes' to be "number" or "in_range", but it is "finite"}}
  %0 = fp8.convert %x {fp8.assumes = "finite"} : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// -----

func.func @dialect_a13_decodes(%x: f8E4M3FN) -> f32 {
  // expected-error @below {{expected 'fp8.assumes' on a conversion that encodes to 8 bits, but this one is from 'f8E4M3FN' to 'f32'}}
  %0 = fp8.convert %x {fp8.assumes = "number"} : f8E4M3FN to f32
  return %0 : f32
}

// -----

func.func @dialect_a13_wide(%x: f32) -> bf16 {
  // expected-error @below {{expected 'fp8.assumes' on a conversion that encodes to 8 bits, but this one is from 'f32' to 'bf16'}}
  %0 = fp8.convert %x {fp8.assumes = "in_range"} : f32 to bf16
  return %0 : bf16
}

// -----

func.func @dialect_a15(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{expected 'fp8.block_warps' to be an i64 attribute from 1 to 32, but it is 33 : i64}}
  fp8.launch @kernels::@f items 8 grain 1 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {fp8.block_warps = 33 : i64}
  return
}

// -----

// expected-error @below {{expected 'fp8.remat' to be a dictionary of the i64 attributes kept_bytes, recomputed_values, recomputed_bytes, recomputed_flops, but it is {kept_bytes = 1 : i64}}}
func.func private @dialect_a14_remat() attributes {fp8.remat = {kept_bytes = 1 : i64}}

// -----

// expected-error @below {{expected a mesh of one or more axes, each with its number of ranks, but got 0 axes and 0 numbers}}
// expected-error @below {{expected '<'}}
module @mesh_c1_none attributes {fp8.mesh = #fp8.mesh} {}

// -----

// expected-error @below {{expected an axis of a mesh to have a name}}
module @mesh_c1_name attributes {fp8.mesh = #fp8.mesh<"" = 2>} {}

// -----

// expected-error @below {{expected the axes of a mesh to differ, but two are called "dp"}}
module @mesh_c1_twice attributes {fp8.mesh = #fp8.mesh<"dp" = 2, "dp" = 3>} {}

// -----

// expected-error @below {{expected a positive number of ranks along "dp", but got 0}}
module @mesh_c2_zero attributes {fp8.mesh = #fp8.mesh<"dp" = 0>} {}

// -----

// expected-error @below {{expected a mesh whose number of ranks fits in an i32, but it has more along "dp"}}
module @mesh_c2_many attributes {fp8.mesh = #fp8.mesh<"replica" = 65536, "dp" = 32768>} {}

// -----

// expected-error @below {{expected 'fp8.mesh' to be a #fp8.mesh attribute, but it is 4 : i64}}
module @dialect_a18 attributes {fp8.mesh = 4 : i64} {}

// -----

// expected-error @below {{expected 'fp8.batch' to be a unit attribute, but it is 4 : i64}}
func.func private @dialect_a19(tensor<4x8xf32> {fp8.batch = 4 : i64})

// -----

// expected-error @below {{expected an argument with 'fp8.state' to hold one i32, because it is #fp8.state<rank>, but #0 is of type 'tensor<2xi32>'}}
func.func private @dialect_a20_shape(tensor<2xi32> {fp8.state = #fp8.state<rank>})

// -----

// expected-error @below {{expected an argument with 'fp8.state' to hold one i32, because it is #fp8.state<rank>, but #0 is of type 'tensor<i64>'}}
func.func private @dialect_a20_type(tensor<i64> {fp8.state = #fp8.state<rank>})

// -----

// expected-error @below {{expected a shard along an axis with a name}}
func.func private @shard_c1(tensor<4x8xf32> {fp8.shard = #fp8.shard<"", rows = 10, unit = 2>})

// -----

// expected-error @below {{expected 'rows' of a shard to be positive, but got 0}}
func.func private @shard_c2_rows(tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 0, unit = 2>})

// -----

// expected-error @below {{expected 'unit' of a shard to be positive, but got -1}}
func.func private @shard_c2_unit(tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = -1>})

// -----

// expected-error @below {{expected 'fp8.shard' to be a #fp8.shard attribute, but it is 4 : i64}}
func.func private @dialect_a21(tensor<4x8xf32> {fp8.shard = 4 : i64})

// -----

// expected-error @below {{expected 'fp8.mesh' of the module to have the axis of #fp8.shard<"dp", rows = 10, unit = 2>, but it is <<NULL ATTRIBUTE>>}}
func.func private @dialect_a21_mesh(tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>})

// -----

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  // expected-error @below {{expected 'fp8.mesh' of the module to have the axis of #fp8.shard<"tp", rows = 10, unit = 2>, but it is #fp8.mesh<"dp" = 4>}}
  func.func private @dialect_a21_axis(tensor<4x8xf32> {fp8.shard = #fp8.shard<"tp", rows = 10, unit = 2>})
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  // expected-error @below {{expected an argument with 'fp8.shard' to hold 4 rows, but #0 is of type 'tensor<3x8xf32>'}}
  func.func private @dialect_a21_rows(tensor<3x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>})
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  // expected-error @below {{expected a result with 'fp8.shard' to hold 1 rows, but #0 is of type 'tensor<f32>'}}
  func.func private @dialect_a21_scalar() -> (tensor<f32> {fp8.shard = #fp8.shard<"dp", rows = 3, unit = 1>})
}

// -----

// expected-error @below {{expected 'fp8.range' to be an array of two f64 numbers, the first below the second, but it is [1.000000e+00, 1.000000e+00]}}
func.func private @dialect_a22(tensor<f32> {fp8.range = [1.0, 1.0]})

// -----

// expected-error @below {{expected 'fp8.range' to be an array of two f64 numbers, the first below the second, but it is [0, 1]}}
func.func private @dialect_a22_integers(tensor<f32> {fp8.range = [0, 1]})

// -----

// expected-error @below {{expected 'fp8.range' to be an array of two f64 numbers, the first below the second, but it is [0.000000e+00]}}
func.func private @dialect_a22_single(tensor<f32> {fp8.range = [0.0]})

// -----

// expected-error @below {{expected an argument with 'fp8.range' to be one float, but #0 is of type 'tensor<2xf32>'}}
func.func private @dialect_a22_shape(tensor<2xf32> {fp8.range = [0.0, 1.0]})

// -----

// expected-error @below {{expected an argument with 'fp8.range' to be one float, but #0 is of type 'i32'}}
func.func private @dialect_a22_type(i32 {fp8.range = [0.0, 1.0]})
