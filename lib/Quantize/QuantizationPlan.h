//===- QuantizationPlan.h - what --fp8-quantize-contractions does ---------===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H

#include "QuantizationOverrides.h"
#include "TrainingStep.h"
#include "fp8/Quantize/Choices.h"
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
  QuantizationOverrides overrides;

  Format getFormat(Direction direction) const {
    return formats[static_cast<unsigned>(direction)];
  }
};

/// The decode of codes with one scale that makes `root`, or null: the graph
/// itself has quantized it, and contractions read its codes.
DequantizeOp getDecode(Value root);

/// A value that is quantized, once for all readers.
struct QuantizedTensor {
  Value value;
  /// Null where one scale serves the whole tensor.
  GranularityAttr granularity;
  Direction direction;
  Format format;
  /// What it rearranges.
  Value root;
  std::string name = {};
  /// Its position among the tensors of its direction that have one scale.
  unsigned index = 0;
  /// Whether its readers are not all wide.
  bool isRead = false;
};

/// A contraction, and how it reads its operands once they are codes.
struct QuantizedContraction {
  const StepContraction *contraction;
  Value operands[2];
  SmallVector<AffineMap, 3> maps;
  /// Of the operands as they are read; null where one scale serves all.
  GranularityAttr granularities[2];
  /// At the steps that this function is for.
  bool isWide = false;
};

struct QuantizationPlan {
  SmallVector<QuantizedTensor> tensors; // in order of definition
  SmallVector<QuantizedContraction> contractions;
  /// What the tensors rearrange, in order of definition, and what it is called.
  llvm::MapVector<Value, std::string> names;

  /// Those that have one scale, which may be a state.
  unsigned getNumTensors(Direction direction) const {
    return llvm::count_if(tensors, [&](const QuantizedTensor &tensor) {
      return tensor.direction == direction && !tensor.granularity;
    });
  }
};

/// Decides for each contraction of `step`, and makes the layouts in which
/// contractions read granules. `wideRules` are the rules `bySteps` of the
/// overrides that hold. Reports the decisions as remarks where `report` is set.
FailureOr<QuantizationPlan> planQuantization(func::FuncOp func,
                                             const TrainingStep &step,
                                             const QuantizationOptions &options,
                                             const llvm::BitVector &wideRules,
                                             bool report);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONPLAN_H
