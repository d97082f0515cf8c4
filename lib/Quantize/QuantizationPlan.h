//===- QuantizationPlan.h - plan of quantized contractions ------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H

#include "QuantizationOverrides.h"
#include "TrainingStep.h"
#include "fp8/Quantize/Choices.h"
#include "llvm/Support/Regex.h"
#include <array>

namespace mlir::fp8 {

/// Forward: values that the loss is computed from. Backward: gradients. Each
/// direction has its own format.
enum class Direction { Forward, Backward };
constexpr Direction kDirections[] = {Direction::Forward, Direction::Backward};
StringRef stringify(Direction direction);

struct QuantizationOptions {
  Recipe recipe;
  ContractionScope scope;
  std::array<Format, 2> formats; // by direction
  ScalingAttr scaling;           // null for the default
  AmaxAlgo amaxAlgo;
  int64_t historyLength;
  int64_t blockSize;
  int64_t minElements;
  ArrayRef<llvm::Regex> skip;
  QuantizationOverrides overrides;

  Format getFormat(Direction direction) const {
    return formats[static_cast<unsigned>(direction)];
  }
};

/// Returns the op that computes `root` if it is a dequantize op with one scale,
/// else null. The graph itself has then quantized the tensor, and contractions
/// read its codes.
DequantizeOp getDecode(Value root);

/// A value that is quantized once for all of its readers.
struct QuantizedTensor {
  Value value;
  /// Null if the whole tensor has one scale.
  GranularityAttr granularity;
  Direction direction;
  Format format;
  /// The value before the layout ops that compute `value`.
  Value root;
  std::string name = {};
  /// Index among the tensors of the same direction that have one scale.
  unsigned index = 0;
  /// True if at least one contraction reads the codes.
  bool isRead = false;
};

/// A contraction, and its operands in the layout in which it reads their codes.
struct QuantizedContraction {
  const StepContraction *contraction;
  Value operands[2];
  SmallVector<AffineMap, 3> maps;
  /// Granularities of `operands`. Null for one scale.
  GranularityAttr granularities[2];
  /// True if the contraction stays wide in this function.
  bool isWide = false;
};

struct QuantizationPlan {
  SmallVector<QuantizedTensor> tensors; // in program order
  SmallVector<QuantizedContraction> contractions;
  /// Names of the roots of the tensors, in program order.
  llvm::MapVector<Value, std::string> names;

  /// Returns the number of tensors of a direction that have one scale. The
  /// delayed recipe stores states for them.
  unsigned getNumTensors(Direction direction) const {
    return llvm::count_if(tensors, [&](const QuantizedTensor &tensor) {
      return tensor.direction == direction && !tensor.granularity;
    });
  }
};

/// Plans the quantization of the contractions of `step`, and creates the layout
/// ops that scaling blocks require. `wideRules` selects the active rules of
/// `wide-steps`. If `report` is set, emits the decisions as remarks.
FailureOr<QuantizationPlan> planQuantization(func::FuncOp func,
                                             const TrainingStep &step,
                                             const QuantizationOptions &options,
                                             const llvm::BitVector &wideRules,
                                             bool report);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
