//===- FP8OptimizerOps.td - named optimizers ---------------*- tablegen -*-===//
#ifndef FP8_IR_FP8OPTIMIZEROPS_TD
#define FP8_IR_FP8OPTIMIZEROPS_TD

include "fp8/IR/FP8OpBase.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def FP8_Order_Torch : I32EnumAttrCase<"Torch", 0, "torch">;
def FP8_Order_Optax : I32EnumAttrCase<"Optax", 1, "optax">;
def FP8_Order_Apex  : I32EnumAttrCase<"Apex", 2, "apex">;
def FP8_OrderEnum : FP8_Enum<"OptimizerOrder",
    "whose order of operations an optimizer has",
    [FP8_Order_Torch, FP8_Order_Optax, FP8_Order_Apex]>;
def FP8_OrderAttr : FP8_EnumAttr<FP8_OrderEnum, "order",
    "`torch` is that of PyTorch on the CPU, `optax` of optax, `apex` of the fused "
    "kernels of apex and TransformerEngine. They agree but for rounding.">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def FP8_StatePlane : RankedTensorOf<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU, I8, I16]>;
def FP8_Gradient : RankedTensorOf<[F32, BF16, F16, F8E4M3FN, F8E5M2]>;

/// Its type need not be written.
def FP8_Hyperparameter : Type<
    CPred<"$_self == ::mlir::RankedTensorType::get({}, "
          "::mlir::Float32Type::get($_self.getContext()))">,
    "tensor<f32>", "::mlir::RankedTensorType">,
    BuildableType<"::mlir::RankedTensorType::get({}, $_builder.getF32Type())">;

//===----------------------------------------------------------------------===//
// Op bases
//===----------------------------------------------------------------------===//

def FP8_OpGroupOptimizer : OpDocGroup {
  let summary = "Named optimizers";
  let description = [{
    Each stands for one `fp8.update`, or two, in the operations and the order
    that its description gives; `--fp8-expand-optimizers` and every lowering
    write it out. All is in f32. Whatever `fp8.update` says of states, their
    storage and planes, of `scales`, `skip`, `probe`, `seed` and `step`, of
    `offsets` and the order of `inits`, holds here as well; in particular each
    state may be kept in any storage, and every value below is the decoded one.

    What changes from step to step is an operand: the learning rate `lr`, and
    `bias_corrections`, `1 - beta1^t` and `1 - beta2^t` for step `t` from 1,
    without which nothing is corrected. What does not is an attribute of f64, so
    that `1 - beta` is rounded to f32 once. A term whose factor is 0, such as
    that of `weight_decay`, is left out.

    In the tables `w` is the parameter, `g` the gradient, `m`, `v`, ... the other
    states, all before the step; `:=` gives new values, which later lines read.

    **Constraints** of all of them
    - (O1) `storage`, or without it `states`, has one entry for each state that
      the op lists.
    - (O2) planes, `scales`, `inits`, `seed`, `step` and the place are those that
      `fp8.update` would ask for.
    - (O3) the gradient, and every main plane, has the shape of the parameter.
    - (O4) numbers are finite; `beta1`, `beta2`, `alpha`, `momentum` and
      `dampening` are in [0, 1), and no other number is negative.
    - (O5) `bias_corrections` are two, or none.
  }];
}

def FP8_OptimizerTrait : NativeOpTrait<"OptimizerTrait"> {
  let cppNamespace = "::mlir::fp8";
}

class FP8_Number<string default> : DefaultValuedAttr<F64Attr, default>;

/// An optimizer: its scalars beside the learning rate, its attributes, and how
/// both are written.
class FP8_OptimizerOp<string mnemonic, dag scalars, dag numbers,
                      string scalarFormat, string numberFormat>
    : FP8_DestinationOp<mnemonic, "0.1.0", [
        AttrSizedOperandSegments, FP8_OptimizerTrait]> {
  let arguments = !con(
    (ins Variadic<FP8_StatePlane>:$states,
         FP8_Gradient:$gradient,
         FP8_Hyperparameter:$lr),
    scalars,
    (ins Variadic<FP8_Hyperparameter>:$scales,
         Optional<I1>:$skip,
         Optional<I32>:$seed,
         Optional<I32>:$step,
         Variadic<Index>:$offsets,
         Variadic<FP8_StatePlane>:$inits),
    numbers,
    (ins OptionalAttr<TypedArrayAttrBase<FP8_StorageAttr, "one storage per state">>:$storage,
         OptionalAttr<DenseI64ArrayAttr>:$static_offsets,
         OptionalAttr<DenseI64ArrayAttr>:$global_shape,
         UnitAttr:$probe));
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    (`probe` $probe^)? `states` `(` $states `:` type($states) `)`
    `gradient` `(` $gradient `:` type($gradient) `)` `lr` $lr
  }] # scalarFormat # numberFormat # [{
    (`weight_decay` $weight_decay^)?
    (`scales` `(` $scales^ `)`)? (`skip` $skip^)? (`seed` $seed^)?
    (`step` $step^)? (`storage` $storage^)?
    (`at` custom<DynamicIndexList>($offsets, $static_offsets) `of` $global_shape^)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # [{
    /// How many states the optimizer has.
    unsigned getNumOptimizerStates();
  }];
}

defvar FP8_Corrections = (ins Variadic<FP8_Hyperparameter>:$bias_corrections);
defvar FP8_CorrectionsFormat = [{
  (`bias_corrections` $bias_corrections^)?
}];
defvar FP8_AdamFormat = [{
  (`order` `` $order^)? (`beta1` $beta1^)? (`beta2` $beta2^)? (`eps` $eps^)?
}];

class FP8_AdamLikeOp<string mnemonic> : FP8_OptimizerOp<mnemonic, FP8_Corrections,
    (ins DefaultValuedAttr<FP8_OrderAttr,
             "::mlir::fp8::OptimizerOrder::Torch">:$order,
         FP8_Number<"0.9">:$beta1, FP8_Number<"0.999">:$beta2,
         FP8_Number<"1.0e-8">:$eps, FP8_Number<"0.0">:$weight_decay),
    FP8_CorrectionsFormat, FP8_AdamFormat>;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

let opDocGroup = FP8_OpGroupOptimizer in {

def FP8_SGDOp : FP8_OptimizerOp<"sgd", (ins),
    (ins FP8_Number<"0.0">:$momentum, FP8_Number<"0.0">:$dampening,
         UnitAttr:$nesterov, FP8_Number<"0.0">:$weight_decay),
    "", [{
      (`momentum` $momentum^)? (`dampening` $dampening^)? (`nesterov` $nesterov^)?
    }]> {
  let summary = "Gradient descent, with momentum";
  let description = [{
    States: the parameter `w` and, with `momentum`, a buffer `b`.

        d := g + weight_decay * w
        b := momentum * b + (1 - dampening) * d
        d := b                                      or, under nesterov,
        d := d + momentum * b
        w := w - lr * d

    That is PyTorch's order, and optax's. PyTorch has no dampening at the first
    step; a buffer that starts from the first `d` has none either.

    **Constraints**
    - (C1) `dampening` and `nesterov` only with `momentum`, and not together.

    Example:
    ```mlir
    %w1, %b1 = fp8.sgd states(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.9 nesterov weight_decay 0.01 outs(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_AdamOp : FP8_AdamLikeOp<"adam"> {
  let summary = "Adam; weight decay is a part of the gradient";
  let description = [{
    States: the parameter `w`, the moments `m` and `v`. With `c1` and `c2` the
    bias corrections, `b1` and `b2` the betas:

    | | `torch` | `optax` | `apex` |
    |---|---|---|---|
    | `g :=` | `g + weight_decay * w` | the same | the same |
    | `m :=` | `m + (1 - b1) * (g - m)` | `b1 * m + (1 - b1) * g` | as `optax` |
    | `v :=` | `b2 * v + ((1 - b2) * g) * g` | `b2 * v + (1 - b2) * (g * g)` | as `torch` |
    | `u :=` | `((lr / c1) * m) / (sqrt(v) / sqrt(c2) + eps)` | `(m / c1) / (sqrt(v / c2) + eps)` | as `optax` |
    | `w :=` | `w - u` | `w - lr * u` | as `optax` |

    A `beta1` of 0.5 or less makes PyTorch's interpolation
    `g - (1 - (1 - b1)) * (g - m)`.

    Example:
    ```mlir
    %w1, %m1, %v1 = fp8.adam states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xbf16>) lr %lr bias_corrections %c1, %c2 order<optax> beta2 0.95 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_AdamWOp : FP8_AdamLikeOp<"adamw"> {
  let summary = "Adam with decoupled weight decay";
  let description = [{
    States: the parameter `w`, the moments `m` and `v`. As `fp8.adam`, but for
    the weight decay:

    | | `torch` | `optax`, `apex` |
    |---|---|---|
    | `w :=` first | `w * (1 - lr * weight_decay)` | |
    | `u :=` | as there | that of there, plus `weight_decay * w` |

    Example: a parameter in e4m3 with a remainder in 8 bits, `m` in e4m3 and `v`
    without a sign, in groups of 128, each with its scales.
    ```mlir
    %new:7 = fp8.adamw states(%w, %ws, %wr, %m, %ms, %v, %vs : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>) gradient(%g : tensor<4x256xf32>) lr %lr bias_corrections %c1, %c2 weight_decay 0.1 seed %seed step %step storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 1>] outs(%w, %ws, %wr, %m, %ms, %v, %vs : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>)
    ```
  }];
}

def FP8_LionOp : FP8_OptimizerOp<"lion", (ins),
    (ins DefaultValuedAttr<FP8_OrderAttr,
             "::mlir::fp8::OptimizerOrder::Torch">:$order,
         FP8_Number<"0.9">:$beta1, FP8_Number<"0.99">:$beta2,
         FP8_Number<"0.0">:$weight_decay),
    "", [{
      (`order` `` $order^)? (`beta1` $beta1^)? (`beta2` $beta2^)?
    }]> {
  let summary = "Lion: the sign of an interpolated momentum";
  let description = [{
    States: the parameter `w` and the momentum `m`.

    | | `torch` | `optax` |
    |---|---|---|
    | `w :=` first | `w * (1 - lr * weight_decay)` | |
    | `s :=` | `sign(b1 * m + (1 - b1) * g)` | the same |
    | `w :=` | `w - lr * s` | `w - lr * (s + weight_decay * w)` |
    | `m :=` | `b2 * m + (1 - b2) * g` | the same |

    The sign of a zero is that zero, of a NaN the NaN.

    **Constraints**
    - (C1) `order` is `torch`, which stands for the implementations on PyTorch,
      or `optax`.

    Example:
    ```mlir
    %w1, %m1 = fp8.lion states(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr weight_decay 0.1 outs(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>)
    ```
  }];
}

def FP8_AdagradOp : FP8_OptimizerOp<"adagrad", (ins),
    (ins FP8_Number<"1.0e-10">:$eps, FP8_Number<"0.0">:$weight_decay),
    "", [{ (`eps` $eps^)? }]> {
  let summary = "Adagrad: rates fall with the sum of squares";
  let description = [{
    States: the parameter `w` and the sum `s`.

        g := g + weight_decay * w
        s := s + g * g
        w := w - (lr * g) / (sqrt(s) + eps)

    That is PyTorch's order. Its decay of the learning rate is a matter of `lr`.

    Example:
    ```mlir
    %w1, %s1 = fp8.adagrad states(%w, %s : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr outs(%w, %s : tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_RMSPropOp : FP8_OptimizerOp<"rmsprop", (ins),
    (ins FP8_Number<"0.99">:$alpha, FP8_Number<"1.0e-8">:$eps, UnitAttr:$centered,
         FP8_Number<"0.0">:$momentum, FP8_Number<"0.0">:$weight_decay),
    "", [{
      (`alpha` $alpha^)? (`eps` $eps^)? (`centered` $centered^)?
      (`momentum` $momentum^)?
    }]> {
  let summary = "RMSProp: gradients over their root mean square";
  let description = [{
    States: the parameter `w` and the mean square `v`; with `momentum` a buffer
    `b`; under `centered` the mean `a`.

        g := g + weight_decay * w
        v := alpha * v + ((1 - alpha) * g) * g
        a := a + (1 - alpha) * (g - a)              under centered
        r := sqrt(v) + eps                          or, under centered,
        r := sqrt(v - a * a) + eps
        b := momentum * b + g / r                   with momentum, then
        w := w - lr * b                             or else
        w := w - (lr * g) / r

    That is PyTorch's order.

    Example:
    ```mlir
    %w1, %v1, %b1, %a1 = fp8.rmsprop states(%w, %v, %b, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr centered momentum 0.9 outs(%w, %v, %b, %a : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_LAMBOp : FP8_OptimizerOp<"lamb", FP8_Corrections,
    (ins FP8_Number<"0.9">:$beta1, FP8_Number<"0.999">:$beta2,
         FP8_Number<"1.0e-6">:$eps, FP8_Number<"0.0">:$weight_decay),
    FP8_CorrectionsFormat, [{
      (`beta1` $beta1^)? (`beta2` $beta2^)? (`eps` $eps^)?
    }]> {
  let summary = "LAMB: Adam whose step has the norm of the parameter";
  let description = [{
    States: the parameter `w`, the moments `m` and `v`. With `c1` and `c2` the
    bias corrections:

        m := b1 * m + (1 - b1) * g
        v := b2 * v + (1 - b2) * (g * g)
        u := (m / c1) / (sqrt(v / c2) + eps) + weight_decay * w
        r := |w| / |u|, or 1 where |w| or |u| is 0
        w := w - lr * (r * u)

    The norms are over the whole tensor, sums in the declared order. It stands
    for two updates: one of the moments, with the sums of `w * w` and `u * u`;
    one of the parameter, which computes `u` again, from the moments as they are
    stored. That is optax's order, where storage is f32.

    **Constraints**
    - (C1) no `probe`.

    Example:
    ```mlir
    %w1, %m1, %v1 = fp8.lamb states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c1, %c2 weight_decay 0.01 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

} // opDocGroup = FP8_OpGroupOptimizer

#endif // FP8_IR_FP8OPTIMIZEROPS_TD
