//===- FunctionEmitter.h - the code of one kernel ---------------*- C++ -*-===//
//
// Values are computed on demand. evaluate() emits a value of the kernel's body
// after the values that it depends on. It emits each value once per scope, in
// the outermost scope that fixes every dimension along which the value varies.
// The scopes are the function, a work item and a strip. Values that are common
// to a row are therefore computed once per row, and a producer is recomputed in
// each phase that reads it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H
#define FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H

#include "../Plan/SpeculatedCasts.h"
#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// The current position of the traversal along one dimension.
struct DimPosition {
  enum Kind {
    Unset,
    /// One index for all elements of the vector.
    Scalar,
    /// Consecutive indices, starting at `value`.
    Range,
    /// `value` is a vector of indices.
    General
  };
  Kind kind = Unset;
  /// i64, or a vector of i64 for General.
  Value value;
};

struct Scope {
  llvm::SmallBitVector dims;
  /// True if the reductions of the item are complete in this scope.
  bool isItem = false;
  /// Insertion point while an inner scope is open: before its loop.
  OpBuilder::InsertPoint point;
  DenseMap<Value, Value> values;
  /// The address of each operand at the position of this scope.
  DenseMap<unsigned, Value> addresses;
};

/// RAII object that sets the insertion point of the open scopes that have none
/// to just before `op`. `op` is a loop or if whose region is being filled, or
/// the first op of a work item.
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

/// Emits a function of a kernel. Each schedule is a derived class that emits
/// the chunks; FinishEmitter emits the second-stage function.
class FunctionEmitter {
  friend class Batch;
  friend class KeptRows;

public:
  FunctionEmitter(VectorBuilder &b, const Plan &plan, TargetLowering &target)
      : b(b), model(*plan.model), plan(plan), target(target),
        width(plan.width) {}
  virtual ~FunctionEmitter();

  /// Emits the function that processes chunks.
  void emitMain(StringRef name);

protected:
  //===--------------------------------------------------------------------===//
  // Hooks that schedules define
  //===--------------------------------------------------------------------===//

  /// Allocates memory that the traversal of a chunk needs in addition to
  /// accumulators.
  virtual void prepare() {}
  /// Emits the work items of a chunk; by default one after the other.
  virtual void emitItems();
  /// Emits one work item: part `part` (such as a panel) of the current position
  /// along the item dimensions.
  virtual void emitItem(Value part, Value item) = 0;
  /// Creates the stack slots of accumulator `r`.
  virtual void createSlots(unsigned r);
  Value widen(Value narrow);
  /// Prefetch the operands and the results of the strips after this one.
  virtual void prefetchOperands() {}
  virtual void prefetchResults() {}
  /// Returns `compute()`, or its result if an earlier phase has stored it.
  virtual Value computeKept(Value value, llvm::function_ref<Value()> compute) {
    return compute();
  }
  /// Calls `body` for all scopes that are open or will be opened again.
  virtual void forEachScope(llvm::function_ref<void(Scope &)> body);
  /// Addresses of the elements of a vector: contiguous from `address`, or at
  /// `offsets` from it. If `isUniform`, all elements are the one element at
  /// `address`.
  struct StripAddress {
    Value address = {};
    Value offsets = {};
    bool isUniform = false;
    static StripAddress ofElement(Value address) { return {address, {}, true}; }
  };
  virtual StripAddress getStripAddress(const Access &access);
  /// Stores result `i`, which has one element per element of this vector.
  virtual void storeVector(unsigned i);
  /// Creates the storage for the block sums of a sum over an item.
  virtual Value createBlockSums(unsigned r);
  /// Calls `body` with the begin and end of each block of a sum in [from, to),
  /// or of each such block of this warp.
  virtual void forSumBlocks(Value from, Value to,
                            llvm::function_ref<void(Value, Value)> body);
  /// Returns the combined elements of reduction `r` of an item.
  virtual Value combineItem(unsigned r);
  /// Returns true if the accumulator of reduction `r` holds bf16.
  virtual bool isNarrow(unsigned r) const;
  /// Returns true if the accumulator of reduction `r` holds one element per
  /// item and is not a vector.
  virtual bool isScalar(unsigned r) const {
    return plan.reductions[r].place == ReductionPlace::AllItems;
  }
  /// Returns the number of elements per vector of the accumulator.
  virtual unsigned getAccumulatorWidth(unsigned r) const;
  /// Combines the accumulators of `phase` with the accumulators of the other
  /// warps that share the item.
  virtual void joinWarps(unsigned phase) {}
  /// Returns true if vectors of an operand stay in registers.
  virtual bool staysInRegisters(const Access &access) const { return false; }

  //===--------------------------------------------------------------------===//
  // FunctionEmitter.cpp: scopes, loops, items
  //===--------------------------------------------------------------------===//

  void begin(StringRef name, int64_t numItems, int64_t grain, bool isFinish);
  void end();
  void openScope(ArrayRef<unsigned> dims, bool isItem);
  void closeScope();
  void emitLoop(Value from, Value to, int64_t step,
                llvm::function_ref<void(Value)> body);
  void emitIf(Value condition, llvm::function_ref<void()> body);
  void emitFirstItem(llvm::function_ref<void(Value)> body);
  void emitItemOfThread(Value item);
  void storeItem(Value item);
  void accumulateItems(Value item);
  Value setItemPosition(Value item);
  void setScalarPositions(ArrayRef<unsigned> dims, Value index);
  void clearPositions(ArrayRef<unsigned> dims);
  Value getEnd(unsigned dim);
  Value getInnerEnd();
  /// RAII object that opens a scope at a position along a dimension.
  struct PositionScope {
    PositionScope(FunctionEmitter &emitter, unsigned dim, DimPosition position,
                  bool isItem)
        : emitter(emitter), dim(dim) {
      emitter.openScope({dim}, isItem);
      emitter.positions[dim] = position;
    }
    ~PositionScope() {
      emitter.clearPositions({dim});
      emitter.closeScope();
    }
    FunctionEmitter &emitter;
    unsigned dim;
  };

  //===--------------------------------------------------------------------===//
  // SharedItems.cpp: work items that warps share
  //===--------------------------------------------------------------------===//

  void emitSharedItems();
  void storeByFirstWarp(llvm::function_ref<void()> body);
  /// Returns true if some threads store elements that other threads have read
  /// at the same address. The storing threads must then wait for the readers.
  /// `isOfVector` is false if a store writes a single element.
  bool storesForOthers(bool isOfVector) const {
    return isFirstWarpStoring || !isOfVector;
  }
  void waitForReaders();
  Value getJoined(unsigned r);

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
  SmallVector<Value> getPhaseRoots(unsigned phase) const;
  void prefetch(const Access &access, Value offset);
  void prefetchAt(Value address, const Access &access);

  //===--------------------------------------------------------------------===//
  // Evaluate.cpp: values
  //===--------------------------------------------------------------------===//

  Value evaluate(Value value);
  Value toVector(Value value);
  Value constant(int64_t value);
  /// Returns `value`, an extent or stride of the model or the number of parts
  /// per point of the item dimensions.
  Value planned(int64_t value);
  // Integer arithmetic that folds constants, unlike the methods of the builder.
  Value stepBy(Value a, int64_t stride);
  Value add(Value a, Value other);
  Value sub(Value a, Value other);
  Value mul(Value a, int64_t c);
  Value minimum(Value a, Value other);
  Value both(Value a, Value other);
  Value iota(Type elementType, unsigned count = 0);
  Value addFloats(Value a, Value other);
  Value broadcast(Value scalar);
  VectorType vectorOf(Type elementType, unsigned count = 0) const;

  //===--------------------------------------------------------------------===//
  // Memory.cpp: loads and stores
  //===--------------------------------------------------------------------===//

  Value gep(Value address, Type elementType, Value offset);
  Value getScopeAddress(const Access &access);
  Value load(const StripAddress &address, Type elementType, int64_t alignment);
  void store(const StripAddress &address, Value value, Type elementType,
             int64_t alignment, bool isNonTemporal = false);
  int64_t getVectorAlignment(const Access &access) const;
  void evaluateOutputs(llvm::function_ref<bool(unsigned)> isStored);
  bool mayBeInPlace(unsigned i) const;
  void storeOutputs(llvm::function_ref<bool(unsigned)> isStored);
  void flushStores();
  Value isFirstLane();
  Value isFirstWarp();

  //===--------------------------------------------------------------------===//
  // Streams.cpp: non-temporal stores of results
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
    /// True if the reduction is max |x| and compares the bits of x.
    bool onBits = false;
    /// True if the reduction is a maximum or minimum of bf16 values that are
    /// extended to f32. It then reads the bf16 values, of which a register
    /// holds twice as many.
    bool isNarrow = false;
    /// True if the accumulator holds one element per item and is not a vector.
    bool isScalar = false;
    /// One f32 per block of an item's sum, if there are several blocks.
    Value blockSums;
  };
  bool isSum(unsigned r) const {
    return model.getReductions()[r].combiner.isSum();
  }
  bool isRowReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Row;
  }
  bool isColumnReduction(unsigned r) const {
    return plan.reductions[r].span == ReductionSpan::Column;
  }
  Value createSlot(Type type, int64_t count = 1, unsigned alignment = 0);
  Value getNeutral(unsigned r, Type type);
  Type getSlotType(unsigned r) const;
  void createAccumulator(unsigned r);
  void resetAccumulator(unsigned r);
  void resetPhase(unsigned phase);
  Value evaluateElement(unsigned r);
  Value evaluateElements(unsigned r);
  void accumulate(unsigned r, unsigned u);
  void accumulateVector(unsigned r, unsigned u, Value element);
  void storeBlockSum(unsigned r, Value block);
  Value combineKind(unsigned r, Value a, Value other);
  void combineInto(unsigned r, Value slot, Value element);
  Value combineLanes(unsigned r);
  Value combineWithInit(unsigned r, Value tree);
  Value combineWarps(unsigned r, int64_t numWarps,
                     llvm::function_ref<Value(Value)> load);
  void finishItemReduction(unsigned r);
  void finishPhase(unsigned phase);

  //===--------------------------------------------------------------------===//
  // Partials.cpp: partial results in scratch memory
  //===--------------------------------------------------------------------===//

  Value getScratch(unsigned r);
  Value combineByHalving(Type type, Value address, int64_t count,
                         bool isPrivate);
  void addHalves(Type type, Value address, Value half, Value count,
                 bool isPrivate);

  //===--------------------------------------------------------------------===//
  // RepeatedCasts.cpp
  //===--------------------------------------------------------------------===//

  Value areGranulesInRange(bool perColumn);
  void emitWatchedCasts(Value areInRange, llvm::function_ref<void()> body);

  VectorBuilder &b;
  const KernelModel &model;
  const Plan &plan;
  TargetLowering &target;
  /// Number of elements per vector in the code that is being emitted.
  unsigned width;
  FunctionFrame frame;
  SmallVector<Scope, 4> scopes;
  SmallVector<DimPosition> positions;
  SmallVector<Accumulator> accumulators;
  unsigned currentPhase = 0;
  /// The active elements of the strip that is being emitted; null: all
  /// elements.
  Value mask;
  /// The end of the elements of the last, partial step; null outside that step.
  Value tailEnd;
  /// Multi-tensor launch only: number of elements of the last group of the
  /// tensor, if it is partial; otherwise null.
  Value lastItemEnd;
  /// True if casts omit the test for NaN, because a maximum of the same
  /// elements detects NaN.
  bool assumesNumbers = false;
  /// Casts whose operands are checked for NaN by means of maxima.
  SpeculatedCasts casts;
  /// `delaysStores` is set if stores are delayed. `storeCondition` is the i1
  /// under which vectors are stored at this position; null means always.
  bool delaysStores = false;
  Value storeCondition;
  /// True if results made of whole lines use non-temporal stores.
  bool streams = false;
  /// The index of this thread among all threads of the chunk, i64.
  Value laneOfChunk;
  /// Shared memory of the thread block that holds the partial results of warps
  /// that share an item. `isFirstWarpStoring` is set while one of these warps
  /// stores for all of them.
  Value sharedSlots;
  bool isFirstWarpStoring = false;

private:
  /// If the threads of a chunk process several work items side by side: the
  /// index of the item of this thread, i64.
  Value itemOfThread;

  // Implemented in FunctionEmitter.cpp.
  void loadExtents();
  void emitChunk();
  Value isInsideDomain();

  // Implemented in Evaluate.cpp.
  Value compute(Value value);
  Value computeOp(Operation *op, unsigned resultNumber);
  Value emitOp(Operation *op, ArrayRef<Value> operands, unsigned resultNumber);
  Value computeIndex(linalg::IndexOp index);
  Value computeGather(tensor::ExtractOp extract);
  Value loadArgument(BlockArgument argument);
  Scope &getScope(Value value);
  Value getIndexVector(unsigned dim);

  // Implemented in Bounds.cpp.
  Value emitBound(Operation *op, ArrayRef<Value> operands);

  // Implemented in Memory.cpp.
  /// A store that is delayed until all rows that a thread processes at once are
  /// read.
  struct DelayedStore {
    StripAddress address;
    Value value;
    Type elementType;
    int64_t alignment;
    Value condition, mask;
    bool isNonTemporal;
  };
  Value getStoreCondition(const llvm::SmallBitVector &dims);
  void storeScalar(unsigned i);

  // Implemented in Streams.cpp.
  int64_t getLineAlignment(const Access &access, unsigned along,
                           int64_t count) const;
  bool isOfLines(unsigned i) const;
  void emitStreaming(llvm::function_ref<void()> body);

  // Implemented in Reduce.cpp.
  void createAccumulators();
  void accumulateItem(unsigned r, Value item);
  Value combineVector(Value vector,
                      llvm::function_ref<Value(Value, Value)> combine);
  // Implemented in Extrema.cpp.
  bool isOfExtrema(unsigned r) const;
  void createExtrema(unsigned r);
  void resetExtrema(unsigned r);
  void accumulateExtrema(unsigned r, unsigned u, Value element);
  Value combineExtrema(unsigned r);

  // Implemented in RepeatedCasts.cpp.
  void emitAssuming(llvm::function_ref<void()> body);
  Value emitAssumingCast(ConvertOp op);
  Value isPositiveAndFinite(Value scale);
  Value hasMetNaN();

  // Implemented in Partials.cpp.
  void storePartial(unsigned r);
  Value joinChunks(unsigned r, Value value);

  /// Multi-tensor launch of matrices only: rows and columns of this matrix,
  /// i64.
  SmallVector<Value, 2> matrixExtents;
  /// Values computed from casts that do not test for NaN, and a flag that is
  /// set if the value that is being computed is one of them.
  llvm::SmallDenseSet<Value> assumingValues;
  bool isAssuming = false;
  SmallVector<DelayedStore> delayedStores;
};

/// Combines values by halving: value i with value i + n/2 of n values, until
/// one is left. The number of values may be odd if their order is free.
Value combineAll(SmallVector<Value> values,
                 llvm::function_ref<Value(Value, Value)> combine);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_FUNCTION_FUNCTIONEMITTER_H
