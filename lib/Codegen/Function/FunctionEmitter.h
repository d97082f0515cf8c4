//===- FunctionEmitter.h - the code of one kernel ---------------*- C++ -*-===//
//
// Values are computed on demand: evaluate() emits a value of the kernel's body,
// and first what it depends on, in the outermost scope where everything it
// varies with is fixed, once per scope. Scopes are the function, an item and a
// strip. So what is common to a row is computed once per row, and a producer
// is recomputed in each phase that reads it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H
#define FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H

#include "../Plan/Plan.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

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

/// While it lives, code of the scopes around, where none is around it, goes
/// before an op: one with a region that is being filled, or the first of an
/// item.
class HoistPoint {
public:
  HoistPoint(SmallVectorImpl<Scope> &scopes, Operation *op) : scopes(scopes) {
    for (auto [depth, scope] : llvm::enumerate(scopes))
      if (!scope.point.isSet()) {
        scope.point = OpBuilder::InsertPoint(op->getBlock(), op->getIterator());
        depths.push_back(depth);
      }
  }
  ~HoistPoint() {
    for (size_t depth : depths)
      scopes[depth].point = OpBuilder::InsertPoint();
  }

private:
  SmallVectorImpl<Scope> &scopes;
  SmallVector<size_t, 4> depths;
};

/// What all schedules share. A schedule is a class derived from this one.
class FunctionEmitter {
public:
  FunctionEmitter(ImplicitLocOpBuilder &b, const KernelModel &model,
                  const Plan &plan, TargetLowering &target)
      : b(b), model(model), plan(plan), target(target), width(plan.width) {}
  virtual ~FunctionEmitter();

  /// The function that walks chunks.
  void emitMain(StringRef name);
  /// The function that runs once after all chunks.
  void emitFinish(StringRef name);

protected:
  //===--------------------------------------------------------------------===//
  // What schedules define
  //===--------------------------------------------------------------------===//

  /// Memory that the walk over a chunk needs beside accumulators.
  virtual void prepare() {}
  /// The items of a chunk; one by one if not overridden.
  virtual void emitItems();
  /// Part `part` of the point of the item dimensions at this position.
  virtual void emitItem(Value part, Value item) = 0;
  /// The stack slots of accumulator `r`.
  virtual void createSlots(unsigned r);
  Value widen(Value narrow);
  /// Fetch what the strips that follow this one read, and what they write.
  virtual void prefetchOperands() {}
  virtual void prefetchResults() {}
  /// `compute()`, or what an earlier phase has kept of it.
  virtual Value computeKept(Value value, llvm::function_ref<Value()> compute) {
    return compute();
  }
  /// All scopes that are open, or will be again.
  virtual void forEachScope(llvm::function_ref<void(Scope &)> body);
  /// Whether reduction `r`, of granules, is complete before the last walk along
  /// their elements, in which casts are stored.
  virtual bool isKnownInLastWalk(unsigned r) const;
  /// Where the elements of a vector lie: from `address` on, or at `offsets`
  /// from it; one element for all of them if `isUniform`.
  struct StripAddress {
    Value address = {};
    Value offsets = {};
    bool isUniform = false;
  };
  virtual StripAddress getStripAddress(const Access &access);
  /// Stores result `i`, which has an element for each of this vector.
  virtual void storeVector(unsigned i);
  /// Where the sums of the blocks of an item's sum go.
  virtual Value createBlockSums(unsigned r);
  /// What reduction `r` of an item combines its elements to.
  virtual Value combineItem(unsigned r);
  /// Whether vectors of an operand are stored to registers.
  virtual bool staysInRegisters(const Access &access) const { return false; }

  //===--------------------------------------------------------------------===//
  // FunctionEmitter.cpp: scopes, loops, items
  //===--------------------------------------------------------------------===//

  void openScope(ArrayRef<unsigned> dims, bool isItem);
  void closeScope();
  void emitLoop(Value from, Value to, int64_t step,
                llvm::function_ref<void(Value)> body);
  void emitIf(Value condition, llvm::function_ref<void()> body);
  void emitItemOfThread(Value item);
  void accumulateItems(Value item);
  Value setItemPosition(Value item);
  void setScalarPositions(ArrayRef<unsigned> dims, Value index);
  void clearPositions(ArrayRef<unsigned> dims);
  Value getEnd(unsigned dim);

  //===--------------------------------------------------------------------===//
  // SharedItems.cpp: items that the warps of a block of threads share
  //===--------------------------------------------------------------------===//

  void emitSharedItems();
  void storeForBlock(llvm::function_ref<void()> body);
  /// Whether some threads store an element, here one of a vector or alone, that
  /// others have read where it lies, and where they wait for those.
  bool storesForOthers(bool isOfVector) const {
    return isStoringBlock || !isOfVector;
  }
  void meetReaders();

  //===--------------------------------------------------------------------===//
  // Strips.cpp: vectors along the inner dimensions
  //===--------------------------------------------------------------------===//

  void emitSteps(Value from, Value to, unsigned unroll,
                 llvm::function_ref<void(Value, unsigned)> body,
                 bool isPrivate = false,
                 std::optional<int64_t> staticSize = std::nullopt);
  Value makeMask(Value first);
  void setInnerPosition(Value first);
  void emitStrip(unsigned phase, Value first, unsigned u);
  void prefetch(const Access &access, Value offset);
  void prefetchAt(Value address, const Access &access);
  bool isInnerOutput(unsigned i) const { return plan.isInnerOutput(model, i); }

  //===--------------------------------------------------------------------===//
  // Evaluate.cpp: values
  //===--------------------------------------------------------------------===//

  Value evaluate(Value value);
  Value toVector(Value value);
  Value constant(int64_t value);
  /// An extent or a stride of the model, or the parts of an item.
  Value planned(int64_t value);
  Value stepBy(Value a, int64_t stride);
  Value add(Value a, Value b);
  Value mul(Value a, int64_t c);
  Value splat(Type type, Attribute scalar);
  Value iota(Type elementType, unsigned width = 0);
  Value addFloats(Value a, Value other);
  Value broadcast(Value scalar);
  VectorType vectorOf(Type elementType, unsigned width = 0) const;
  unsigned getWidth() const { return width; }

  //===--------------------------------------------------------------------===//
  // Memory.cpp: loads and stores
  //===--------------------------------------------------------------------===//

  Value gep(Value address, Type elementType, Value offset);
  Value getScopeAddress(const Access &access);
  Value load(const StripAddress &address, Type elementType, int64_t alignment);
  void store(const StripAddress &address, Value value, Type elementType,
             int64_t alignment, bool isStreamed = false);
  int64_t getVectorAlignment(const Access &access) const;
  void evaluateOutputs(llvm::function_ref<bool(unsigned)> isStored);
  bool mayBeInPlace(unsigned i) const;
  void storeOutputs(llvm::function_ref<bool(unsigned)> isStored);
  void flushStores();
  Value isFirstLane();
  Value isFirstOfBlock();

  //===--------------------------------------------------------------------===//
  // Streams.cpp: results that go past the cache
  //===--------------------------------------------------------------------===//

  bool isStreamed(const Access &access) const {
    return plan.hasVectorDim() && isStreamedAlong(access, plan.vectorDim);
  }
  bool isStreamedAlong(const Access &access, unsigned dim) const;
  int64_t getStreamedCount(const Access &access, int64_t count) const;

  //===--------------------------------------------------------------------===//
  // Reduce.cpp: accumulators
  //===--------------------------------------------------------------------===//

  struct Accumulator {
    /// One vector per unrolled strip, or one scalar.
    SmallVector<Value, 4> slots;
    Type type;
    /// Elements per vector.
    unsigned width = 1;
    /// max |x| on the bits of x.
    bool onBits = false;
    /// A maximum or minimum of bf16 that are widened: it is found before that,
    /// of twice as many at a time.
    bool isNarrow = false;
    /// One element per item: not a vector.
    bool isScalar = false;
    /// One f32 per block of an item's sum that has several.
    Value blockSums;
  };
  bool isSum(unsigned r) const {
    return model.getReductions()[r].combiner.kind == CombinerKind::Sum;
  }
  bool isRowReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Row;
  }
  bool isColumnReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Column;
  }
  bool isElementOf(unsigned r, unsigned phase) const;
  bool isNarrow(unsigned r) const;
  Value createSlot(Type type, int64_t count = 1, unsigned alignment = 0);
  Value getNeutral(unsigned r, Type type);
  Type getSlotType(unsigned r) const;
  void createAccumulator(unsigned r);
  void resetAccumulator(unsigned r);
  Value evaluateElement(unsigned r);
  void accumulate(unsigned r, unsigned u);
  void storeBlockSum(unsigned r, Value block);
  Value combineKind(unsigned r, Value a, Value other);
  Value combineLanes(unsigned r);
  Value combineWithInit(unsigned r, Value tree);
  Value combineWarps(unsigned r, int64_t numWarps,
                     llvm::function_ref<Value(Value)> load);
  void finishItemReduction(unsigned r);

  //===--------------------------------------------------------------------===//
  // RepeatedCasts.cpp
  //===--------------------------------------------------------------------===//

  /// A cast of v, or of v * `scale`, beside the maximum of |v|.
  struct ScaledCast {
    unsigned reduction;
    Value scale;
    Format format;
  };
  Value areGranulesInRange(bool perColumn);
  void emitWatchedCasts(Value areInRange, llvm::function_ref<void()> body);

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
  unsigned currentPhase = 0;
  bool inFinish = false;
  /// Of the strip that is being emitted; null: all elements.
  Value mask;
  /// The end of the elements that the last, partial step walks; else null.
  Value tailEnd;
  /// Of a bucket, in a last group that is not whole: how many elements it has.
  Value lastItemEnd;
  /// Casts that a maximum watches over do not look for NaN.
  bool assumesNumbers = false;
  /// Casts that the maxima of granules watch over.
  SmallVector<ScaledCast> granuleCasts;
  /// Whether stores wait, and whether vectors are stored at this position: i1,
  /// null if they are.
  bool delaysStores = false;
  Value storeCondition;
  /// Whether results of lines go past the cache.
  bool streams = false;
  /// The place of this thread among all threads of the chunk, i64.
  Value laneOfChunk;
  /// What warps that share an item have reduced, in memory of the block of
  /// threads, and whether one of them stores for all.
  Value sharedSlots;
  bool isStoringBlock = false;

private:
  /// Of several items that the threads of a chunk walk side by side: which one
  /// is that of this thread, i64.
  Value itemOfThread;

  // FunctionEmitter.cpp.
  void begin(StringRef name, int64_t numItems, int64_t grain, bool isFinish);
  void loadExtents();
  void end();
  void emitChunk();
  Value isInsideDomain();

  // Evaluate.cpp.
  Value compute(Value value);
  Value computeOp(Operation *op, unsigned resultNumber);
  Value emitOp(Operation *op, ArrayRef<Value> operands, unsigned resultNumber);
  Value computeIndex(linalg::IndexOp index);
  Value computeGather(tensor::ExtractOp extract);
  Value loadArgument(BlockArgument argument);
  Scope &getScope(Value value);
  Value getIndexVector(unsigned dim);

  // Bounds.cpp.
  Value emitBound(Operation *op, ArrayRef<Value> operands);

  // Memory.cpp.
  /// A store that waits until all rows that a thread walks at once are read.
  struct DelayedStore {
    StripAddress address;
    Value value;
    Type elementType;
    int64_t alignment;
    Value condition, mask;
    bool isStreamed;
  };
  Value getStoreCondition(const llvm::SmallBitVector &dims);
  void storeScalar(unsigned i);

  // Streams.cpp.
  int64_t getLineAlignment(const Access &access, unsigned along,
                           int64_t count) const;
  bool isOfLines(unsigned i) const;
  void emitStreaming(llvm::function_ref<void()> body);

  // Reduce.cpp.
  void createAccumulators();
  Value evaluateNarrow(unsigned r);
  void accumulateVector(unsigned r, unsigned u, Value element);
  void accumulateItem(unsigned r, Value item);
  Value combineVector(Value vector,
                      llvm::function_ref<Value(Value, Value)> combine);
  // Extrema.cpp.
  bool isOfExtrema(unsigned r) const;
  void createExtrema(unsigned r);
  void resetExtrema(unsigned r);
  void accumulateExtrema(unsigned r, unsigned u, Value element);
  Value combineExtrema(unsigned r);

  // RepeatedCasts.cpp.
  std::optional<unsigned> findMaxOfMagnitudes(Value value) const;
  std::optional<ScaledCast> matchScaledCast(ConvertOp op) const;
  std::optional<ScaledCast> matchGranuleCast(ConvertOp op, Value element,
                                             Value scale) const;
  void findGranuleCasts();
  SmallVector<ScaledCast> findScaledCasts() const;
  bool canRepeatChunks() const;
  void emitAssuming(llvm::function_ref<void()> body);
  Value emitAssumingCast(ConvertOp op);
  Value isPositiveAndFinite(Value scale);
  Value hasMetNaN(ArrayRef<ScaledCast> casts);

  // Finish.cpp: scratch memory.
  void storePartial(unsigned r);
  Value joinChunks(unsigned r, Value value);
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

  /// Of a bucket of matrices: rows and columns of this one, i64.
  SmallVector<Value, 2> matrixExtents;
  /// What is made from casts that do not look, and whether the value that is
  /// being computed is.
  llvm::SmallDenseSet<Value> assumingValues;
  bool isAssuming = false;
  /// Whether the maxima of granules watch over casts.
  bool watchesGranules = false;
  SmallVector<DelayedStore> delayedStores;
};

/// By halving: each value with the one half the list further on, until one is
/// left. The number of values may be odd where their order is free.
Value combineAll(SmallVector<Value> values,
                 llvm::function_ref<Value(Value, Value)> combine);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H
