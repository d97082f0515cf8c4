//===- Chunks.cpp - vectors, chunks and memory of a plan ------------------===//

#include "Planner.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Columns of a panel: whole cache lines, and 32 lanes of them fit the cache.
static constexpr int64_t kPanelColumns = 64;
/// Of a block, whose accumulators fit registers.
static constexpr int64_t kBlockColumns = 256;
/// Vector registers that a position may take, of those of a CPU.
static constexpr unsigned kMaxRegisters = 16;
/// Elements of the accumulators of a maximum.
static constexpr unsigned kMaxLanes = 64;

/// Elements of blocks that fetch each other, and chunks for many threads to
/// share.
static constexpr int64_t kBlockElements = 1 << 19, kMinChunks = 32;
/// Elements of tiles that are cast along with the transposition of the one
/// before, and chunks: the first and last tile of a chunk are alone.
static constexpr int64_t kTileElements = 1 << 20, kMinTileChunks = 16;
/// Elements of rows whose phases overlap: the first and last ones of a chunk
/// are walked with fewer beside them.
static constexpr int64_t kRowElements = 1 << 16;

/// Bytes of memory that a GPU writes at once: as many codes of a tile's row.
static constexpr int64_t kSectorBytes = 32;
/// Chunks that leave something for the finish, which walks it alone. Tiles are
/// better one by one: a warp waits for the stores of the one before.
static constexpr int64_t kMaxPartials = 1 << 15, kMaxTilePartials = 1 << 17;

/// Bytes that a chunk moves, at most, for the finish to take a part of the time
/// that is worth a barrier. `ptxas` gives kernels with one more registers.
static constexpr int64_t kMaxJoinedBytes = 32 << 10;

/// What a thread of the GPU may have.
static constexpr int64_t kMaxStackBytes = 512 * 1024;

/// Threads that access single elements share cache lines; so do threads that
/// access whole vectors. A vector that the chip takes apart does neither: the
/// longest vectors are those that are aligned in every operand.
unsigned Planner::getAlignedWidth() const {
  int64_t width = std::numeric_limits<unsigned>::max();
  for (const Access &access : model.getAccesses())
    if (plan.hasVectorDim() && access.strides[plan.vectorDim] == 1)
      width = std::min(width, plan.getAlignment(access) /
                                  getByteWidth(access.elementType));
  return width;
}

void Planner::chooseVectors() {
  unsigned smallest = 64, largest = 8, all = 0;
  for (const Access &access : model.getAccesses()) {
    // One element for a whole vector.
    if (plan.hasVectorDim() && access.strides[plan.vectorDim] == 0)
      continue;
    unsigned bits = access.elementType.isIntOrFloat()
                        ? access.elementType.getIntOrFloatBitWidth()
                        : 64;
    smallest = std::min(smallest, bits);
    largest = std::max(largest, bits);
    if (plan.hasVectorDim())
      all += bits;
  }
  // A thread of a GPU has all rows of its part of a tile at once, and with them
  // what it gathers for them.
  if (plan.schedule == Schedule::Tile && target.getNumLanes() != 1)
    model.getKernel().walk([&](tensor::ExtractOp gather) {
      if (gather.getType().isIntOrFloat())
        largest = std::max(largest, gather.getType().getIntOrFloatBitWidth());
    });
  bool sumsAcross = plan.hasSum && plan.schedule != Schedule::Column;
  plan.width = target.getWidth(smallest, largest, /*hasSum=*/false);
  if (target.hasAlignedBuffers())
    plan.width = std::min(plan.width, getAlignedWidth());
  // One thread keeps all that it reads and writes at a position in registers.
  plan.numLanes = target.getNumLanes();
  bool isSingleLane = plan.numLanes == 1;
  if (isSingleLane)
    while (plan.width > target.getWidth(largest, largest, false) &&
           plan.width * all > kMaxRegisters * target.getWidth(8, 8, false) * 8)
      plan.width /= 2;
  plan.stripWidth = plan.width;
  holdBlocks();
  if (plan.schedule == Schedule::Block || plan.schedule == Schedule::Row)
    fitRow();
  plan.sumWidth = plan.width;
  // Several accumulators: the additions of one wait for each other.
  if (sumsAcross) {
    plan.sumWidth = target.getWidth(smallest, largest, /*hasSum=*/true);
    plan.unroll = kSumLanes / (plan.sumWidth * target.getNumLanes());
    // Phases of one thread may share a loop, those of a block do.
    if (isSingleLane || plan.schedule == Schedule::Block)
      plan.width = plan.sumWidth;
  } else if (isSingleLane && !plan.reductions.empty() &&
             plan.schedule != Schedule::Column) {
    plan.unroll = std::max(1u, kMaxLanes / plan.width);
    if (int64_t columns = getRowExtent())
      plan.unroll =
          std::min<int64_t>(plan.unroll, llvm::divideCeil(columns, plan.width));
  }
  choosePanels();
  plan.joinedBytes =
      joinReductionsOfBlock(plan.width, int64_t(plan.panelStrips) * plan.width);
}

/// Columns of a row that vectors walk; 0 if it is not vectors of one dimension
/// that do.
int64_t Planner::getRowExtent() const {
  bool isRow = plan.schedule == Schedule::Block ||
               (plan.schedule == Schedule::Row && plan.hasVectorDim());
  return isRow ? model.getExtents()[plan.vectorDim] : 0;
}

/// Vectors are not longer than rows.
void Planner::fitRow() {
  int64_t columns = getRowExtent();
  if (columns == 0)
    return;
  shareWarp(columns);
  while (plan.width > 1 && plan.width * plan.numLanes > columns)
    plan.width /= 2;
}

/// A warp walks several items of short rows at once: each thread has a whole
/// vector, and what is computed once per item is computed for all of them. They
/// are as many in every step, for the threads meet in shuffles.
void Planner::shareWarp(int64_t columns) {
  bool hasOnePerItem = llvm::any_of(plan.reductions, [](auto &planned) {
    return planned.place == ReductionPlace::AllItems;
  });
  if (plan.hasSum || plan.hasPanels || hasOnePerItem ||
      model.getKernel().getBucket() || !model.getRagged().empty())
    return;
  int64_t numItems = 1;
  for (unsigned dim : plan.itemDims)
    numItems *= model.getExtents()[dim];
  while (plan.numLanes > 1 && plan.width * (plan.numLanes / 2) >= columns &&
         numItems % (2 * plan.itemsPerWalk) == 0) {
    plan.numLanes /= 2;
    plan.itemsPerWalk *= 2;
  }
}

void Planner::choosePanels() {
  int64_t rows = 1;
  for (unsigned dim : plan.innerDims)
    rows *= model.getExtents()[dim];
  spreadRows(rows);
  if (plan.spreadsRows) {
    plan.panelColumns = plan.panelThreads * plan.width;
    return;
  }
  int64_t stride = int64_t(plan.width) * plan.numLanes;
  if (plan.schedule == Schedule::Block) {
    int64_t columns = model.getExtents()[plan.vectorDim];
    if (plan.hasPanels)
      columns = std::min(columns, kBlockColumns);
    if (plan.hasPanels && plan.heldColumns != 0)
      columns = std::min(columns, plan.heldColumns * plan.numLanes);
    plan.panelStrips = llvm::divideCeil(columns, stride);
    plan.panelColumns = plan.hasPanels ? plan.panelStrips * stride : columns;
    return;
  }
  if (plan.schedule == Schedule::Tile && target.getNumLanes() != 1) {
    plan.tileColumns = std::max<int64_t>(kSectorBytes, plan.width);
    plan.tileRows = Plan::kSquareRows * target.getNumLanes() * plan.width /
                    plan.tileColumns;
  }
  plan.panelStrips = plan.schedule == Schedule::Column
                         ? std::max<int64_t>(1, kPanelColumns / stride)
                         : 1;
  plan.panelColumns = plan.panelStrips * stride;
}

void Planner::chooseChunks() {
  ArrayRef<int64_t> extents = model.getExtents();
  if (plan.schedule == Schedule::Column || plan.hasPanels ||
      (plan.schedule == Schedule::Serial && plan.hasVectorDim()))
    plan.partsPerItem =
        llvm::divideCeil(extents[plan.vectorDim], plan.panelColumns);
  chooseTableRows();
  // One per warp of a panel.
  if (plan.spreadsRows)
    plan.partsPerItem *= target.getNumBlockWarps();
  if (plan.schedule == Schedule::Tile)
    plan.partsPerItem =
        llvm::divideCeil(extents[plan.rowDim], plan.tileRows) *
        llvm::divideCeil(extents[plan.vectorDim], plan.tileColumns);
  plan.numItems = plan.partsPerItem;
  for (unsigned dim : plan.itemDims)
    plan.numItems *= extents[dim];
  for (unsigned dim : plan.innerDims)
    plan.innerExtent *= extents[dim];
  if (plan.hasPanels)
    plan.innerExtent = extents[plan.rowDim] * plan.panelColumns;
  int64_t elements = target.getMinChunkElements();
  int64_t maxChunks = model.getKernel().getBucket()
                          ? std::numeric_limits<int64_t>::max()
                          : kMaxChunks;
  if (target.getNumLanes() != 1 && !model.getKernel().getBucket())
    for (auto [reduction, planned] :
         llvm::zip_equal(model.getReductions(), plan.reductions))
      if (planned.place != ReductionPlace::Item &&
          reduction.combiner.kind != CombinerKind::Sum)
        maxChunks =
            plan.schedule == Schedule::Tile ? kMaxTilePartials : kMaxPartials;
  if (plan.itemsAreElements) {
    plan.numItems = plan.innerExtent;
    int64_t unit = plan.hasSum ? kSumBlock : elements;
    plan.grain = llvm::alignTo(
        std::max<int64_t>(elements, llvm::divideCeil(plan.numItems, maxChunks)),
        unit);
    return;
  }
  int64_t perItem = plan.innerExtent * plan.panelColumns;
  if (plan.schedule == Schedule::Tile)
    perItem = plan.tileRows * plan.tileColumns;
  else if (plan.schedule == Schedule::Row || plan.schedule == Schedule::Flat ||
           plan.schedule == Schedule::Block)
    perItem = plan.innerExtent;
  plan.grain =
      std::max<int64_t>({1, elements / std::max<int64_t>(1, perItem),
                         int64_t(llvm::divideCeil(plan.numItems, maxChunks))});
  groupRows();
  shareRows();
  plan.grain = llvm::alignTo(plan.grain, plan.itemsPerWalk * plan.rowsPerGroup);
  if (plan.spreadsRows || plan.tableRows != 0)
    plan.grain = 1;
  if (plan.blockWarps > 1)
    shareItems(maxChunks);
  // One thread goes from one item of its chunk to the next in one loop.
  auto atLeast = [&](int64_t elements, int64_t minChunks = kMinChunks) {
    plan.grain =
        std::max(plan.grain, std::min(elements / std::max<int64_t>(1, perItem),
                                      plan.numItems / minChunks));
  };
  if (target.getNumLanes() == 1 && plan.schedule == Schedule::Block)
    atLeast(kBlockElements);
  else if (target.getNumLanes() == 1 && plan.schedule == Schedule::Row &&
           plan.numPhases > 1)
    atLeast(kRowElements);
  else if (target.getNumLanes() == 1 && plan.schedule == Schedule::Tile)
    atLeast(kTileElements, kMinTileChunks);
}

/// The lanes of sums over rows, and one f32 or vector per block of a sum that
/// has several: see createAccumulator.
LogicalResult Planner::checkStack() const {
  int64_t bytes = 0;
  const Reduction *last = nullptr;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions)) {
    if (reduction.combiner.kind != CombinerKind::Sum ||
        planned.place != ReductionPlace::Item)
      continue;
    int64_t slots = llvm::divideCeil(plan.innerExtent, kSumBlock);
    int64_t slotBytes = 4;
    if (plan.schedule == Schedule::Column) {
      slots += plan.spreadsRows ? plan.panelGroups : kSumLanes;
      slotBytes *= plan.panelStrips * plan.width;
    }
    bytes += slots * slotBytes;
    last = &reduction;
  }
  if (bytes <= kMaxStackBytes)
    return success();
  return fail(last->value.getDefiningOp(),
              ("sums of " + Twine(plan.innerExtent) + " elements, which take " +
               Twine(bytes) + " bytes of a thread's stack")
                  .str(),
              ("supported are " + Twine(kMaxStackBytes) +
               " bytes; a sum over everything has no limit")
                  .str());
}

void Planner::addScratch() {
  KernelOp kernel = model.getKernel();
  KernelTraffic traffic = getTraffic(kernel);
  int64_t warps = target.getNumBlockWarps(), chunks = plan.getNumChunks();
  if (plan.sharesRows())
    warps = plan.blockWarps;
  // Only where none of the warps is without a chunk. Those that share rows have
  // met before.
  if (!kernel.getBucket() && chunks != 0 && chunks % warps == 0 &&
      (plan.sharesRows() ||
       traffic.read + traffic.written <= kMaxJoinedBytes * chunks))
    plan.chunksPerPartial = warps;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions)) {
    if (planned.place == ReductionPlace::Item)
      continue;
    bool isSum = reduction.combiner.kind == CombinerKind::Sum;
    int64_t count = plan.getNumPartials();
    if (isSum)
      count = planned.place == ReductionPlace::AllItems
                  ? plan.getNumOwnItems()
                  : llvm::divideCeil(plan.numItems, kSumBlock);
    planned.scratch = plan.scratch.size();
    plan.scratch.push_back(std::max<int64_t>(1, count) *
                           getByteWidth(reduction.combiner.element.getType()));
  }
}
