//===- Chunks.cpp - vectors, chunks and memory of a plan ------------------===//

#include "Planner.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of columns of a panel. A row of the panel fills whole cache lines,
/// and the 32 sum lanes of all columns fit in the cache.
static constexpr int64_t kPanelColumns = 64;
/// Maximum columns of a block panel, so that its accumulators fit in registers.
static constexpr int64_t kBlockColumns = 256;
/// Maximum number of CPU vector registers for all operands and results at one
/// vector position.
static constexpr unsigned kMaxRegisters = 16;
/// Maximum number of elements in the accumulators of a maximum.
static constexpr unsigned kMaxLanes = 64;

/// Minimum number of elements of a chunk of blocks, and minimum number of
/// chunks to distribute over threads. Each block of a chunk prefetches the next
/// block, so long chunks are better.
static constexpr int64_t kBlockElements = 1 << 19, kMinChunks = 32;
/// Minimum number of elements of a chunk of tiles, in which each tile is cast
/// while the previous one is transposed, and minimum number of chunks. The
/// first and the last tile of a chunk have no partner.
static constexpr int64_t kTileElements = 1 << 20, kMinTileChunks = 16;
/// Minimum number of elements of a chunk of rows whose phases overlap. The
/// first and last rows of a chunk overlap with fewer rows.
static constexpr int64_t kRowElements = 1 << 16;

/// Bytes that a GPU writes to memory at once (a sector). A tile row has that
/// many FP8 values.
static constexpr int64_t kSectorBytes = 32;
/// Maximum number of chunks that leave partial results for the second-stage
/// function, because a single thread block reads them all. More chunks of tiles
/// are allowed, because chunks of one tile are faster: a warp waits for the
/// stores of its previous tile.
static constexpr int64_t kMaxPartials = 1 << 15, kMaxTilePartials = 1 << 17;

/// Number of warps that run at the same time on a large GPU: 64 on each of 128
/// multiprocessors.
static constexpr int64_t kResidentWarps = 1 << 13;

/// Maximum number of bytes that a chunk moves for a block-level reduction to
/// pay off. Above it, the second stage takes too small a part of the time to be
/// worth a barrier. `ptxas` assigns more registers to kernels with a barrier.
static constexpr int64_t kMaxJoinedBytes = 32 << 10;

/// Maximum stack size of a GPU thread, in bytes.
static constexpr int64_t kMaxStackBytes = 512 * 1024;

/// Returns the longest vector width that is aligned in every operand. The
/// accesses of neighboring threads coalesce if each thread accesses one element
/// or one aligned vector. They do not coalesce if the hardware must split the
/// vectors.
unsigned Planner::getAlignedWidth() const {
  int64_t width = std::numeric_limits<unsigned>::max();
  for (const Access &access : model.getAccesses())
    if (plan.hasVectorDim() && access.strides[plan.vectorDim] == 1)
      width = std::min(width, plan.getAlignment(access) /
                                  getByteWidth(access.elementType));
  return width;
}

/// Chooses the widths of vectors: the longest width of the target, shortened to
/// suit all operands, the registers and the row. Phases with sums have their
/// own width.
void Planner::chooseVectors() {
  unsigned smallest = 64, largest = 8, all = 0;
  for (const Access &access : model.getAccesses()) {
    // The operand has one element for the whole vector, so it does not limit
    // the width.
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
  // A GPU thread has all rows of its part of a tile in registers at once,
  // together with the elements that it gathers for them.
  if (plan.as<TilePlan>() && target.getNumThreads() != 1)
    model.getKernel().walk([&](tensor::ExtractOp gather) {
      if (gather.getType().isIntOrFloat())
        largest = std::max(largest, gather.getType().getIntOrFloatBitWidth());
    });
  bool sumsAcross = plan.hasSum && !plan.as<ColumnPlan>();
  plan.width = target.getWidth(smallest, largest, /*hasSum=*/false);
  if (target.hasAlignedBuffers())
    plan.width = std::min(plan.width, getAlignedWidth());
  // One thread keeps all operands and results at a position in registers.
  plan.threadsPerItem = target.getNumThreads();
  bool isSingleThread = plan.threadsPerItem == 1;
  if (isSingleThread)
    while (plan.width > target.getWidth(largest, largest, false) &&
           plan.width * all > kMaxRegisters * target.getWidth(8, 8, false) * 8)
      plan.width /= 2;
  stripWidth = plan.width;
  if (auto *block = plan.as<BlockPlan>())
    holdBlocks(*block);
  if (int64_t columns = getRowExtent())
    fitRow(columns);
  plan.sumWidth = plan.width;
  // Several accumulators hide the latency of the additions.
  if (sumsAcross) {
    plan.sumWidth = target.getWidth(smallest, largest, /*hasSum=*/true);
    plan.unroll = kSumLanes / (plan.sumWidth * target.getNumThreads());
    // The phases of a block share a loop, and so may the phases that one thread
    // runs. All phases then use the same width.
    if (isSingleThread || plan.as<BlockPlan>())
      plan.width = plan.sumWidth;
  } else if (isSingleThread && !plan.reductions.empty() &&
             !plan.as<ColumnPlan>()) {
    plan.unroll = std::max(1u, kMaxLanes / plan.width);
    if (int64_t columns = getRowExtent())
      plan.unroll =
          std::min<int64_t>(plan.unroll, llvm::divideCeil(columns, plan.width));
  }
  choosePanels();
}

/// Returns the number of columns of a row if vectors lie along one dimension of
/// the row, else 0.
int64_t Planner::getRowExtent() const {
  bool isRow =
      plan.as<BlockPlan>() || (plan.as<RowPlan>() && plan.hasVectorDim());
  return isRow ? model.getExtents()[plan.vectorDim] : 0;
}

/// Shortens vectors that are longer than a row.
void Planner::fitRow(int64_t columns) {
  shareWarp(columns);
  while (plan.width > 1 && plan.width * plan.threadsPerItem > columns)
    plan.width /= 2;
}

/// Lets a warp process several work items with short rows at once. Each thread
/// then has a whole vector, and per-item values are computed for all items
/// together. Every step must have the same number of items, because all threads
/// of the warp take part in its shuffles.
void Planner::shareWarp(int64_t columns) {
  const auto *block = plan.as<BlockPlan>();
  if (plan.hasSum || (block && block->hasPanels) ||
      plan.hasReductions(ReductionPlace::AllItems) ||
      model.getKernel().getBucket() || !model.getRagged().empty())
    return;
  int64_t numItems = model.getNumPoints(plan.itemDims);
  while (plan.threadsPerItem > 1 &&
         plan.width * (plan.threadsPerItem / 2) >= columns &&
         numItems % (2 * plan.itemsPerIteration) == 0) {
    plan.threadsPerItem /= 2;
    plan.itemsPerIteration *= 2;
  }
}

/// Chooses the shape of a panel or of a GPU tile.
void Planner::choosePanels() {
  int64_t stride = int64_t(plan.width) * plan.threadsPerItem;
  if (auto *column = plan.as<ColumnPlan>()) {
    spreadRows(*column);
    if (!column->spread)
      column->panelStrips = std::max<int64_t>(1, kPanelColumns / stride);
    column->panelColumns = column->spread ? column->spread->threads * plan.width
                                          : column->panelStrips * stride;
  } else if (auto *block = plan.as<BlockPlan>()) {
    int64_t columns = model.getExtents()[plan.vectorDim];
    if (block->hasPanels)
      columns = std::min(columns, kBlockColumns);
    if (block->hasPanels && block->heldColumns != 0)
      columns = std::min(columns, block->heldColumns * plan.threadsPerItem);
    block->panelStrips = llvm::divideCeil(columns, stride);
    block->panelColumns =
        block->hasPanels ? block->panelStrips * stride : columns;
    plan.joinedBytes = joinReductionsOfBlock(
        plan.width, int64_t(block->panelStrips) * plan.width);
  } else if (auto *scatter = plan.as<ScatterPlan>()) {
    scatter->panelColumns = stride;
  } else if (auto *tile = plan.as<TilePlan>();
             tile && target.getNumThreads() != 1) {
    tile->columns = std::max<int64_t>(kSectorBytes, plan.width);
    tile->rows = TilePlan::kSquareRows * target.getNumThreads() * plan.width /
                 tile->columns;
  }
}

/// Returns the number of panels or tiles per point of the item dimensions.
int64_t Planner::countParts() {
  auto count = [&](unsigned dim, int64_t size) -> int64_t {
    return llvm::divideCeil(model.getExtents()[dim], size);
  };
  if (const auto *column = plan.as<ColumnPlan>()) {
    // Each warp of a panel counts as one part.
    int64_t warps = column->spread ? target.getNumBlockWarps() : 1;
    return count(plan.vectorDim, column->panelColumns) * warps;
  }
  if (const auto *tile = plan.as<TilePlan>())
    return count(tile->rowDim, tile->rows) *
           count(plan.vectorDim, tile->columns);
  if (const auto *block = plan.as<BlockPlan>(); block && block->hasPanels)
    return count(plan.vectorDim, block->panelColumns);
  auto *scatter = plan.as<ScatterPlan>();
  if (!scatter)
    return 1;
  if (plan.hasVectorDim())
    scatter->numPanels = count(plan.vectorDim, scatter->panelColumns);
  chooseTableRows(*scatter);
  return scatter->tableRows == 0
             ? scatter->numPanels
             : scatter->numPanels *
                   count(plan.innerDims[0], scatter->tableRows);
}

/// Returns the number of elements that a work item traverses.
int64_t Planner::countItemElements() const {
  if (const auto *tile = plan.as<TilePlan>())
    return tile->rows * tile->columns;
  if (const auto *column = plan.as<ColumnPlan>())
    return plan.innerExtent * column->panelColumns;
  if (const auto *scatter = plan.as<ScatterPlan>())
    return plan.innerExtent * scatter->panelColumns;
  return plan.innerExtent;
}

/// Returns the maximum number of chunks.
int64_t Planner::getMaxChunks() const {
  if (model.getKernel().getBucket())
    return std::numeric_limits<int64_t>::max();
  if (target.getNumThreads() != 1)
    for (auto [reduction, planned] :
         llvm::zip_equal(model.getReductions(), plan.reductions))
      if (planned.place != ReductionPlace::Item && !reduction.combiner.isSum())
        return plan.as<TilePlan>() ? kMaxTilePartials : kMaxPartials;
  return kMaxChunks;
}

/// Chooses chunks of elements, under the flat schedule.
void Planner::chooseElementChunks(int64_t maxChunks) {
  plan.numItems = plan.innerExtent;
  int64_t elements = target.getMinChunkElements();
  // The vectors of a chunk are loaded one after another, so a kernel of few
  // chunks mostly waits. Shorter chunks occupy all multiprocessors.
  if (target.getNumThreads() != 1 && plan.reductions.empty() &&
      !model.getKernel().getBucket())
    elements = std::min<int64_t>(
        elements,
        llvm::alignTo(std::max<int64_t>(
                          1, llvm::divideCeil(plan.numItems, kResidentWarps)),
                      plan.width * plan.threadsPerItem));
  plan.grain = llvm::alignTo(
      std::max<int64_t>(elements, llvm::divideCeil(plan.numItems, maxChunks)),
      plan.hasSum ? kSumBlock : elements);
}

void Planner::chooseChunks() {
  plan.partsPerPoint = countParts();
  plan.numItems = plan.partsPerPoint * model.getNumPoints(plan.itemDims);
  plan.innerExtent = model.getNumPoints(plan.innerDims);
  if (const auto *block = plan.as<BlockPlan>(); block && block->hasPanels)
    plan.innerExtent = model.getExtents()[block->rowDim] * block->panelColumns;
  int64_t maxChunks = getMaxChunks();
  if (plan.itemsAreElements())
    return chooseElementChunks(maxChunks);
  int64_t perItem = std::max<int64_t>(1, countItemElements());
  plan.grain =
      std::max<int64_t>({1, target.getMinChunkElements() / perItem,
                         int64_t(llvm::divideCeil(plan.numItems, maxChunks))});
  groupRows();
  shareRows();
  plan.grain = llvm::alignTo(plan.grain,
                             plan.itemsPerIteration * plan.getRowsPerGroup());
  const auto *column = plan.as<ColumnPlan>();
  const auto *scatter = plan.as<ScatterPlan>();
  if ((column && column->spread) || (scatter && scatter->tableRows != 0))
    plan.grain = 1;
  if (plan.blockWarps > 1)
    shareItems(maxChunks);
  // On a CPU, larger chunks let more work items overlap in the loop of one
  // thread.
  auto atLeast = [&](int64_t elements, int64_t minChunks = kMinChunks) {
    plan.grain = std::max(
        plan.grain, std::min(elements / perItem, plan.numItems / minChunks));
  };
  if (target.getNumThreads() != 1)
    return;
  if (plan.as<BlockPlan>())
    atLeast(kBlockElements);
  else if (plan.as<RowPlan>() && plan.numPhases > 1)
    atLeast(kRowElements);
  else if (plan.as<TilePlan>())
    atLeast(kTileElements, kMinTileChunks);
}

/// Checks that the stack holds the lanes of sums over rows and, for a sum with
/// several blocks, one f32 or vector per block. See createAccumulator.
LogicalResult Planner::checkStack() const {
  int64_t bytes = 0;
  const Reduction *last = nullptr;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions)) {
    if (!reduction.combiner.isSum() || planned.place != ReductionPlace::Item)
      continue;
    int64_t slots = plan.getNumSumBlocks();
    int64_t slotBytes = 4;
    if (const auto *column = plan.as<ColumnPlan>()) {
      slots += column->spread ? column->spread->groups : kSumLanes;
      slotBytes *= column->panelStrips * plan.width;
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
               " bytes; a sum over the whole domain has no limit")
                  .str());
}

void Planner::addScratch() {
  KernelOp kernel = model.getKernel();
  KernelTraffic traffic = getTraffic(kernel);
  int64_t warps = target.getNumBlockWarps(), chunks = plan.getNumChunks();
  if (plan.sharesRows())
    warps = plan.blockWarps;
  // The warps of a thread block combine their partial results if every warp has
  // a chunk. For warps that share rows, another barrier costs little, because
  // they already use barriers.
  if (!kernel.getBucket() && chunks != 0 && chunks % warps == 0 &&
      (plan.sharesRows() ||
       traffic.read + traffic.written <= kMaxJoinedBytes * chunks))
    plan.chunksPerPartial = warps;
  for (auto [reduction, planned] :
       llvm::zip_equal(model.getReductions(), plan.reductions)) {
    if (planned.place == ReductionPlace::Item)
      continue;
    bool isSum = reduction.combiner.isSum();
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
