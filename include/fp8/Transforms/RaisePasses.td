//===- RaisePasses.td - what frontends wrote, recognised ---*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_RAISEPASSES_TD
#define FP8_TRANSFORMS_RAISEPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8AnnotateStates : Pass<"fp8-annotate-states", "::mlir::ModuleOp"> {
  let summary = "Find the training step and name its states";
  let description = [{
    Pairs every result of the entry with the argument that it overwrites and
    writes what was found as attributes of arguments and results: `fp8.name`,
    `fp8.state`, `fp8.updates` and `fp8.loss`. Attributes that are there stay and decide:
    where some results say what they overwrite, one with an `fp8.name` that does
    not say so overwrites nothing. Any other result pairs with itself if it is
    an argument, else by `tf.aliasing_output`, unless that is about memory alone:
    the loss is among the results of the type, or a result and an argument are
    closer to each other than to their partners. Then the aliases say which
    arguments of the type are states. Else it pairs with an argument of its type
    that it is computed from elementwise: the only one, or the one with the
    fewest ops between, or the one at the distance between result and argument
    that most pairs share, or in order, which a remark says. What none of these
    decides is an error that prints the attribute to add. A state that is computed from its old
    value in another way, as the vector of a power iteration is, pairs by its
    place: between results that overwrite states, or with such ones in one part
    of what `jax.result_info` says of results, where the argument is that is as
    far away as theirs are, unless attributes say which states there are. Casts
    of new states, as of masters of parameters in bf16, pair in order with the
    arguments of their type that the loss reads, if these are as many. The only
    argument of an integer type that is left, such as the key of a generator,
    pairs with the only result of the type that is left, if that is computed from
    this argument and from counters alone.

    The entry is named by `entry`, or is `@step`, or is the only public function
    with a body. It becomes `@step`, and `fp8.entry` keeps its name.

    | kind | a state is of this kind where |
    |---|---|
    | `param` | the forward reads it, or it is a matrix returned unchanged |
    | `moment` | only updates read it |
    | `step` | it has one element and grows by a constant |

    The losses are found here, once; every later pass reads `fp8.loss`. They are
    the results that `loss` lists, as both losses of a GAN, or that have the
    attribute; else the result called `loss`; else the float of one element that
    products lead to, by floats alone, and that some state learns from. New
    states and measures of gradients are none. Of several, the loss is the one
    that contains the others: all their products lead to it, and it is computed
    from them where the same products do. If there is no such result, an error
    lists them. A remark says so if no result is the loss.

    An elementwise `linalg.generic` with several results becomes one for each,
    so that a state is paired by what it is computed from.

    Other states, such as loss scales and random keys, get no kind. Results that
    overwrite nothing although an unread argument of their type exists are a
    warning: captures that hand one tensor to two states look like this.

    A remark lists arguments that look like states and are in no pair, with the
    attribute to add: those of the type of a result that overwrites nothing, if
    the result is computed from the argument, or if the loss does not read the
    argument. A result that reads integers through floats, as a prediction reads
    tokens, or that reads products of the backward, as a gradient does, is no new
    value of an argument of the forward. Another remark lists states that may have
    changed places: one is returned as it was, another of its type is stepped, and
    the results are in the opposite order of the arguments.

    **Numerics**: same.

    **Before**: form 1 without private calls. **After**: form 1 with `@step`,
    whose arguments and results are all named, and whose losses have `fp8.loss`.
  }];
  let dependentDialects = ["::mlir::fp8::FP8Dialect"];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "The function that is the training step">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def FP8ImportTorch : Pass<"fp8-import-torch", "::mlir::ModuleOp"> {
  let summary = "Replace ops that torch-mlir emits besides linalg";
  let description = [{
    Graphs of PyTorch hold few ops beside linalg, arith and math:

    | op | becomes |
    |---|---|
    | `tm_tensor.scatter` that adds, at positions on the first dimensions | `fp8.scatter_add` |
    | another one, in which all coordinates but few count rows, as the gradient of a gather does | `linalg.generic` that compares the others and selects |
    | another one that adds, multiplies, or takes the maximum or minimum | `linalg.generic` that reduces over all rows: what is elsewhere counts for nothing |
    | `tm_tensor.scan` that adds | `linalg.generic` that sums what is not after an element |
    | `math.fpowi` of a constant exponent | multiplications, by repeated squaring |
    | `math.fpowi` of another one | `math.powf` |
    | `cf.assert` | nothing: kernels cannot stop; `fp8-run` checks what indices it feeds |
    | `ml_program.global`, as of the seed of dropout | the last argument and the last result of the step, or a constant if nobody writes it |
    | `tensor.concat` of tensors that were cast to dynamic shapes | `tensor.concat` of these tensors |
    | `tensor.insert` into a tensor of rank 0 | `tensor.from_elements` |
    | `tensor.extract` at a label, where what it gives is selected away for one label that is outside, as `ignore_index` | the same, at 0 for this label |

    **Numerics**: same, where the order of a sum or product is not declared: sums
    of floats have the order of a reduction.

    **Before**: a graph of torch-mlir, or another one. **After**: none of these
    ops. What is not in the table is an error that says what is supported.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8NormalizeOps : Pass<"fp8-normalize-ops", "::mlir::ModuleOp"> {
  let summary = "Express upstream ops by simpler upstream ops";
  let description = [{
    Frontends write ops that no pass or kernel needs to know, since simpler ones
    express them:

    | op | becomes |
    |---|---|
    | `linalg.softmax` | maxima, differences, `math.exp`, sums and quotients |
    | `linalg.pack`, `linalg.unpack` | pads or slices, reshapes, transposes |
    | `tensor.generate`, `tensor.pad` whose padding is computed | `linalg.generic` over positions |
    | `tensor.gather` | `linalg.generic` that extracts at the coordinates |
    | `tensor.insert` outside of loops | `tensor.insert_slice` of one element |
    | `tensor.reshape` | `tensor.collapse_shape`, `tensor.expand_shape` |
    | `math.tan`, `sinh`, `cosh`, `asin`, `acos`, `asinh`, `acosh`, `atanh`, `clampf` | what they are in terms of functions that have [declared numerics](../Numerics.md), computed in f32 |
    | casts to dynamic shapes and back, `scf.execute_region`, `scf.index_switch` on a constant | nothing, by upstream's canonicalization |

    Ops on shapes that stay dynamic are left alone.

    **Numerics**: same. The functions of the table are defined by what they
    become; near 0 they keep their relative precision.

    **Before**: upstream ops on tensors. **After**: none of these ops
    but on f64, under dynamic shapes, and insertions in loops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8NarrowF64 : Pass<"fp8-narrow-f64"> {
  let summary = "Compute in f32 what a graph of f32 tensors computes in f64";
  let description = [{
    Frontends write constants, means and variances of f32 graphs in f64, which
    the library that they were captured from computes in f32, and GPUs compute
    up to 64 times as slowly. Every f64 value becomes one of f32: constants are
    rounded, casts between f32 and f64 disappear.

    Arguments and results of functions keep their types, and are cast. What
    looks into the bits of an f64 stays, with all others of its function.

    **Numerics**: differs: operations on f64 round to f32. A remark counts them.

    **Before**: form 1 or 2. **After**: f64 in signatures alone.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FP8FoldConstants : Pass<"fp8-fold-constants"> {
  let summary = "Fold elementwise ops on constants of one value";
  let description = [{
    An elementwise `linalg.generic` whose results are known, as all that its
    body reads for them are constants with one number in every element, becomes
    such constants. PyTorch writes the weight of a `lerp`, and what of it
    depends on its size, as tensors of rank 0: the first moment of Adam is an
    average only where they are numbers.

    Ops of `arith` are computed, and those of `math` that have one possible
    result. What gives NaN stays.

    **Numerics**: same.

    **Before**:
    ```mlir
    %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%tenth : tensor<f32>) outs(%empty : tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.cmpf oge, %a, %half : f32
      %d = arith.select %c, %a, %one : f32
      linalg.yield %d : f32
    } -> tensor<f32>
    ```
    **After**:
    ```mlir
    %r = arith.constant dense<1.000000e+00> : tensor<f32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FP8FlattenControlFlow
    : Pass<"fp8-flatten-control-flow", "::mlir::ModuleOp"> {
  let summary = "Turn loops and branches around tensor ops into straight-line code";
  let description = [{
    Outside of the bodies of linalg ops: an `scf.for` of constant bounds, and an
    `scf.while` whose conditions are known, become the ops of their iterations;
    an `scf.if` becomes the ops of both branches, and a select for each result,
    whose flag is a tensor, as is that of any other `arith.select` of tensors.
    Integers that are known are computed on the way, also where they are tensors
    of rank 0: positions of slices are constants afterwards. So does the scan
    over the layers of a model become those layers.

    Then a slice of a tensor that was put there is what was put there: a scan
    stacks what its backward takes off the stack, layer by layer, and the stack
    is gone. Stacks of stacks, concatenations, and copies and reshapes that add
    or drop dimensions of extent 1 are looked through. What `jax.checkpoint`
    computes again then reads the value that the forward read, and is one with
    the first computation.

    Loops that scatter are left to `--fp8-raise-scatter`; others that stay, and
    why, are remarks. `max-ops` bounds the ops of all iterations of one loop.

    **Numerics**: same.

    **Before**:
    ```mlir
    %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
      %row = tensor.extract_slice %w[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
      %b = arith.mulf %a, %row : tensor<4xf32>
      scf.yield %b : tensor<4xf32>
    }
    ```

    **After**:
    ```mlir
    %r0 = tensor.extract_slice %w[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y0 = arith.mulf %x, %r0 : tensor<4xf32>
    %r1 = tensor.extract_slice %w[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %y1 = arith.mulf %y0, %r1 : tensor<4xf32>
    ```
  }];
  let options = [Option<"maxOps", "max-ops", "int64_t", "100000",
                        "Ops that the iterations of one loop may become">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FP8RaiseScatter : Pass<"fp8-raise-scatter"> {
  let summary = "Rewrite loops that add slices at given positions";
  let description = [{
    An `scf.for` that reads a slice or an element of its only iteration
    argument at indices taken from a tensor, adds the slice or element of
    another tensor, and inserts the sum at the same place, becomes one
    `fp8.scatter_add`. So does a nest of loops that adds a slice element by
    element. Embedding gradients arrive as such loops.

    **Numerics**: same: the additions keep their order.

    **Before**: form 1 or 2. **After**: loops that differ stay; a remark says in
    what.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8RaiseUpdates : Pass<"fp8-raise-updates", "::mlir::ModuleOp"> {
  let summary = "Rewrite the optimizer of each parameter as one fp8.update";
  let description = [{
    Whatever the optimizer, the elementwise ops from the states of a parameter
    and its gradient to the new states become one `fp8.update`. States are
    grouped by dataflow: those that the new value of another is computed from
    belong together, and no group has two parameters. Nothing is matched by
    name or by formula.

    | value | what becomes of it |
    |---|---|
    | parameter, moments, averages, accumulators | states |
    | the gradient, masks | inputs |
    | rates, corrections, clip factors: one element | scalars |
    | splat constants, broadcasts of scalars | computed in the region |
    | others that other ops read | further results, written beside the states |

    The gradient is cut where the fewest tensors are read: before it is
    unscaled, averaged, clipped and widened, all of which move into the region.
    So do sums over what it computes, as norms are, but not those that the loss
    depends on, as penalties on parameters: these come before the gradients.
    Where a scalar is computed from new values, as the trust ratio of LAMB is,
    the parameter takes two updates: the first writes the moments, the second
    reads them as they are stored. Where one condition on scalars says whether
    all states are kept, as where gradients overflow, it becomes `skip`. An
    elementwise `linalg.generic` with several results becomes one for each.

    **Numerics**: same.

    **Before**: form 1, after inlining, canonicalization and CSE. **After**: the
    same with `fp8.update`. An optimizer that is not elementwise, or reads
    integers, stays; a remark names the op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"",
           "The function that is the training step">,
    Option<"loss", "loss", "std::string", /*default=*/"\"-1\"",
           "The results that are losses, by number or name, separated by commas; "
           "-1 for those that are known or found">
  ];
}

def FP8RaisePatterns : Pass<"fp8-raise-patterns", "::mlir::ModuleOp"> {
  let summary = "Raise clamps, casts, amaxes and scales to fp8 ops";
  let description = [{
    Graphs that other libraries quantized spell it in upstream ops. With `s` one
    number for the whole tensor, however it is broadcast:

    | spelled | becomes | equal because |
    |---|---|---|
    | `truncf(clamp(x * s))` in f32, x widened or not | `fp8.quantize x by s` | the clamp is at the largest values and lets NaN through: it saturates |
    | `truncf(clamp(x / s))` | `fp8.quantize (x / s) by 1` | times 1 is exact |
    | the same, `s` a constant power of two | `fp8.quantize x by 1 / s` | both are exact |
    | `truncf(clamp(x))`, also of bf16 and f16 | `fp8.quantize x by 1` | times 1 is exact |
    | `extf(c) * s` in f32 | `fp8.dequantize c by s` | one multiplication in both |
    | `extf(c) / s`, `s` a constant power of two | `fp8.dequantize c by 1 / s` | both are exact |
    | maximum of `\|x\|` over all dimensions, or the last | `fp8.amax` | a NaN wins in both; the init is the same |
    | contraction of codes into f32 from 0, maybe times `s` or `s * t` | `fp8.contract` | the same sum, and factor; an init of -0 changes nothing |
    | a quantize by a scale, and the amax of its input | one op | the same maximum |

    These are ops of `arith` and `math` on tensors, or each the one op in the
    body of a `linalg.generic` that reads and writes element by element, as
    frontends emit them before anything fuses; factors may be broadcast by
    `linalg.fill`, `linalg.broadcast`, `tensor.splat` or such a generic. Named
    elementwise ops (`linalg.mul`, `linalg.map`) and bodies of several ops are not
    read: `--linalg-generalize-named-ops` makes generics of the former.
    Contractions are any op of linalg that is one by its indexing maps. A clamp
    is a pair of `maximumf`, `minimumf` or ordered compare and select, in any
    order; private functions that only clamp are inlined first. A module without
    casts from or to codes stays as it is.

    `--fp8-train-pipeline` raises casts before it looks for states and
    contractions afterwards, so that analyses see what is a contraction; the
    pipelines of targets raise both. What
    looks alike but differs for some input stays, and a remark of the category
    `fp8-raise-patterns` says in what. Two options accept a difference:

    | option | spelled | becomes | differs |
    |---|---|---|---|
    | `reciprocal` | `x / s` | `x * (1 / s)` | by the rounding of `1 / s` |
    | `finite-scales` | `max / max(amax, e)` by way of f64 (torchao) | `fp8.compute_scale` | amax infinite: 1, not 0; NaN: 1, not NaN |
    | `finite-scales` | `a > 0` and finite ? `max / a` : previous (flax) | `fp8.compute_scale keeping` | the quotient overflows: the largest float, not infinity |

    **Numerics**: same, but for which NaN an op of arith returns; under an
    option as the table says.

    **Before**: form 1 or 2, inlined. **After**: the same, with fp8 ops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"reciprocal", "reciprocal", "bool", /*default=*/"false",
           "Multiply by 1 / s for a division by s">,
    Option<"finiteScales", "finite-scales", "bool", /*default=*/"false",
           "Take fp8.compute_scale for formulas that differ at overflow, "
           "infinity and NaN">,
    Option<"only", "only", "::mlir::fp8::RaisedOps",
           /*default=*/"::mlir::fp8::RaisedOps::All", "Which ops are raised",
           [{::llvm::cl::values(
               clEnumValN(::mlir::fp8::RaisedOps::All, "all", "All of the table"),
               clEnumValN(::mlir::fp8::RaisedOps::Casts, "casts", "All but contractions"),
               clEnumValN(::mlir::fp8::RaisedOps::Contractions, "contractions", "Contractions of codes"))}]>
  ];
}

#endif // FP8_TRANSFORMS_RAISEPASSES_TD
