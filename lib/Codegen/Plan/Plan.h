//===- Plan.h - how a kernel is walked --------------------------*- C++ -*-===//
//
// A kernel is a grid of items, one per point of the item dimensions. Within an
// item, strips of vectors walk the inner dimensions, once per phase: a phase
// ends when the reductions of the item that later phases read are complete.
// Reductions over the whole domain leave partial results in scratch memory; a
// second function, the finish, combines them.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_PLAN_PLAN_H
#define FP8_LIB_CODEGEN_PLAN_PLAN_H

#include "KernelModel.h"
#include "fp8/Codegen/StretchedShape.h"
#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Where a reduction is computed.
enum class ReductionPlace {
  /// Along the inner dimensions of an item.
  Item,
  /// Over everything; its elements vary along the inner dimensions.
  Everything,
  /// Over all items; one element per item.
  AllItems,
};

/// What a reduction of an item combines, under the schedule block; under the
/// others it is all.
enum class ReductionSpan {
  All,
  /// A row of the block, complete when the row was walked.
  Row,
  /// A column of the block: one element per column, kept in vectors.
  Column,
};

struct PlannedReduction {
  ReductionPlace place;
  ReductionSpan span = ReductionSpan::All;
  /// For Everything and AllItems: which scratch buffer.
  unsigned scratch = 0;
  /// What warps join: where it begins in the shared memory for that.
  int64_t joinedOffset = 0;
};

/// Bytes that caches move at once.
constexpr int64_t kLineBytes = 64;

/// What memory holds for an element: LLVM has no 8-bit floats, does not know
/// its way around bf16, and an i1 takes a byte.
Type getStorageType(Type elementType);

struct Plan {
  static constexpr unsigned kNoDim = KernelDomain::kNoDim;

  Schedule schedule = Schedule::Flat;
  /// Dimensions of the model, outermost first.
  SmallVector<unsigned> itemDims;
  SmallVector<unsigned> innerDims;
  /// The items are the elements of the inner dimensions, strips of a chunk.
  bool itemsAreElements = false;
  int64_t numItems = 1;
  int64_t innerExtent = 1;
  /// The dimension that vectors lie along, if it is one.
  unsigned vectorDim = kNoDim;
  /// Panels or tiles per point of the item dimensions.
  int64_t partsPerItem = 1;
  /// Column, serial and block: columns of a panel, and vectors that make it up.
  /// A block without panels is as wide as its dimension.
  int64_t panelColumns = 1;
  unsigned panelStrips = 1;
  bool hasPanels = false;
  /// Block and row, on a GPU: so many warps of a block of threads share an
  /// item, the rows of a block or the blocks of sums of a row. Of a block, a
  /// thread holds what it has, at most so many columns, from one phase to the
  /// next; 0 if that is too much.
  int64_t blockWarps = 1;
  int64_t heldColumns = 0;
  /// Rows that are held are reduced as soon as they can be: one value of each
  /// is kept in place of those that it is made of.
  bool reducesHeldRowsFirst = false;
  /// Bytes of shared memory in which those warps join what they have reduced of
  /// the item. Of a row of a block, one warp has it all.
  int64_t joinedBytes = 0;
  static constexpr int64_t kJoinedAlignment = 16;
  bool isJoined(const PlannedReduction &planned) const {
    return blockWarps > 1 && planned.place == ReductionPlace::Item &&
           planned.span != ReductionSpan::Row;
  }
  /// How many items there are, where warps share them; `numItems` counts each
  /// once per warp.
  int64_t sharedItems = 0;
  int64_t getNumOwnItems() const {
    return blockWarps > 1 ? sharedItems : numItems;
  }
  /// Whether warps share rows, how many blocks of a sum each has, and how many
  /// partial results of a reduction are joined: one per block or one per warp.
  bool sharesRows() const {
    return blockWarps > 1 && schedule != Schedule::Block;
  }
  int64_t getNumRowBlocks() const {
    return llvm::divideCeil(innerExtent, kSumBlock);
  }
  int64_t getNumJoined(bool isSum) const {
    return isSum ? getNumRowBlocks() : blockWarps;
  }
  /// Column: the threads of a block share the rows of a panel. They are so many
  /// side by side, each with a vector of columns, times the lanes of a sum
  /// times groups, each at a block of rows; a thread has so many rows in
  /// flight.
  bool spreadsRows = false;
  int64_t panelThreads = 1, panelGroups = 1, rowsInFlight = 1;
  /// Serial: an item adds to so many rows of the table, 0 if to all, and there
  /// are so many panels.
  int64_t tableRows = 0, numPanels = 1;
  /// Block: rows have ends of their own.
  bool hasRaggedRows = false;
  /// Tile and block: the dimension across the vectors. Tile: the shape.
  unsigned rowDim = kNoDim;
  int64_t tileRows = 1;
  int64_t tileColumns = 1;
  /// Rows of the rectangle that a thread of a GPU has of a tile.
  static constexpr int64_t kSquareRows = 8;
  /// Elements between rows of a stage: of a wide one not a power of two, or a
  /// column of it would lie in one set of the cache.
  int64_t getStageStride() const {
    return tileColumns > tileRows ? tileColumns + kLineBytes : tileColumns;
  }
  /// Items per chunk.
  int64_t grain = 1;
  /// Elements per vector; in phases that sum, and vectors per step of those.
  unsigned width = 1;
  unsigned sumWidth = 1;
  unsigned unroll = 1;
  /// Row and block: items that are walked at once, as many as a vector of f32
  /// has elements; 0 if each is walked alone. Vectors of `stripWidth` elements
  /// then are part of one row, or several whole ones.
  unsigned batchItems = 0;
  /// Block: batches that lie side by side and are walked as one.
  int64_t numBatches = 1;
  int64_t getWalkedItems() const { return batchItems * numBatches; }
  unsigned stripWidth = 1;
  /// Threads of a chunk that walk an item together, each `width` elements of a
  /// row, and items that they walk side by side.
  unsigned numLanes = 1;
  int64_t itemsPerWalk = 1;
  /// Row, on a GPU: rows that a warp walks together, one after the other strip
  /// by strip, where they share operands that vary along them.
  int64_t rowsPerGroup = 1;
  /// What strips read of the reductions of their rows and of their columns.
  SmallVector<Value> batchValues, batchColumnValues;
  SmallVector<PlannedReduction> reductions;
  /// On a GPU: chunks of a block of threads, which leave one partial result of
  /// what has no order.
  int64_t chunksPerPartial = 1;
  /// Bytes of each scratch buffer.
  SmallVector<int64_t> scratch;
  unsigned numPhases = 1;
  bool hasSum = false;
  /// Whether whole lines of results go past the cache.
  bool streamsResults = false;
  /// Of a bucket: how many items there are is known at run time, when chunks
  /// are ranges of elements. The last item of a tensor may have fewer.
  bool isBucketed = false;
  int64_t elementsPerItem = 1;
  /// Of a bucket of matrices: by which numbers of the plan are read.
  std::optional<StretchedShape> matrix;
  /// Whether a function runs after all chunks.
  bool hasFinish = false;

  /// One item, that no other runs beside.
  bool isSingleItem() const {
    return itemDims.empty() && !itemsAreElements &&
           (schedule == Schedule::Flat || schedule == Schedule::Row);
  }
  bool hasVectorDim() const { return vectorDim != kNoDim; }
  /// Whether a tile accesses an operand along its columns.
  bool isStaged(const Access &access) const {
    // What has no vector dimension is one element per row.
    return schedule == Schedule::Tile && access.strides[rowDim] == 1 &&
           access.strides[vectorDim] > 1;
  }

  int64_t getNumChunks() const { return llvm::divideCeil(numItems, grain); }
  int64_t getNumPartials() const { return getNumChunks() / chunksPerPartial; }

  /// What the address of every element of `access` at index 0 of the vectors'
  /// dimension is a multiple of, in bytes.
  int64_t getAlignment(const Access &access) const;

  /// Reports what no schedule can do.
  static FailureOr<Plan> compute(const KernelModel &model,
                                 const TargetLowering &target, bool emitErrors);

  /// The phase in which a value can be computed. A value that depends on a
  /// reduction over everything has none: it is made in the finish.
  std::optional<unsigned> getPhase(const KernelModel &model, Value value) const;
  /// Result `i` is one value for all items: the finish stores it, when nobody
  /// reads any more what lies in its buffer.
  bool isFinishOutput(const KernelModel &model, unsigned i) const;
  /// Whether result `i` has several elements per item.
  bool isInnerOutput(const KernelModel &model, unsigned i) const;
  /// Whether the strips of `phase` add elements of a sum.
  bool isSumPhase(const KernelModel &model, unsigned phase) const;
  /// Elements per vector of the strips of `phase`.
  unsigned getPhaseWidth(const KernelModel &model, unsigned phase) const {
    return isSumPhase(model, phase) ? sumWidth : width;
  }
  /// Block: the vectors of a row are so few that they are emitted one by one,
  /// which what is reduced per column needs.
  bool hasColumnStrips() const {
    return schedule == Schedule::Block && !hasRaggedRows &&
           (panelStrips <= kMaxColumnStrips || hasColumnReductions());
  }
  bool hasColumnReductions() const {
    return llvm::any_of(reductions, [](const PlannedReduction &planned) {
      return planned.span == ReductionSpan::Column;
    });
  }
  static constexpr unsigned kMaxColumnStrips = 8;
  /// Block: how many reductions of a row have to follow each other before
  /// `value` can be computed.
  unsigned getRowPhase(const KernelModel &model, Value value) const;
  /// The phase whose strips compute the elements of `reduction`.
  unsigned getElementPhase(const KernelModel &model,
                           const Reduction &reduction) const;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_PLAN_H
