// RUN: fp8-eval %s --split-input-file --verify-diagnostics

// Everything is refused before anything runs, at the op that cannot be.

func.func @op() -> f32 {
  %x = arith.constant 1.0 : f32
  // expected-error @below {{unsupported by the reference evaluator: 'math.tan'}}
  // expected-note-re @below {{supported ops of 'math' are absf, {{.*}}, trunc}}
  %0 = math.tan %x : f32
  return %0 : f32
}

// -----

func.func @dialect() {
  // expected-error @below {{unsupported by the reference evaluator: 'gpu.barrier'}}
  // expected-note @below {{supported are ops of arith, fp8, func, linalg, math, scf, tensor}}
  gpu.barrier
  return
}

// -----

// A called function is checked like its caller.
func.func private @callee(%x: f32) -> f32 {
  // expected-error @below {{unsupported by the reference evaluator: 'math.acos'}}
  // expected-note @below {{supported ops of 'math' are}}
  %0 = math.acos %x : f32
  return %0 : f32
}
func.func @nested() -> f32 {
  %x = arith.constant 1.0 : f32
  %false = arith.constant false
  %0 = scf.if %false -> (f32) {
    %1 = func.call @callee(%x) : (f32) -> f32
    scf.yield %1 : f32
  } else {
    scf.yield %x : f32
  }
  return %0 : f32
}

// -----

func.func @body() -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xf32>) {
  ^bb0(%out: f32):
    // expected-error @below {{unsupported by the reference evaluator: 'scf.execute_region' in the body of 'linalg.generic'}}
    %1 = scf.execute_region -> f32 {
      scf.yield %out : f32
    }
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @tensor_in_body() -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    // expected-error @below {{unsupported by the reference evaluator: 'arith.addf' of a tensor in the body of 'linalg.generic'}}
    %1 = arith.addf %e, %e : tensor<2xf32>
    %2 = tensor.extract %1[%i] : tensor<2xf32>
    linalg.yield %2 : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @wide_math() -> f64 {
  %x = arith.constant 1.0 : f64
  // expected-error @below {{unsupported by the reference evaluator: 'math.exp' on f64: the function is declared for f32 and narrower types}}
  %0 = math.exp %x : f64
  return %0 : f64
}

// -----

func.func @rounding_mode() -> bf16 {
  %x = arith.constant 1.0 : f32
  // expected-error @below {{unsupported by the reference evaluator: 'arith.truncf' with rounding mode upward}}
  %0 = arith.truncf %x upward : f32 to bf16
  return %0 : bf16
}

// -----

func.func @vector() -> f32 {
  // expected-error @below {{unsupported by the reference evaluator: 'arith.constant' with a value of type 'vector<2xf32>'}}
  // expected-note @below {{supported are scalars and statically shaped tensors of f64, f32}}
  %x = arith.constant dense<1.0> : vector<2xf32>
  %y = arith.constant 1.0 : f32
  return %y : f32
}

// -----

func.func @dynamic() -> index {
  %c2 = arith.constant 2 : index
  // expected-error @below {{unsupported by the reference evaluator: 'tensor.empty' with a value of type 'tensor<?xf32>'}}
  // expected-note @below {{supported are}}
  %0 = tensor.empty(%c2) : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

// -----

func.func @element_type() -> i1 {
  %x = arith.constant 3 : i8
  // expected-error @below {{unsupported by the reference evaluator: 'arith.trunci' with a value of type 'i4'}}
  // expected-note @below {{supported are}}
  %0 = arith.trunci %x : i8 to i4
  %1 = arith.trunci %0 : i4 to i1
  return %1 : i1
}

// -----

// The op's verifier does not look between the first and the last point.
func.func @map() -> tensor<2x2xi32> {
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  // expected-error @below {{expected indexing map #0 to stay inside of dimension 0 of extent 2, but it goes from -1 to 1}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2xi32>) outs(%e : tensor<2x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// -----

func.func @memrefs() {
  %x = arith.constant 1.0 : f32
  // expected-error @below {{unsupported by the reference evaluator: 'memref.alloc'}}
  // expected-note @below {{supported are ops of}}
  %m = memref.alloc() : memref<2xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<2xf32>)
  return
}

// -----

func.func private @outside(f32) -> f32
func.func @external() -> f32 {
  %x = arith.constant 1.0 : f32
  // expected-error @below {{unsupported by the reference evaluator: 'func.call' of 'outside', which has no body}}
  %0 = func.call @outside(%x) : (f32) -> f32
  return %0 : f32
}

// -----

// expected-error @below {{unsupported by the reference evaluator: 'blocks' with a body of 2 blocks, where one is supported}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @terminator() -> f32 {
  // expected-error @below {{unsupported by the reference evaluator: 'llvm.unreachable' at the end of a block}}
  llvm.unreachable
}

// -----

func.func private @argument(%x: tensor<?xf32>) {
  return
}
func.func @dynamic_argument() {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  // expected-error @below {{unsupported by the reference evaluator: 'tensor.cast' with a value of type 'tensor<?xf32>'}}
  // expected-note @below {{supported are}}
  %y = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  func.call @argument(%y) : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @lost() -> tensor<2xf32> {
  // expected-error @below {{unsupported by the reference evaluator: 'arith.constant' with elements that are not in the module}}
  %x = arith.constant dense_resource<lost> : tensor<2xf32>
  return %x : tensor<2xf32>
}

// -----

func.func @hardware_rounding() -> f8E4M3FN {
  %x = arith.constant 1.0 : f32
  // expected-error @below {{unsupported by the reference evaluator: 'fp8.convert' with rounding stochastic_hw, which may differ between any two targets}}
  %0 = fp8.convert %x rounding<stochastic_hw> : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// -----

func.func @rounding() -> tensor<4xbf16> {
  %w = arith.constant dense<1.0> : tensor<4xbf16>
  %seed = arith.constant 1 : i32
  // expected-error @below {{unsupported by the reference evaluator: 'fp8.update' with rounding stochastic_hw, which may differ between any two targets}}
  %0 = fp8.update states(%w : tensor<4xbf16>) seed %seed step %seed storage [#fp8.storage<format = bf16, rounding = stochastic_hw, stream = 0>] outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0 : tensor<4xbf16>
}
