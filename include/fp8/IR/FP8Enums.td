//===- FP8Enums.td - fp8 enumerations ----------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8ENUMS_TD
#define FP8_IR_FP8ENUMS_TD

include "fp8/IR/FP8Dialect.td"
include "mlir/IR/EnumAttr.td"

class FP8_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::fp8";
  let genSpecializedAttr = 0;
}

/// The summary of an enum appears in parse errors, so it is short. The
/// description explains the cases.
class FP8_EnumAttr<EnumAttrInfo info, string mnemonic, string text = "">
    : EnumAttr<FP8_Dialect, info, mnemonic> {
  let description = text;
  // The default parser of TableGen would print C++ type names in its errors.
  let assemblyFormat = "`<` custom<EnumKeyword>($value) `>`";
}

//===----------------------------------------------------------------------===//
// Formats and rounding
//===----------------------------------------------------------------------===//

def FP8_Format_F32   : I32EnumAttrCase<"F32", 0, "f32">;
def FP8_Format_BF16  : I32EnumAttrCase<"BF16", 1, "bf16">;
def FP8_Format_F16   : I32EnumAttrCase<"F16", 2, "f16">;
def FP8_Format_E4M3  : I32EnumAttrCase<"E4M3", 3, "e4m3">;
def FP8_Format_E5M2  : I32EnumAttrCase<"E5M2", 4, "e5m2">;
def FP8_Format_UE4M4 : I32EnumAttrCase<"UE4M4", 5, "ue4m4">;
def FP8_Format_UE5M3 : I32EnumAttrCase<"UE5M3", 6, "ue5m3">;
def FP8_Format_E4M11 : I32EnumAttrCase<"E4M11", 7, "e4m11">;
def FP8_Format_E4M19 : I32EnumAttrCase<"E4M19", 8, "e4m19">;
def FP8_FormatEnum : FP8_Enum<"Format",
    "a number format",
    [FP8_Format_F32, FP8_Format_BF16, FP8_Format_F16, FP8_Format_E4M3,
     FP8_Format_E5M2, FP8_Format_UE4M4, FP8_Format_UE5M3, FP8_Format_E4M11,
     FP8_Format_E4M19]>;
def FP8_FormatAttr : FP8_EnumAttr<FP8_FormatEnum, "format",
    "`e4m3` reaches 448 and `e5m2` 57344. `ue4m4` (480) and `ue5m3` (61440) "
    "have no sign and are stored in i8. `e4m11` (stored in i16) and `e4m19` "
    "(stored in the low 24 bits of an i32) are e4m3 with a longer mantissa: "
    "`split8` and `split16` storage rounds to them.">;

def FP8_Rounding_NearestEven  : I32EnumAttrCase<"NearestEven", 0, "nearest_even">;
def FP8_Rounding_Stochastic   : I32EnumAttrCase<"Stochastic", 1, "stochastic">;
def FP8_Rounding_StochasticHW : I32EnumAttrCase<"StochasticHW", 2, "stochastic_hw">;
def FP8_Rounding_QuasiStochastic : I32EnumAttrCase<"QuasiStochastic", 3, "quasi_stochastic">;
def FP8_RoundingEnum : FP8_Enum<"RoundingMode",
    "a rounding mode",
    [FP8_Rounding_NearestEven, FP8_Rounding_Stochastic, FP8_Rounding_StochasticHW,
     FP8_Rounding_QuasiStochastic]>;
def FP8_RoundingAttr : FP8_EnumAttr<FP8_RoundingEnum, "rounding",
    "`nearest_even` rounds ties to even. `stochastic` uses random bits of the "
    "declared counter-based RNG. `quasi_stochastic` uses quasi-random bits that "
    "are spread evenly over the steps of an element, for values that are rounded "
    "in every step. `stochastic_hw` is the stochastic conversion instruction of "
    "the chip; its results are not guaranteed to be equal on all targets.">;

//===----------------------------------------------------------------------===//
// Scaling
//===----------------------------------------------------------------------===//

def FP8_Granularity_Tensor : I32EnumAttrCase<"Tensor", 0, "tensor">;
def FP8_Granularity_Row    : I32EnumAttrCase<"Row", 1, "row">;
def FP8_Granularity_Block  : I32EnumAttrCase<"Block", 2, "block">;
def FP8_Granularity_MX     : I32EnumAttrCase<"MX", 3, "mx">;
def FP8_Granularity_Group  : I32EnumAttrCase<"Group", 4, "group">;
def FP8_GranularityEnum : FP8_Enum<"GranularityKind", "a scaling granularity",
    [FP8_Granularity_Tensor, FP8_Granularity_Row, FP8_Granularity_Block,
     FP8_Granularity_MX, FP8_Granularity_Group]>;

def FP8_AmaxAlgo_Max        : I32EnumAttrCase<"Max", 0, "max">;
def FP8_AmaxAlgo_MostRecent : I32EnumAttrCase<"MostRecent", 1, "most_recent">;
def FP8_AmaxAlgoEnum : FP8_Enum<"AmaxAlgo",
    "the amax of a history that determines the scale",
    [FP8_AmaxAlgo_Max, FP8_AmaxAlgo_MostRecent]>;
def FP8_AmaxAlgoAttr : FP8_EnumAttr<FP8_AmaxAlgoEnum, "amax_algo">;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

def FP8_State_Param    : I32EnumAttrCase<"Param", 0, "param">;
def FP8_State_Moment   : I32EnumAttrCase<"Moment", 1, "moment">;
def FP8_State_Residual : I32EnumAttrCase<"Residual", 2, "residual">;
def FP8_State_Scale    : I32EnumAttrCase<"Scale", 3, "scale">;
def FP8_State_Amax     : I32EnumAttrCase<"Amax", 4, "amax">;
def FP8_State_History  : I32EnumAttrCase<"History", 5, "history">;
def FP8_State_RNG      : I32EnumAttrCase<"RNG", 6, "rng">;
def FP8_State_Step     : I32EnumAttrCase<"Step", 7, "step">;
def FP8_State_Rank     : I32EnumAttrCase<"Rank", 8, "rank">;
def FP8_StateEnum : FP8_Enum<"StateKind",
    "the kind of a tensor that outlives the step",
    [FP8_State_Param, FP8_State_Moment, FP8_State_Residual, FP8_State_Scale,
     FP8_State_Amax, FP8_State_History, FP8_State_RNG, FP8_State_Step,
     FP8_State_Rank]>;
def FP8_StateAttr : FP8_EnumAttr<FP8_StateEnum, "state",
    "A parameter (the forward reads it), a moment (only updates read it), a "
    "rounding residual, a scale, an amax, a history of amaxes, a random key, "
    "the number of completed steps, or the number of the rank, which the host "
    "sets.">;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

def FP8_Transform_None : I32EnumAttrCase<"None", 0, "none">;
def FP8_Transform_Sqrt : I32EnumAttrCase<"Sqrt", 1, "sqrt">;
def FP8_TransformEnum : FP8_Enum<"StorageTransform",
    "a function applied before encoding and undone after decoding",
    [FP8_Transform_None, FP8_Transform_Sqrt]>;

def FP8_Residual_None    : I32EnumAttrCase<"None", 0, "none">;
def FP8_Residual_BF16    : I32EnumAttrCase<"BF16", 1, "bf16">;
def FP8_Residual_F16     : I32EnumAttrCase<"F16", 2, "f16">;
def FP8_Residual_F32     : I32EnumAttrCase<"F32", 3, "f32">;
def FP8_Residual_Split8  : I32EnumAttrCase<"Split8", 4, "split8">;
def FP8_Residual_Split16 : I32EnumAttrCase<"Split16", 5, "split16">;
def FP8_ResidualEnum : FP8_Enum<"ResidualKind",
    "the storage of the part of a value that its main plane cannot represent",
    [FP8_Residual_None, FP8_Residual_BF16, FP8_Residual_F16, FP8_Residual_F32,
     FP8_Residual_Split8, FP8_Residual_Split16]>;

def FP8_Compute_Main : I32EnumAttrCase<"Main", 0, "main">;
def FP8_Compute_Full : I32EnumAttrCase<"Full", 1, "full">;
def FP8_ComputeEnum : FP8_Enum<"ComputeView",
    "the planes of a state that forward and backward read",
    [FP8_Compute_Main, FP8_Compute_Full]>;

//===----------------------------------------------------------------------===//
// Reductions and epilogues
//===----------------------------------------------------------------------===//

def FP8_Reduction_Sum : I32EnumAttrCase<"Sum", 0, "sum">;
def FP8_Reduction_Max : I32EnumAttrCase<"Max", 1, "max">;
def FP8_ReductionEnum : FP8_Enum<"ReductionKind",
    "a reduction of values of an update's region",
    [FP8_Reduction_Sum, FP8_Reduction_Max]>;
def FP8_ReductionAttr : FP8_EnumAttr<FP8_ReductionEnum, "reduction",
    "`sum` follows the declared summation tree. `max` propagates NaN.">;

def FP8_Activation_None     : I32EnumAttrCase<"None", 0, "none">;
def FP8_Activation_Relu     : I32EnumAttrCase<"Relu", 1, "relu">;
def FP8_Activation_Gelu     : I32EnumAttrCase<"Gelu", 2, "gelu">;
def FP8_Activation_GeluTanh : I32EnumAttrCase<"GeluTanh", 3, "gelu_tanh">;
def FP8_ActivationEnum : FP8_Enum<"Activation",
    "the function applied after a contraction and its bias",
    [FP8_Activation_None, FP8_Activation_Relu, FP8_Activation_Gelu,
     FP8_Activation_GeluTanh]>;
def FP8_ActivationAttr : FP8_EnumAttr<FP8_ActivationEnum, "activation">;

#endif // FP8_IR_FP8ENUMS_TD
