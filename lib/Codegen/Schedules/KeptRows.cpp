//===- KeptRows.cpp - values staged for later phases ----------------------===//
//
// Producers are usually recomputed in each phase, which costs less than memory
// traffic. More expensive values, such as the exp of a softmax, are staged for
// one row of a work item. They are staged on the stack or, on a GPU, in the
// shared memory of the warp.
//
// If a block is traversed again, all its values are staged, even if they were
// only loaded. Its rows are often a power of two apart and then map to a few
// cache sets, which cannot hold them all. If the phases of two blocks overlap,
// loaded values are not staged, because the copies would use more of the cache
// than they save.
//
//===----------------------------------------------------------------------===//

#include "../Plan/ElementCosts.h"
#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum size of a staged row, in bytes. It fits the second-level cache.
static constexpr int64_t kMaxRowBytes = 128 << 10;
/// Maximum size of all staged values of all items of a batch, in bytes. The
/// stack of a thread may be small.
static constexpr int64_t kMaxKeptBytes = 512 << 10;

/// Number of bytes that a GPU thread accesses at once.
static constexpr int64_t kSharedAccessBytes = 16;

namespace {
/// Collects the values that the strips of one phase compute.
class PhaseValues : public ElementCosts {
public:
  using ElementCosts::ElementCosts;

  void addRoot(Value value, unsigned phase) {
    value = getOrigin(value);
    if (!varies(value) || !seen.insert(value))
      return;
    phases[value] = phase;
    if (isa<BlockArgument>(value))
      return;
    for (Value operand : value.getDefiningOp()->getOperands())
      addRoot(operand, phase);
  }

  llvm::SetVector<Value> seen;
  /// The first phase that computes each value.
  DenseMap<Value, unsigned> phases;
};
} // namespace

SmallVector<Value> RowEmitter::getStepRoots(unsigned step) const {
  return getPhaseRoots(step);
}

/// Returns the values that strips of `phase` evaluate first, in the last pass
/// over a row.
SmallVector<Value> RowEmitter::getPhaseRoots(unsigned phase) const {
  SmallVector<Value> roots;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isElementOf(r, phase) && !isRowReduction(r))
      roots.push_back(model.getReductions()[r].combiner.element);
  if (phase + 1 == plan.numPhases)
    for (auto [i, value] :
         llvm::enumerate(model.getKernel().getYield().getValues()))
      if (isInnerOutput(i))
        roots.push_back(value);
  return roots;
}

/// Returns true if `value` combines several values that vary along `inner`.
bool RowEmitter::joinsElements(Value value,
                               const llvm::SmallBitVector &inner) const {
  llvm::SmallDenseSet<Value> elements;
  for (Value operand : value.getDefiningOp()->getOperands())
    if (inner.subsetOf(model.getDependence(operand).dims))
      elements.insert(getOrigin(operand));
  return elements.size() > 1;
}

void RowEmitter::findKeptRows() {
  keptRows.clear();
  keptBytes = 0;
  bool isRow =
      plan.innerDims.size() == 1 && plan.vectorDim == plan.innerDims[0];
  unsigned numSteps = getNumSteps();
  if (numSteps == 1 || (!isRow && plan.schedule != Schedule::Block))
    return;
  // On a GPU, values with one vector per thread stay in registers. Work items
  // that a warp processes side by side would share one staging buffer, and rows
  // that warps share are too long.
  if (isShared() && (plan.schedule != Schedule::Row ||
                     plan.itemsPerIteration != 1 || plan.sharesRows() ||
                     plan.innerExtent <= int64_t(plan.width) * plan.numLanes))
    return;
  llvm::SmallBitVector inner(model.getNumDims());
  for (unsigned dim : plan.innerDims)
    inner.set(dim);
  bool keepsAll = keepsBlock(), keepsLoads = keepsArguments();
  PhaseValues earlier(model, plan.innerDims);
  for (unsigned step = 0; step < numSteps; ++step) {
    // Traverse from the results down to the first values that are worth
    // staging.
    SmallVector<Value> worklist = getStepRoots(step);
    PhaseValues visited(model, plan.innerDims);
    while (!worklist.empty()) {
      Value value = getOrigin(worklist.pop_back_val());
      bool isArgument = isa<BlockArgument>(value);
      if (!earlier.varies(value) || (isArgument && !keepsLoads) ||
          !visited.seen.insert(value))
        continue;
      // The value must vary along all inner dimensions, not only along rows.
      if (earlier.seen.contains(value) &&
          (earlier.getCost(value) >= ElementCosts::kExpensive ||
           (keepsAll && (isArgument || joinsElements(value, inner)))) &&
          inner.subsetOf(model.getDependence(value).dims) &&
          keepRow(value, earlier.phases.lookup(value)))
        continue;
      if (isArgument)
        continue;
      llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    }
    for (Value root : getStepRoots(step))
      earlier.addRoot(root, step);
  }
}

int64_t RowEmitter::getKeptSize() const {
  return llvm::alignTo(plan.innerExtent, kLineBytes);
}

/// Allocates a staged row for `value`, unless the row or all staged rows
/// together are too large.
bool RowEmitter::keepRow(Value value, unsigned phase) {
  if (keptRows.contains(value))
    return true;
  Type type = getStorageType(getElementTypeOrSelf(value.getType()));
  if (plan.innerExtent * 8 > kMaxRowBytes || !type.isIntOrFloat())
    return false;
  int64_t size = getKeptSize();
  // The number of rows in flight, starting with the phase that writes.
  unsigned numRows = overlapsRows() ? plan.numPhases - phase : 1;
  // Avoid a stride that is a power of two.
  int64_t stride = size + kLineBytes;
  if (numRows > 1)
    size = numRows * stride;
  int64_t bytes = size * getByteWidth(type);
  if (keptBytes + bytes >
      (isShared() ? target.getMaxSharedBytes() : kMaxKeptBytes))
    return false;
  keptBytes += bytes;
  Value slot = isShared() ? target.createShared(b, frame, type, size)
                          : createSlot(type, size, kLineBytes);
  keptRows[value] = {slot, phase, numRows, stride};
  return true;
}

/// Emits a barrier between writes and reads of staged values by different
/// threads of a chunk.
void RowEmitter::synchronizeKept() {
  if (!keptRows.empty() && isShared())
    target.synchronize(b);
}

Value RowEmitter::getKeptPlace(const KeptRow &row) {
  Value place = positions[plan.vectorDim].value;
  if (!rowNumber || row.numRows == 1)
    return place;
  Value number =
      b.createOrFold<arith::RemUIOp>(rowNumber, constant(row.numRows));
  return add(mul(number, row.stride), place);
}

/// Returns `value` for the current strip. In the phase that stages the value,
/// calls `compute` and stores its result. In later phases, loads the result. If
/// `value` is not staged, only calls `compute`.
Value RowEmitter::computeKept(Value value,
                              llvm::function_ref<Value()> compute) {
  auto it = keptRows.find(value);
  if (it == keptRows.end() ||
      positions[plan.vectorDim].kind != DimPosition::Lane)
    return compute();
  Type type = getElementTypeOrSelf(value.getType());
  StripAddress address{gep(it->second.slot, type, getKeptPlace(it->second))};
  // Vectors start at multiples of their size.
  int64_t alignment = isShared()
                          ? std::min<int64_t>(getWidth() * getByteWidth(type),
                                              kSharedAccessBytes)
                          : 1;
  if (currentPhase > it->second.phase)
    return load(address, type, alignment);
  Value result = toVector(compute());
  store(address, result, type, alignment);
  return result;
}
