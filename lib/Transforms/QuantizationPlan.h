//===- QuantizationPlan.h - what --fp8-quantize-contractions does ---------===//
#ifndef FP8_LIB_TRANSFORMS_QUANTIZATIONPLAN_H
#define FP8_LIB_TRANSFORMS_QUANTIZATIONPLAN_H

#include "fp8/Analysis/TrainingStep.h"
#include "fp8/Transforms/Quantization.h"
#include "llvm/Support/Regex.h"
#include <array>

namespace mlir::fp8 {

/// Values that lead to the loss, and gradients: each side has its format.
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

  Format getFormat(Direction direction) const {
    return formats[static_cast<unsigned>(direction)];
  }
};

/// A value that is quantized, once for all readers.
struct QuantizedTensor {
  Value value;
  /// Null where one scale serves the whole tensor.
  GranularityAttr granularity;
  Direction direction;
  std::string name;
  /// Its position among the tensors of its direction.
  unsigned index;
};

/// A contraction, and how it reads its operands once they are codes.
struct QuantizedContraction {
  const StepContraction *contraction;
  Value operands[2];
  SmallVector<AffineMap, 3> maps;
  /// Of the operands as they are read; null where one scale serves all.
  GranularityAttr granularities[2];
};

struct QuantizationPlan {
  SmallVector<QuantizedTensor> tensors; // in order of definition
  SmallVector<QuantizedContraction> contractions;

  unsigned getNumTensors(Direction direction) const {
    return llvm::count_if(tensors, [&](const QuantizedTensor &tensor) {
      return tensor.direction == direction;
    });
  }
};

/// Decides for each contraction of `step`, and makes the layouts in which
/// contractions read granules. Reports the decisions as remarks where `report`
/// is set.
QuantizationPlan planQuantization(func::FuncOp func, const TrainingStep &step,
                                  const QuantizationOptions &options,
                                  bool report);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_QUANTIZATIONPLAN_H
