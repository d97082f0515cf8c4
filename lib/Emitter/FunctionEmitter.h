//===- FunctionEmitter.h - the code of one kernel ---------------*- C++ -*-===//
//
// Values are computed on demand: evaluate() emits a value of the kernel's body,
// and first what it depends on, in the outermost scope where everything it
// varies with is fixed, once per scope. Scopes are the function, an item and a
// strip. So what is common to a row is computed once per row, and a producer
// is recomputed in each phase that reads it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_EMITTER_FUNCTIONEMITTER_H
#define FP8_LIB_EMITTER_FUNCTIONEMITTER_H

#include "Plan.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// Replaces n vectors of n elements, the rows of a square, by its columns.
void transposeSquare(ImplicitLocOpBuilder &b, SmallVectorImpl<Value> &vectors);

/// Where the walk stands along one dimension.
struct DimPosition {
  enum Kind {
    Unset,
    /// One index for all elements of the vector.
    Scalar,
    /// Consecutive indices from `value` on.
    Lane,
    /// `value` is a vector of indices.
    General
  };
  Kind kind = Unset;
  /// i64, or under General a vector of i64.
  Value value;
};

struct Scope {
  llvm::SmallBitVector dims;
  /// Reductions of an item are known here.
  bool isItem = false;
  /// Where code goes while an inner scope is open: before its loop.
  OpBuilder::InsertPoint point;
  DenseMap<Value, Value> values;
  /// The address of each operand at the position of this scope.
  DenseMap<unsigned, Value> addresses;
};

class FunctionEmitter {
public:
  FunctionEmitter(ImplicitLocOpBuilder &b, const KernelModel &model,
                  const Plan &plan, TargetLowering &target)
      : b(b), model(model), plan(plan), target(target), width(plan.width) {}

  /// The function that walks chunks.
  void emitMain(StringRef name);
  /// The function that runs once after all chunks.
  void emitFinish(StringRef name);

private:
  // FunctionEmitter.cpp: what all schedules share.
  void begin(StringRef name, int64_t numItems, int64_t grain, bool isFinish);
  void end();
  void emitChunk();
  void emitItems();
  void accumulateItems(Value item);
  void emitItem(Value part, Value item);
  Value setItemPosition(Value item);
  void setScalarPositions(ArrayRef<unsigned> dims, Value index);
  void clearPositions(ArrayRef<unsigned> dims);
  void emitSteps(Value from, Value to, unsigned unroll,
                 llvm::function_ref<void(Value, unsigned)> body,
                 bool isPrivate = false,
                 std::optional<int64_t> staticSize = std::nullopt);
  Value makeMask(Value first);
  void openScope(ArrayRef<unsigned> dims, bool isItem);
  void closeScope();
  void emitLoop(Value from, Value to, int64_t step,
                llvm::function_ref<void(Value)> body);
  void emitIf(Value condition, llvm::function_ref<void()> body);

  // Rows.cpp: flat and row.
  void emitRow();
  bool isStripPerThread() const;
  void emitStripPerThread();
  void storeItem(Value item);
  void resetPhase(unsigned phase);
  void finishPhase(unsigned phase);
  void emitPhase(unsigned phase, Value from, Value to);
  void emitStrip(unsigned phase, Value first, unsigned u);
  void setInnerPosition(Value first);
  void prefetchRows();
  void prefetchAhead();
  void prefetchResults();
  bool isInnerOutput(unsigned i) const { return plan.isInnerOutput(model, i); }

  // Blocks.cpp.
  void emitBlock(Value part, Value item);
  void emitWholeBlock(Value item);
  void openColumns();
  void emitBlockPhase(unsigned phase);
  void emitBlockRow(unsigned phase, Value row);
  void emitRowStrips(llvm::function_ref<void(unsigned)> body, unsigned unroll);
  void emitColumnStrip(unsigned s, llvm::function_ref<void()> body);
  void finishColumns(unsigned phase);
  void storeColumns();
  void findNextBlock(Value item);
  void prefetch(const Access &access, Value offset);
  void prefetchNextBlock();
  bool isRowReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Row;
  }
  bool isColumnReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Column;
  }
  bool liesAlong(unsigned i, unsigned dim) const;
  unsigned getNumRowPhases(unsigned phase) const;
  bool isElementOfRow(unsigned r, unsigned phase, unsigned rowPhase) const;
  Value getEnd(unsigned dim);
  Value isInsideDomain();

  // Batches.cpp.
  void emitBatches();
  void emitBatch(Value first);
  void emitBatchStrips(Value row, llvm::function_ref<void()> prepare,
                       llvm::function_ref<void()> body);
  void reduceBatchRows(Value row, int64_t count);
  void finishBatch();
  void findNextBatch(Value first);
  Value getBatchPlace();
  void storeBatchValues();
  Value loadBatchValue(Value value, Value slot, Value row, int64_t count);
  void storeBatchRows(Value row, int64_t count);

  // BlockBatches.cpp.
  int64_t getBatchColumns() const;
  int64_t getRowsPerStrip() const;
  void forBatchRows(int64_t count, llvm::function_ref<void(Value)> body);
  void createBlockBatch();
  Value getColumnAddress(Value slot, Type type);
  void emitBlockBatches(Value begin, Value end);
  void atBatchRow(Value first, Value row, llvm::function_ref<void()> body);
  void atBatch(Value first, llvm::function_ref<void()> body);
  void forBatches(llvm::function_ref<void()> body);
  void watchBatch(Value areInRange);
  void resetColumns();
  void accumulateColumns(unsigned r, Value element);
  void reduceRowOfBatch();
  void finishBatchColumns();
  void loadColumnValues();

  // OverlappedBlocks.cpp.
  bool overlapsBlocks() const;
  void openBlock();
  void closeBlock();
  void emitOverlappedBlocks();
  void emitRowOfOtherBlock(Value row);
  void prefetchRowsAhead();

  // OverlappedRows.cpp.
  bool overlapsRows() const;
  void emitOverlappedRows();
  /// A row whose phase runs along with those of other rows: its number, and
  /// the item that it is.
  struct RowInFlight {
    Value number, item;
    Scope scope;
    SmallVector<DimPosition> positions;
  };
  void emitOverlap(MutableArrayRef<RowInFlight> rows);

  // KeptRows.cpp.
  unsigned getNumSteps() const;
  unsigned getStep(unsigned phase, unsigned rowPhase) const;
  SmallVector<Value> getStepRoots(unsigned step) const;
  SmallVector<Value> getPhaseRoots(unsigned phase) const;
  int64_t getKeptStride() const;
  bool joinsElements(Value value, const llvm::SmallBitVector &inner) const;
  void findKeptRows();
  bool keepRow(Value value, unsigned phase);
  /// Whether threads keep rows together.
  bool isShared() const { return target.getNumLanes() != 1; }
  void synchronizeKept();
  Value computeKept(Value value, llvm::function_ref<Value()> compute);

  // Columns.cpp.
  void emitPanel(Value part);
  void emitPanelRows(Value from, Value to, Value firstColumn);
  void emitPanelRow(Value row, Value firstColumn);
  void emitPanelStrip(Value row, Value firstColumn, unsigned s);
  int64_t getNumPanelGroups(unsigned r) const;
  void combinePanelLanes();
  void combinePanelBlocks();
  void storePanel(Value firstColumn);
  Value getColumn(Value firstColumn, unsigned s);
  Value getPanelSlot(unsigned r, Value group, unsigned s);

  // SpreadColumns.cpp.
  void emitSpreadPanel(Value part);
  void walkSpreadPanel(Value column);
  void emitSpreadRows(Value from, Value to);
  void emitRowsInFlight(Value first, Value end);
  void accumulateSpread(unsigned r, Value element, Value isRow);
  Value getSharedAddress(unsigned r, Value thread);
  Value loadShared(unsigned r, Value thread);
  void combineSpreadLanes(unsigned r);
  Value loadSpreadGroup(unsigned r, int64_t group);
  void keepSpreadSums(unsigned r, Value block);
  void combineSpreadGroups(unsigned r);

  // Tiles.cpp.
  void setTile(Value part);
  void emitTile(Value part);
  void emitTileOf(Value numRows, Value numColumns, bool isFull);
  void loadStages(Value numRows, Value numColumns, bool isFull);
  void storeStages(Value numRows, Value numColumns, bool isFull);
  /// The part of the tile of an operand that is accessed transposed, row by
  /// row: `slot`, on the stack, or in the result `twin`, which has the same
  /// elements.
  struct Stage {
    Value slot;
    const Access *twin = nullptr;
    explicit operator bool() const { return slot || twin; }
  };
  Stage createStage(const Access &access);
  Value getStageAddress(unsigned operand, Value row, Value column);
  Value getTileAddress(const Access &access);
  void transposeStage(unsigned operand, bool isLoad, Value numRows,
                      Value numColumns, bool isFull);

  // WarpTiles.cpp.
  void emitWarpTile(Value part);
  void emitWarpTileAt(Value firstRow, Value firstColumn, bool isFull);
  void storeColumns(unsigned operand, bool isFull);

  // TransposeBytes.cpp.
  bool hasLines(const Access &access) const;
  void storeLines(unsigned operand, Value row, Value firstColumn,
                  Value lastColumn, bool isFetched);
  void prefetchLine(Value line);

  // OverlappedTiles.cpp.
  /// Lines of a result, so many bytes apart.
  struct Lines {
    Value first;
    int64_t stride;
  };
  bool overlapsTiles() const;
  int64_t getNumSquares() const;
  void atTile(Value item, llvm::function_ref<void()> body);
  SmallVector<Lines> findLines(Value square);
  void emitTileRows(Value first, int64_t count, ArrayRef<Lines> lines);
  void storeSquare(Value square);
  std::pair<Value, Value> getSquarePlace(Value square);
  void emitOverlappedTiles();

  // RepeatedCasts.cpp.
  /// A cast of v, or of v * `scale`, beside the maximum of |v|.
  struct ScaledCast {
    unsigned reduction;
    Value scale;
    Format format;
  };
  std::optional<unsigned> findMaxOfMagnitudes(Value value) const;
  std::optional<ScaledCast> matchScaledCast(ConvertOp op) const;
  std::optional<ScaledCast> matchGranuleCast(ConvertOp op, Value element,
                                             Value scale) const;
  void findGranuleCasts();
  Value areGranulesInRange(bool perColumn);
  bool isKnownInLastWalk(unsigned r) const;
  void emitAssuming(llvm::function_ref<void()> body);
  void emitWatchedCasts(Value areInRange, llvm::function_ref<void()> body);
  Value isPositiveAndFinite(Value scale);
  bool canRepeatChunks() const;
  SmallVector<ScaledCast> findScaledCasts() const;
  Value emitAssumingCast(ConvertOp op);
  Value hasMetNaN(ArrayRef<ScaledCast> casts);

  // Evaluate.cpp: values.
  Value evaluate(Value value);
  Value compute(Value value);
  Value computeOp(Operation *op, unsigned resultNumber);
  Value emitOp(Operation *op, ArrayRef<Value> operands, unsigned resultNumber);
  Value computeIndex(linalg::IndexOp index);
  Value computeGather(tensor::ExtractOp extract);
  Value loadArgument(BlockArgument argument);
  Scope &getScope(Value value);
  Value toVector(Value value);
  Value getIndexVector(unsigned dim);

  // Bounds.cpp.
  Value emitBound(Operation *op, ArrayRef<Value> operands);

  // Memory.cpp: loads and stores.
  Value getScopeAddress(const Access &access);
  /// Where the elements of a vector lie: from `address` on, or at `offsets`
  /// from it; one element for all of them if `isUniform`.
  struct StripAddress {
    Value address = {};
    Value offsets = {};
    bool isUniform = false;
  };
  StripAddress getStripAddress(const Access &access);
  Value load(const StripAddress &address, Type elementType, int64_t alignment);
  void store(const StripAddress &address, Value value, Type elementType,
             int64_t alignment);
  /// A store that waits until all rows that a thread walks at once are read.
  struct DelayedStore {
    StripAddress address;
    Value value;
    Type elementType;
    int64_t alignment;
    Value condition, mask;
  };
  int64_t getVectorAlignment(const Access &access) const;
  Value getStoreCondition(const llvm::SmallBitVector &dims);
  bool mayBeInPlace(unsigned i) const;
  void storeOutputs(llvm::function_ref<bool(unsigned)> isStored);
  void storeVector(unsigned i);
  void flushStores();
  void storeScalar(unsigned i);
  Value isFirstLane();

  // Scatter.cpp.
  void emitScatter(Value part);
  /// A row of the table: its number, where it begins, and whether there is one.
  struct TableRow {
    Value number, offset, isInside;
  };
  /// A vector of a slice, and where it is added.
  struct SliceInFlight {
    TableRow row;
    StripAddress address;
    Value update;
  };
  void initializeScatter(ScatterAddOp scatter, Value from, Value to);
  TableRow findRow(ScatterAddOp scatter, Value slice);
  SliceInFlight loadSlice(ScatterAddOp scatter, Value slice);
  void addSlice(const SliceInFlight &slice);
  void scanIndices(ScatterAddOp scatter, int64_t numSlices, Value from,
                   Value to);
  void addMatches(ScatterAddOp scatter, int64_t numSlices, Value first,
                  Value matches);

  // Reduce.cpp: accumulators.
  struct Accumulator {
    /// One vector per unrolled strip, or one scalar.
    SmallVector<Value, 4> slots;
    Type type;
    /// Elements per vector.
    unsigned width = 1;
    /// max |x| on the bits of x.
    bool onBits = false;
    /// A maximum or minimum of bf16 that are widened: it is found before that,
    /// two at a time.
    bool isNarrow = false;
    /// One element per item: not a vector.
    bool isScalar = false;
    /// One f32 per block of an item's sum that has several.
    Value blockSums;
  };
  bool isSum(unsigned r) const {
    return model.getReductions()[r].combiner.kind == CombinerKind::Sum;
  }
  bool isElementOf(unsigned r, unsigned phase) const;
  void createAccumulators();
  void createAccumulator(unsigned r);
  Value getNeutral(unsigned r, Type type);
  void resetAccumulator(unsigned r);
  void accumulate(unsigned r, unsigned u);
  void accumulateVector(unsigned r, unsigned u, Value element);
  Type getSlotType(unsigned r) const;
  void accumulateItem(unsigned r, Value item);
  void storeBlockSum(unsigned r, Value block);
  Value combineKind(unsigned r, Value a, Value other);
  Value combineLanes(unsigned r);
  Value combineVector(Value vector,
                      llvm::function_ref<Value(Value, Value)> combine);
  void finishItemReduction(unsigned r);
  void storePartial(unsigned r);
  Value combineWithInit(unsigned r, Value tree);

  // Extrema.cpp.
  bool isOfExtrema(unsigned r) const;
  void createExtrema(unsigned r);
  void resetExtrema(unsigned r);
  void accumulateExtrema(unsigned r, unsigned u, Value element);
  Value combineExtrema(unsigned r);

  // Finish.cpp: scratch memory.
  Value getScratch(unsigned r);
  Value reduceScratch(unsigned r);
  Value getNumPartials(unsigned r);
  Value getPartSize(Value count);
  void reduceParts();
  Value combineParts(unsigned r);
  void accumulateScratch(unsigned r, Value from, Value to);
  void sumScratchBlocks(unsigned r, int64_t count);
  Value combineByHalving(Type type, Value address, int64_t count,
                         bool isPrivate);
  Value combineByHalving(Type type, Value address, Value count);
  void addHalves(Type type, Value address, Value half, Value count,
                 bool isPrivate);

  // Small helpers.
  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value mul(Value a, int64_t c);
  Value gep(Value address, Type elementType, Value offset);
  Value splat(Type type, Attribute scalar);
  Value iota(Type elementType, unsigned width = 0);
  Value addFloats(Value a, Value other);
  VectorType vectorOf(Type elementType, unsigned width = 0) const;
  Value createSlot(Type type, int64_t count = 1, unsigned alignment = 0);
  Value broadcast(Value scalar);
  unsigned getWidth() const { return width; }

  ImplicitLocOpBuilder &b;
  const KernelModel &model;
  const Plan &plan;
  TargetLowering &target;
  /// Elements per vector of what is being emitted.
  unsigned width;
  FunctionFrame frame;
  SmallVector<Scope, 4> scopes;
  SmallVector<DimPosition> positions;
  SmallVector<Accumulator> accumulators;
  /// Of several items that the threads of a chunk walk side by side: which one
  /// is that of this thread, i64.
  Value itemOfThread;
  /// Its place among all threads of the chunk, i64.
  Value laneOfChunk;
  /// Column: the place of a thread among those that share the rows of a panel:
  /// its number, that of its columns, its lane of a sum, its block of rows; and
  /// whether its columns are inside, null if all are.
  struct SpreadThread {
    Value thread, place, lane, group, isInside;
  };
  SpreadThread spread;
  /// What they exchange: a vector per thread, in shared memory.
  Value sharedSlots;
  /// Of the strip that is being emitted; null: all elements.
  Value mask;
  /// The end of the elements that the last, partial step walks; else null.
  Value tailEnd;
  /// Of a bucket, in a last group that is not whole: how many elements it has.
  Value lastItemEnd;
  /// Rows of values that several phases read, in memory of this chunk's own;
  /// `phase` writes.
  /// Of rows that overlap there are several, `stride` elements apart.
  struct KeptRow {
    Value slot;
    unsigned phase;
    unsigned numRows = 1;
    int64_t stride = 0;
  };
  /// Which row is walked, where several are at once.
  Value rowNumber;
  DenseMap<Value, KeptRow> keptRows;
  int64_t keptBytes = 0;
  unsigned currentPhase = 0;
  bool inFinish = false;
  /// Casts that a maximum watches over do not look for NaN.
  bool assumesNumbers = false;
  /// What is made from such casts, and whether the value that is being
  /// computed is.
  llvm::SmallDenseSet<Value> assumingValues;
  bool isAssuming = false;
  /// Casts that the maxima of granules watch over.
  bool watchesGranules = false;
  SmallVector<ScaledCast> granuleCasts;
  /// Block: whether what is known per column keeps casts in range.
  Value columnsAreInRange;
  /// Of a batch: a vector per row for each reduction, an element per row for
  /// each value that its strips read, the first row, and the first one of all
  /// batches that are walked as one.
  SmallVector<Value> batchVectors, batchSlots;
  /// Of a batch of blocks: an element per column.
  SmallVector<Value> columnVectors, columnSlots;
  /// Whether all casts of it are in range, if any have to be: an i8.
  Value batchInRange;
  bool isBatchWatched = false;
  Value batchRow, firstBatchRow;
  /// One per operand.
  SmallVector<Stage> stages;
  Value tileRow, tileColumn;
  /// Of a GPU: which row of this thread's rectangle is walked.
  int64_t squareRow = 0;
  /// Whether stores wait, and whether vectors are stored at this position: i1,
  /// null if they are.
  bool delaysStores = false;
  Value storeCondition;
  SmallVector<DelayedStore> delayedStores;
  /// Block: the columns that it has, [begin, end), and how many rows; where
  /// the scope of its columns goes, and what is common to those of each strip.
  Value blockColumn, blockEnd, blockRows;
  size_t columnDepth = 0;
  /// By how many elements the next block lies further, per operand; null if it
  /// is not prefetched.
  SmallVector<Value> nextBlock;
  struct ColumnStrip {
    Scope scope;
    Value first, mask;
  };
  SmallVector<ColumnStrip, 4> columnStrips;
  /// What belongs to a block that is not the one that is being emitted.
  struct OtherBlock {
    void swap(FunctionEmitter &emitter);
    SmallVector<Scope, 2> scopes;
    SmallVector<ColumnStrip, 4> columnStrips;
    SmallVector<DimPosition> positions;
  };
  /// The block whose first phase goes along with the last one of this block.
  OtherBlock *otherBlock = nullptr;
  /// By how many elements what is fetched lies further than this row, per
  /// operand.
  SmallVector<Value> rowsAhead;
};

} // namespace mlir::fp8

#endif // FP8_LIB_EMITTER_FUNCTIONEMITTER_H
