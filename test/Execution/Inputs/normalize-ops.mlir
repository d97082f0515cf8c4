// Ops that passes and kernels do not support, which simpler ops replace.

func.func @step(%x: tensor<4x8xf32> {fp8.name = "x"}, %k: tensor<f32> {fp8.name = "n"}) -> (
    tensor<f32> {fp8.name = "loss"},
    tensor<8x4xf32> {fp8.name = "generated"},
    tensor<5x8xf32> {fp8.name = "padded"},
    tensor<4x8xf32> {fp8.name = "inserted"},
    tensor<2x16xf32> {fp8.name = "reshaped"},
    tensor<4x8xf32> {fp8.name = "round"},
    tensor<4x8xf32> {fp8.name = "tan"},
    tensor<4x8xf32> {fp8.name = "sinh"},
    tensor<4x8xf32> {fp8.name = "cosh"},
    tensor<4x8xf32> {fp8.name = "asin"},
    tensor<4x8xf32> {fp8.name = "acos"},
    tensor<4x8xf32> {fp8.name = "asinh"},
    tensor<4x8xf32> {fp8.name = "acosh"},
    tensor<4x8xf32> {fp8.name = "atanh"},
    tensor<f32> {fp8.name = "n", fp8.updates = "n"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = tensor.extract %x[%zero, %one] : tensor<4x8xf32>
  %loss = tensor.from_elements %first : tensor<f32>
  %generated = tensor.generate {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%j, %i] : tensor<4x8xf32>
    %s = arith.addf %v, %v : f32
    tensor.yield %s : f32
  } : tensor<8x4xf32>
  %padded = tensor.pad %x low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %q = arith.index_cast %j : index to i32
    %v = arith.sitofp %q : i32 to f32
    tensor.yield %v : f32
  } : tensor<4x8xf32> to tensor<5x8xf32>
  %inserted = tensor.insert %first into %x[%one, %one] : tensor<4x8xf32>
  %to = arith.constant dense<[2, 16]> : tensor<2xi64>
  %reshaped = tensor.reshape %x(%to) : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<2x16xf32>
  %ten = arith.constant dense<10.0> : tensor<4x8xf32>
  %ones = arith.constant dense<1.0> : tensor<4x8xf32>
  %large = arith.mulf %x, %ten : tensor<4x8xf32>
  %magnitude = math.absf %large : tensor<4x8xf32>
  %above = arith.addf %magnitude, %ones : tensor<4x8xf32>
  %round = math.round %large : tensor<4x8xf32>
  %tan = math.tan %large : tensor<4x8xf32>
  %sinh = math.sinh %x : tensor<4x8xf32>
  %cosh = math.cosh %large : tensor<4x8xf32>
  %asin = math.asin %x : tensor<4x8xf32>
  %acos = math.acos %x : tensor<4x8xf32>
  %asinh = math.asinh %large : tensor<4x8xf32>
  %acosh = math.acosh %above : tensor<4x8xf32>
  %atanh = math.atanh %x : tensor<4x8xf32>
  return %loss, %generated, %padded, %inserted, %reshaped, %round, %tan, %sinh, %cosh, %asin, %acos, %asinh, %acosh, %atanh, %k : tensor<f32>, tensor<8x4xf32>, tensor<5x8xf32>, tensor<4x8xf32>, tensor<2x16xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}
