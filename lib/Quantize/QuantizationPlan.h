//===- QuantizationPlan.h - plan of quantized contractions ------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H

#include "QuantizationOverrides.h"
#include "TrainingStep.h"
#include "fp8/Quantize/Choices.h"
#include "llvm/Support/Regex.h"
#include <array>

namespace mlir::fp8 {

/// Values that lead to the loss, and gradients. Each direction has its format.
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

/// Returns the dequantize op with one scale that computes `root`, or null. If
/// it exists, the graph itself has quantized the tensor, and contractions read
/// its codes.
DequantizeOp getDecode(Value root);

/// A value that is quantized once for all readers.
struct QuantizedTensor {
  Value value;
  /// Null if the whole tensor has one scale.
  GranularityAttr granularity;
  Direction direction;
  Format format;
  /// The value that `value` rearranges.
  Value root;
  std::string name = {};
  /// Index among the tensors of its direction that have one scale.
  unsigned index = 0;
  /// True if some contraction reads the codes.
  bool isRead = false;
};

/// A contraction, and the layout of its operands as codes.
struct QuantizedContraction {
  const StepContraction *contraction;
  Value operands[2];
  SmallVector<AffineMap, 3> maps;
  /// Granularities of the operands as they are read; null for one scale.
  GranularityAttr granularities[2];
  /// True if the contraction is wide at the steps of this function.
  bool isWide = false;
};

struct QuantizationPlan {
  SmallVector<QuantizedTensor> tensors; // in order of definition
  SmallVector<QuantizedContraction> contractions;
  /// Names of the values that tensors rearrange, in definition order.
  llvm::MapVector<Value, std::string> names;

  /// Returns the number of tensors with one scale, which may be a state.
  unsigned getNumTensors(Direction direction) const {
    return llvm::count_if(tensors, [&](const QuantizedTensor &tensor) {
      return tensor.direction == direction && !tensor.granularity;
    });
  }
};

/// Plans the quantization of each contraction of `step`, and creates the
/// layouts in which contractions read scaling blocks. `wideRules` selects the
/// active rules `bySteps` of the overrides. If `report` is set, emits the
/// decisions as remarks.
FailureOr<QuantizationPlan> planQuantization(func::FuncOp func,
                                             const TrainingStep &step,
                                             const QuantizationOptions &options,
                                             const llvm::BitVector &wideRules,
                                             bool report);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
