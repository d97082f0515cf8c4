//===- Plan.h - the traversal schedule of a kernel --------------*- C++ -*-===//
//
// A kernel is a grid of work items, one per point of the item dimensions, or
// several if a schedule cuts a point into parts (panels or tiles). A chunk is a
// range of work items that a thread or a warp processes. Within a work item,
// strips of vectors iterate over the inner dimensions, once per phase. A phase
// ends when the reductions of the item that later phases read are complete.
// Reductions over the whole domain leave partial results in scratch memory; a
// second-stage function (finish) combines them.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_PLAN_PLAN_H
#define FP8_LIB_CODEGEN_PLAN_PLAN_H

#include "KernelModel.h"
#include "fp8/Codegen/StretchedShape.h"
#include "fp8/Codegen/TargetLowering.h"
#include <variant>

namespace mlir::fp8 {

/// The part of the domain that a reduction covers.
enum class ReductionPlace {
  /// The inner dimensions of one work item.
  Item,
  /// The whole domain; the elements vary along the inner dimensions.
  Everything,
  /// All work items, with one element per item.
  AllItems,
};

/// The part of a block that a reduction within a work item covers, under the
/// block schedule. It is All under every other schedule.
enum class ReductionSpan {
  All,
  /// A row of the block; complete at the end of the row.
  Row,
  /// A column of the block: one result per column, stored in vectors.
  Column,
};

struct PlannedReduction {
  ReductionPlace place;
  ReductionSpan span = ReductionSpan::All;
  /// Everything and AllItems only: index of the scratch buffer.
  unsigned scratch = 0;
  /// If warps combine their results in shared memory: offset of this reduction
  /// in it, in bytes.
  int64_t joinedOffset = 0;
};

/// Size of a cache line, in bytes.
constexpr int64_t kLineBytes = 64;

/// Returns the type that memory holds for an element. FP8 types become i8
/// because LLVM has no 8-bit floats, bf16 becomes i16 because LLVM handles bf16
/// poorly, and i1 takes a byte.
Type getStorageType(Type elementType);

//===----------------------------------------------------------------------===//
// Schedules: the parts of a plan that only one schedule has
//===----------------------------------------------------------------------===//

/// Elementwise kernels and reductions over everything, with one pass over rows
/// or elements.
struct FlatPlan {
  /// True if the work items are the elements of the inner dimensions and strips
  /// iterate over the chunk.
  bool itemsAreElements = false;
};

/// Rows, with reductions along them.
struct RowPlan {
  /// GPU only: number of rows that a warp processes together, strip by strip.
  /// The rows share operands that vary along the row.
  int64_t rowsPerGroup = 1;
};

/// Panels of columns, with reductions over their rows.
struct ColumnPlan {
  /// Number of columns of a panel, and number of vectors per row of the panel.
  int64_t panelColumns = 1;
  unsigned panelStrips = 1;
  /// The threads of a thread block that share the rows of a panel. Their number
  /// is the product of three factors:
  /// - `threads` neighboring threads, each with a vector of columns;
  /// - the lanes of a sum;
  /// - `groups` groups, each at a different block of rows. A thread loads
  ///   `rowsInFlight` rows before it accumulates them.
  struct Spread {
    int64_t threads, groups, rowsInFlight;
  };
  std::optional<Spread> spread;
};

/// Tiles, for accesses along rows and along columns.
struct TilePlan {
  /// The dimension across the vectors.
  unsigned rowDim;
  /// The shape of a tile.
  int64_t rows, columns;
  /// Number of rows of the part of a tile that one GPU thread processes.
  static constexpr int64_t kSquareRows = 8;
  /// Returns the number of elements between rows of a staging buffer. The
  /// stride of a wide buffer is padded: with a power of two, a whole column
  /// would map to one cache set.
  int64_t getStageStride() const {
    return columns > rows ? columns + kLineBytes : columns;
  }
};

/// Vector positions of a slice, each followed through all slices.
struct ScatterPlan {
  /// Number of columns of a panel, and number of panels.
  int64_t panelColumns = 1, numPanels = 1;
  /// Number of table rows that a work item adds to; 0: all rows.
  int64_t tableRows = 0;
};

/// Blocks of rows, with reductions over blocks, their rows and their columns.
struct BlockPlan {
  /// The dimension across the vectors.
  unsigned rowDim;
  /// Number of columns of a panel, and number of vectors per row of the panel.
  /// A block without panels has all columns of its dimension.
  bool hasPanels = false;
  int64_t panelColumns = 1;
  unsigned panelStrips = 1;
  /// Maximum number of vectors per row that are unrolled.
  static constexpr unsigned kMaxColumnStrips = 8;
  /// True if each row may end at a different column (ragged dimensions).
  bool hasRaggedRows = false;
  /// GPU only: maximum number of columns whose values a thread keeps in
  /// registers between phases; 0 if they do not fit.
  int64_t heldColumns = 0;
  /// If set, rows of a register-resident block are reduced as early as
  /// possible. One value per row then stays in registers in place of the values
  /// it is computed from.
  bool reducesHeldRowsFirst = false;
};

/// Row and block schedules on a CPU: work items that are processed at once.
struct BatchPlan {
  /// Number of work items of a batch, equal to the number of elements in a
  /// vector of f32.
  unsigned items;
  /// Number of elements of a vector, which covers part of one row or several
  /// whole rows.
  unsigned width;
  /// Number of adjacent batches of blocks that are processed as one.
  int64_t numBatches = 1;
  int64_t getAllItems() const { return items * numBatches; }
  /// The values derived from row reductions and from column reductions that
  /// strips of the last phase read.
  SmallVector<Value> rowValues, columnValues;
};

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

struct Plan {
  static constexpr unsigned kNoDim = KernelDomain::kNoDim;

  explicit Plan(std::shared_ptr<const KernelModel> model)
      : model(std::move(model)) {}

  std::shared_ptr<const KernelModel> model;
  std::variant<FlatPlan, RowPlan, ColumnPlan, TilePlan, ScatterPlan, BlockPlan>
      schedule;
  /// Returns the plan of schedule `T`, or null under another schedule.
  template <typename T>
  const T *as() const {
    return std::get_if<T>(&schedule);
  }
  template <typename T>
  T *as() {
    return std::get_if<T>(&schedule);
  }
  bool itemsAreElements() const {
    return as<FlatPlan>() && as<FlatPlan>()->itemsAreElements;
  }
  int64_t getRowsPerGroup() const {
    return as<RowPlan>() ? as<RowPlan>()->rowsPerGroup : 1;
  }
  /// Returns the dimension across the vectors of a block or tile, else kNoDim.
  unsigned getRowDim() const {
    if (const auto *block = as<BlockPlan>())
      return block->rowDim;
    return as<TilePlan>() ? as<TilePlan>()->rowDim : kNoDim;
  }
  std::optional<BatchPlan> batch;

  /// Dimensions of the kernel model, outermost first.
  SmallVector<unsigned> itemDims;
  SmallVector<unsigned> innerDims;
  int64_t numItems = 1;
  int64_t innerExtent = 1;
  /// The dimension that vectors lie along; kNoDim if vectors do not lie along
  /// one dimension.
  unsigned vectorDim = kNoDim;
  /// Number of panels or tiles, each a work item, per point of `itemDims`.
  int64_t partsPerPoint = 1;
  /// Block and row schedules on a GPU: number of warps of a thread block that
  /// share a work item. They share the rows of a block or the 4096-element sum
  /// blocks of a row.
  int64_t blockWarps = 1;
  /// Size of the shared memory in which these warps combine their partial
  /// results of the item, in bytes. A row of a block belongs to one warp and
  /// needs no shared memory.
  int64_t joinedBytes = 0;
  static constexpr int64_t kJoinedAlignment = 16;
  bool isJoined(const PlannedReduction &planned) const {
    return blockWarps > 1 && planned.place == ReductionPlace::Item &&
           planned.span != ReductionSpan::Row;
  }
  /// Number of work items if warps share them. `numItems` then counts each work
  /// item once per warp.
  int64_t sharedItems = 0;
  int64_t getNumOwnItems() const {
    return blockWarps > 1 ? sharedItems : numItems;
  }
  /// Returns true if warps cooperate on rows.
  bool sharesRows() const { return blockWarps > 1 && !as<BlockPlan>(); }
  /// Returns the number of blocks of a sum over the inner dimensions.
  int64_t getNumSumBlocks() const {
    return llvm::divideCeil(innerExtent, kSumBlock);
  }
  /// Returns the number of partial results of a shared row that are combined:
  /// one per block of a sum, or one per warp.
  int64_t getNumJoined(bool isSum) const {
    return isSum ? getNumSumBlocks() : blockWarps;
  }
  /// Number of work items per chunk.
  int64_t grain = 1;
  /// `width` and `sumWidth`: number of elements per vector in phases without
  /// sums and in phases with sums. `unroll`: number of vectors per loop step in
  /// phases that reduce.
  unsigned width = 1;
  unsigned sumWidth = 1;
  unsigned unroll = 1;
  /// `threadsPerItem`: number of threads of a chunk that process a work item
  /// together, each `width` elements of a row at a time. `itemsPerIteration`:
  /// number of work items that the threads of a chunk process side by side.
  unsigned threadsPerItem = 1;
  int64_t itemsPerIteration = 1;
  SmallVector<PlannedReduction> reductions;
  /// GPU only: number of chunks of a thread block that combine their partial
  /// results into one. This applies to reductions without a fixed order.
  int64_t chunksPerPartial = 1;
  /// Size of each scratch buffer, in bytes.
  SmallVector<int64_t> scratch;
  unsigned numPhases = 1;
  bool hasSum = false;
  /// True if whole lines of results are written with non-temporal stores.
  bool streamsResults = false;
  /// GPU only: true if results are written with non-temporal stores, so that
  /// caches keep the rows that later phases read again.
  bool evictsResults = false;
  /// Multi-tensor launch (bucket) only: the number of work items is known at
  /// run time and chunks are ranges of elements. The last item of a tensor may
  /// be shorter.
  bool isBucketed = false;
  /// The functions find their pointers in the tables of a multi-tensor launch,
  /// although the number of work items is constant: see
  /// EmittedKernel::sharesLaunch.
  bool sharesLaunch = false;
  int64_t elementsPerItem = 1;
  /// Multi-tensor launch of matrices only: the stand-in extents that the plan
  /// is based on. They map each number of the plan to an expression in the
  /// run-time extents.
  std::optional<StretchedShape> matrix;
  /// True if a second-stage function runs after all chunks.
  bool hasFinish = false;

  /// Returns true if the domain is a single work item, so that no other item
  /// runs at the same time.
  bool isSingleItem() const {
    return itemDims.empty() && !itemsAreElements() &&
           (as<FlatPlan>() || as<RowPlan>());
  }
  bool hasVectorDim() const { return vectorDim != kNoDim; }
  /// Returns true if a tile accesses an operand along its columns.
  bool isStaged(const Access &access) const {
    // An operand without the vector dimension has one element per row.
    return access.strides[getRowDim()] == 1 && access.strides[vectorDim] > 1;
  }

  int64_t getNumChunks() const { return llvm::divideCeil(numItems, grain); }
  int64_t getNumPartials() const { return getNumChunks() / chunksPerPartial; }

  /// Returns the alignment, in bytes, of the elements of `access` at index 0 of
  /// the vector dimension.
  int64_t getAlignment(const Access &access) const;

  /// Computes the plan of a kernel. Reports kernels that no schedule supports.
  static FailureOr<Plan> compute(KernelOp kernel, const TargetLowering &target,
                                 bool emitErrors);

  /// Returns the phase in which a value can be computed. Returns std::nullopt
  /// if the value depends on a reduction over the whole domain: the
  /// second-stage function computes it.
  std::optional<unsigned> getPhase(Value value) const;
  /// Returns true if result `i` is one value for all work items and the
  /// second-stage function stores it. At that point, nothing reads the old
  /// contents of its buffer any more.
  bool isFinishOutput(unsigned i) const;
  /// Returns true if result `i` has several elements per work item.
  bool isInnerOutput(unsigned i) const;
  /// Returns true if the strips of `phase` add elements of a sum.
  bool isSumPhase(unsigned phase) const;
  /// Returns the number of elements per vector in the strips of `phase`.
  unsigned getPhaseWidth(unsigned phase) const {
    return isSumPhase(phase) ? sumWidth : width;
  }
  bool hasReductions(ReductionPlace place) const {
    return llvm::any_of(reductions, [&](const PlannedReduction &planned) {
      return planned.place == place;
    });
  }
  bool hasColumnReductions() const {
    return llvm::any_of(reductions, [](const PlannedReduction &planned) {
      return planned.span == ReductionSpan::Column;
    });
  }
  /// Block schedule: returns the number of row reductions that must be
  /// complete, one after the other, before `value` can be computed.
  unsigned getRowPhase(Value value) const;
  /// Returns the phase whose strips compute the elements of `reduction`.
  unsigned getElementPhase(const Reduction &reduction) const;
  /// Returns true if strips of `phase` compute elements of reduction `r`.
  bool isElementOf(unsigned r, unsigned phase) const;
  /// Returns true if `phase` reads the reduction `r` over rows of a block. Such
  /// a reduction is computed only in these phases.
  bool needsRowReduction(unsigned r, unsigned phase) const;
  /// Returns true if reduction `r` over scaling blocks is complete before the
  /// last pass over their elements, which stores casts.
  bool isKnownInLastPhase(unsigned r) const;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_PLAN_H
