//===- MicrobatchRewriter.h - repeats the ops of a plan ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H

#include "PartialSums.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::fp8 {

/// The numbers of batches of a step.
struct BatchCounts {
  /// Number of micro-batches per rank.
  int64_t micro = 1;
  /// Sizes of the groups in which micro-batches are added, whose product is
  /// `micro`.
  GroupSizes groups;
  int64_t ranks = 1;
  /// True if ranks round their gradients to bf16 before they are added.
  bool roundsGradients = false;
  /// True if the functions of the step take the number of the rank as an
  /// argument.
  bool needsRank = false;
};

/// Repeats the ops of a plan per micro-batch. The existing ops become the ops
/// of the first micro-batch.
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
  /// Adds the argument for the number of the rank, if needed, and sets
  /// `useOffset`.
  void addRank();
  Value createSlice(BlockArgument batch, int64_t i);
  void addSlices(int64_t i);
  void carryStates(unsigned phase, int64_t i);
  void addRepetition(unsigned phase, int64_t i);
  void addPhase(unsigned phase);
  /// Converts `value` of one micro-batch to f32 to add it to a sum, and rounds
  /// a gradient to bf16 first if micro-batches simulate ranks.
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
  /// For each value in `plan.combined`, its partial reduction over the
  /// micro-batches so far.
  llvm::DenseMap<Value, PartialSums> sums;
  /// The number of the first micro-batch of the rank, an i32, or null.
  Value useOffset;
  /// Per-step ops, including the terminator.
  llvm::DenseSet<Operation *> late;
  /// For each stacked value, the indices of the results that stack it.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> stackedAs;
  /// For each stacked result, its tensor with the slices added so far.
  llvm::DenseMap<unsigned, Value> stacks;
  /// For each micro-batch, the map from values of the first micro-batch to
  /// values of this micro-batch.
  SmallVector<IRMapping> mappings;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H
