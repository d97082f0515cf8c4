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
    "the order of operations of an optimizer",
    [FP8_Order_Torch, FP8_Order_Optax, FP8_Order_Apex]>;
def FP8_OrderAttr : FP8_EnumAttr<FP8_OrderEnum, "order",
    "`torch` is the order of PyTorch on the CPU, `optax` the order of optax, and "
    "`apex` the order of the fused kernels of apex and TransformerEngine. The "
    "orders differ only in rounding.">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def FP8_StatePlane : RankedTensorOf<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU, I8, I16]>;
def FP8_Gradient : RankedTensorOf<[F32, BF16, F16, F8E4M3FN, F8E5M2]>;

/// The assembly format omits the type of a hyperparameter, which is always the
/// same.
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
    Each op stands for one or two `fp8.update` ops that compute the formulas of
    its description in the given order. `--fp8-expand-optimizers` and every
    lowering expand it. All arithmetic is in f32. The following parts work as in
    `fp8.update`: states, their storage and planes, `scales`, `skip`, `probe`,
    `seed`, `step`, `offsets` and the order of `inits`. In particular each state
    may use any storage, and the formulas refer to decoded values.

    Values that change from step to step are operands: the learning rate `lr`
    and the two `bias_corrections`, `1 - beta1^t` and `1 - beta2^t`, where `t`
    is the number of the step, counted from 1. Without `bias_corrections` no
    correction is applied. Constant hyperparameters are f64 attributes, so that
    `1 - beta` is rounded to f32 only once. A term with a factor of 0, such as
    the weight decay term, is omitted.

    In the formulas, `w` is the parameter, `g` is the gradient, and `m`, `v`,
    ... are the other states, all before the step. `:=` assigns a new value,
    which later lines read.

    **Constraints** common to all optimizers
    - (O1) `storage` has one entry per state that the op lists. Without
      `storage`, `states` has one entry per state.
    - (O2) planes, `scales`, `inits`, `seed`, `step` and the placement are as
      required by `fp8.update`.
    - (O3) the gradient and every main plane have the shape of the parameter.
    - (O4) numbers are finite; `beta1`, `beta2`, `alpha`, `momentum` and
      `dampening` are in [0, 1), and no other number is negative.
    - (O5) there are either two `bias_corrections` or none.
  }];
}

def FP8_OptimizerTrait : NativeOpTrait<"OptimizerTrait"> {
  let cppNamespace = "::mlir::fp8";
}

class FP8_Number<string default> : DefaultValuedAttr<F64Attr, default>;

/// Base class of named optimizers. `scalars` are the operands other than the
/// learning rate, and `numbers` are the attributes. The two formats are the
/// assembly formats of these operands and attributes.
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
    /// Returns the number of states of the optimizer.
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
  let summary = "Gradient descent, optionally with momentum";
  let description = [{
    The states are the parameter `w` and, with `momentum`, a buffer `b`.

        d := g + weight_decay * w
        b := momentum * b + (1 - dampening) * d
        d := b                                      or, under nesterov,
        d := d + momentum * b
        w := w - lr * d

    This is the order of PyTorch and of optax. PyTorch applies no dampening in
    the first step. A buffer that is initialized with the first `d` has the same
    effect.

    **Constraints**
    - (C1) `dampening` and `nesterov` require `momentum` and exclude each other.

    Example:
    ```mlir
    %w1, %b1 = fp8.sgd states(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr momentum 0.9 nesterov weight_decay 0.01 outs(%w, %b : tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_AdamOp : FP8_AdamLikeOp<"adam"> {
  let summary = "Adam with weight decay added to the gradient";
  let description = [{
    The states are the parameter `w` and the moments `m` and `v`. `c1` and `c2`
    are the bias corrections, and `b1` and `b2` are the betas:

    | | `torch` | `optax` | `apex` |
    |---|---|---|---|
    | `g :=` | `g + weight_decay * w` | as `torch` | as `torch` |
    | `m :=` | `m + (1 - b1) * (g - m)` | `b1 * m + (1 - b1) * g` | as `optax` |
    | `v :=` | `b2 * v + ((1 - b2) * g) * g` | `b2 * v + (1 - b2) * (g * g)` | as `torch` |
    | `u :=` | `((lr / c1) * m) / (sqrt(v) / sqrt(c2) + eps)` | `(m / c1) / (sqrt(v / c2) + eps)` | as `optax` |
    | `w :=` | `w - u` | `w - lr * u` | as `optax` |

    For `torch`, if `beta1` is 0.5 or less, PyTorch's interpolation computes `m`
    as `g - (1 - (1 - b1)) * (g - m)`.

    Example:
    ```mlir
    %w1, %m1, %v1 = fp8.adam states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xbf16>) lr %lr bias_corrections %c1, %c2 order<optax> beta2 0.95 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

def FP8_AdamWOp : FP8_AdamLikeOp<"adamw"> {
  let summary = "Adam with decoupled weight decay";
  let description = [{
    The states are the parameter `w` and the moments `m` and `v`. The formulas
    of `fp8.adam` apply, except for the weight decay:

    | | `torch` | `optax`, `apex` |
    |---|---|---|
    | `w :=`, before the other formulas | `w * (1 - lr * weight_decay)` | |
    | `u :=` | as in `fp8.adam` | `u` of `fp8.adam`, plus `weight_decay * w` |

    Example: a parameter in e4m3 with an 8-bit residual, `m` in e4m3 and `v` in
    an unsigned format. Every group of 128 elements has its own scale.
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
  let summary = "Lion: step by the sign of an interpolated momentum";
  let description = [{
    The states are the parameter `w` and the momentum `m`.

    | | `torch` | `optax` |
    |---|---|---|
    | `w :=`, before the other formulas | `w * (1 - lr * weight_decay)` | |
    | `s :=` | `sign(b1 * m + (1 - b1) * g)` | as `torch` |
    | `w :=` | `w - lr * s` | `w - lr * (s + weight_decay * w)` |
    | `m :=` | `b2 * m + (1 - b2) * g` | as `torch` |

    The sign of a zero is that zero, and the sign of a NaN is that NaN.

    **Constraints**
    - (C1) `order` is `torch` (the implementations for PyTorch) or `optax`.

    Example:
    ```mlir
    %w1, %m1 = fp8.lion states(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr weight_decay 0.1 outs(%w, %m : tensor<4x8xf32>, tensor<4x8xbf16>)
    ```
  }];
}

def FP8_AdagradOp : FP8_OptimizerOp<"adagrad", (ins),
    (ins FP8_Number<"1.0e-10">:$eps, FP8_Number<"0.0">:$weight_decay),
    "", [{ (`eps` $eps^)? }]> {
  let summary = "Adagrad: learning rates decrease with the sum of squares";
  let description = [{
    The states are the parameter `w` and the sum of squares `s`.

        g := g + weight_decay * w
        s := s + g * g
        w := w - (lr * g) / (sqrt(s) + eps)

    This is the order of operations of PyTorch. PyTorch's decay of the learning
    rate is not part of the op: the producer of `lr` applies it.

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
  let summary = "RMSProp: divide gradients by their root mean square";
  let description = [{
    The states are the parameter `w` and the mean square `v`, then a buffer `b`
    if there is `momentum`, then the mean `a` under `centered`.

        g := g + weight_decay * w
        v := alpha * v + ((1 - alpha) * g) * g
        a := a + (1 - alpha) * (g - a)              under centered
        r := sqrt(v) + eps                          or, under centered,
        r := sqrt(v - a * a) + eps
        b := momentum * b + g / r                   with momentum, then
        w := w - lr * b                             or else
        w := w - (lr * g) / r

    This is the order of PyTorch.

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
  let summary = "LAMB: Adam with a step scaled to the norm of the parameter";
  let description = [{
    The states are the parameter `w` and the moments `m` and `v`. `c1` and `c2`
    are the bias corrections:

        m := b1 * m + (1 - b1) * g
        v := b2 * v + (1 - b2) * (g * g)
        u := (m / c1) / (sqrt(v / c2) + eps) + weight_decay * w
        r := |w| / |u|, or 1 where |w| or |u| is 0
        w := w - lr * (r * u)

    The norms are norms of the whole tensor, and their sums follow the declared
    order. The op expands to two updates. The first computes the moments and the
    sums of `w * w` and `u * u`. The second computes the parameter; it
    recomputes `u` from the moments as stored. For f32 storage this is the order
    of optax.

    **Constraints**
    - (C1) `probe` is absent.

    Example:
    ```mlir
    %w1, %m1, %v1 = fp8.lamb states(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr bias_corrections %c1, %c2 weight_decay 0.01 outs(%w, %m, %v : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
}

} // opDocGroup = FP8_OpGroupOptimizer

#endif // FP8_IR_FP8OPTIMIZEROPS_TD
