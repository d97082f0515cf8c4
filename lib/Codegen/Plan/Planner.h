//===- Planner.h - selection of a schedule for a kernel ---------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_PLAN_PLANNER_H
#define FP8_LIB_CODEGEN_PLAN_PLANNER_H

#include "Plan.h"

namespace mlir::fp8 {

/// Maximum number of thread blocks in a GPU grid; a thread block processes at
/// least one chunk.
constexpr int64_t kMaxChunks = (int64_t(1) << 31) - 1;

class Planner {
public:
  Planner(std::shared_ptr<const KernelModel> model,
          const TargetLowering &target, bool emitErrors)
      : model(*model), target(target), emitErrors(emitErrors),
        plan(std::move(model)) {}

  FailureOr<Plan> run();

private:
  // Implemented in Plan.cpp.
  LogicalResult chooseDims();
  LogicalResult chooseDimsOfTotals();
  LogicalResult placeReductions();
  LogicalResult placeReduction(const Reduction &reduction,
                               PlannedReduction &planned);
  void countPhases();
  bool movesPastCache() const;
  bool evictsResults() const;
  bool isReadByPoints(const Reduction &reduction) const;
  unsigned chooseVectorDim() const;
  void setInner(ArrayRef<unsigned> dims);

  // Implemented in Chunks.cpp.
  void chooseVectors();
  unsigned getAlignedWidth() const;
  int64_t getRowExtent() const;
  void fitRow(int64_t columns);
  void shareWarp(int64_t columns);
  void choosePanels();
  int64_t countParts();
  int64_t countItemElements() const;
  int64_t getMaxChunks() const;
  void chooseElementChunks(int64_t maxChunks);
  void chooseChunks();
  LogicalResult checkStack() const;
  void addScratch();

  // Implemented in PlanBlocks.cpp.
  bool planBlocks();
  bool chooseBlock();
  bool placeInBlock(const BlockPlan &schedule, const Reduction &reduction,
                    PlannedReduction &planned) const;
  LogicalResult checkRagged() const;

  // Implemented in PlanBatches.cpp.
  void planBatches();
  bool canBatch(unsigned size) const;
  bool canBatchBlocks() const;
  bool addBatchValues(BatchPlan &batch, Value value,
                      DenseSet<Value> &seen) const;

  // Implemented in PlanHeldBlocks.cpp.
  void holdBlocks(BlockPlan &schedule);
  int64_t joinReductions(
      llvm::function_ref<int64_t(const Reduction &, const PlannedReduction &)>
          countElements);
  int64_t joinReductionsOfBlock(int64_t width, int64_t columns);
  void shareItems(int64_t maxChunks);

  // Implemented in PlanSharedRows.cpp.
  void shareRows();
  int64_t countRowPasses() const;

  // Implemented in PlanThreads.cpp.
  void spreadRows(ColumnPlan &schedule);
  void chooseTableRows(ScatterPlan &schedule);
  void groupRows();

  // Implemented in PlanSchedules.cpp.
  bool planColumns();
  bool planTiles();
  LogicalResult planScatter();

  static constexpr llvm::StringLiteral kOneSetOfDims =
      "the reductions of a kernel run over one set of dimensions or over all; "
      "move other reductions into separate kernels";
  LogicalResult fail(Operation *op, StringRef what,
                     StringRef note = kOneSetOfDims) const;

  const KernelModel &model;
  const TargetLowering &target;
  bool emitErrors;
  Plan plan;
  /// Number of elements per vector, before it was shortened to the length of a
  /// row.
  unsigned stripWidth = 1;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_PLANNER_H
