//===- MicrobatchRewriter.h - repeats the ops of a plan ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H

#include "PartialSums.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::fp8 {

/// The numbers of batches of a step.
struct BatchCounts {
  /// Number of micro-batches of a rank.
  int64_t micro = 1;
  /// The groups in which micro-batches are added. Their product is `micro`.
  GroupSizes groups;
  int64_t ranks = 1;
  /// True if ranks round their gradients to bf16 before they are added.
  bool roundsGradients = false;
  /// True if functions of the step have an argument for the number of the rank.
  bool needsRank = false;
};

/// Repeats the ops of a plan. The existing ops become the ops of the first
/// micro-batch.
class MicrobatchRewriter {
public:
  MicrobatchRewriter(func::FuncOp func, MicrobatchPlan plan, BatchCounts counts)
      : func(func), block(func.front()), plan(std::move(plan)),
        counts(std::move(counts)), builder(func.getContext()) {
    for (const MicrobatchPhase &phase : this->plan.phases)
      late.insert(phase.late.begin(), phase.late.end());
    late.insert(block.getTerminator());
  }

  void rewrite();

private:
  void splitBatches();
  /// Sets `useOffset`, if functions take the number of the rank.
  void addRank();
  Value createSlice(BlockArgument batch, int64_t i);
  void addSlices(int64_t i);
  void carryStates(unsigned phase, int64_t i);
  void addRepetition(unsigned phase, int64_t i);
  void addPhase(unsigned phase);
  /// Collects the results of `op`, the copy of `original` for micro-batch `i`.
  /// Returns the value that one micro-batch adds to a sum.
  Value getSummand(Value value, Combination combination);
  void collect(Operation *original, Operation *op, int64_t i);
  void finish();
  void replaceInLate(Value value, Value combined);

  func::FuncOp func;
  Block &block;
  MicrobatchPlan plan;
  BatchCounts counts;
  OpBuilder builder;
  /// The slices of the first micro-batch, in the order of the batches.
  SmallVector<Value> firstSlices;
  /// The partial reductions of `plan.combined` over the micro-batches so far.
  llvm::DenseMap<Value, PartialSums> sums;
  /// The number of the first micro-batch of the rank, an i32, or null.
  Value useOffset;
  /// Per-step ops, including the terminator.
  llvm::DenseSet<Operation *> late;
  /// Maps a value to the result indices at which its micro-batches are stacked.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> stackedAs;
  /// The partially stacked tensors, by result index.
  llvm::DenseMap<unsigned, Value> stacks;
  /// Per micro-batch, the map from values of the first micro-batch to its
  /// values.
  SmallVector<IRMapping> mappings;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H
