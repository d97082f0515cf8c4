//===- KeptRows.cpp - values that a later phase reads again ---------------===//
//
// Producers are recomputed in each phase, which costs less than memory does.
// What costs more, as the exp of a softmax, is kept for a row of an item, on
// the stack, or on a GPU in the memory that the threads of a warp share. Of a
// block that is walked again everything is kept, even what was only loaded: its
// rows often lie a power of two apart, where the few sets of the cache that
// they share do not hold them. Where the phases of two blocks overlap, a copy
// takes more from the cache than it gives, and is not made of what was only
// loaded.
//
//===----------------------------------------------------------------------===//

#include "../Plan/ElementCosts.h"
#include "RowEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Bytes of a kept row, at most: it fits the second-level cache.
static constexpr int64_t kMaxRowBytes = 128 << 10;
/// Of all that are kept, of all items of a batch: a thread may have little of a
/// stack.
static constexpr int64_t kMaxKeptBytes = 512 << 10;

/// Bytes that a thread of a GPU accesses at once.
static constexpr int64_t kSharedAccessBytes = 16;

namespace {
/// Walks what the strips of one phase compute.
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
  /// The first phase of each.
  DenseMap<Value, unsigned> phases;
};
} // namespace

SmallVector<Value> RowEmitter::getStepRoots(unsigned step) const {
  return getPhaseRoots(step);
}

/// What strips of `phase` evaluate first, in the last walk along a row.
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

/// Whether `value` takes the place of several that vary like it.
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
  // What the threads of a GPU compute for one vector each stays in registers.
  // Items that they walk side by side would keep their rows in one place, and
  // rows that warps share are too long.
  if (isShared() && (plan.schedule != Schedule::Row || plan.itemsPerWalk != 1 ||
                     plan.sharesRows() ||
                     plan.innerExtent <= int64_t(plan.width) * plan.numLanes))
    return;
  llvm::SmallBitVector inner(model.getNumDims());
  for (unsigned dim : plan.innerDims)
    inner.set(dim);
  bool keepsAll = keepsBlock(), keepsLoads = keepsArguments();
  PhaseValues earlier(model, plan.innerDims);
  for (unsigned step = 0; step < numSteps; ++step) {
    // From the results down to the first values that are worth it.
    SmallVector<Value> worklist = getStepRoots(step);
    PhaseValues visited(model, plan.innerDims);
    while (!worklist.empty()) {
      Value value = getOrigin(worklist.pop_back_val());
      bool isArgument = isa<BlockArgument>(value);
      if (!earlier.varies(value) || (isArgument && !keepsLoads) ||
          !visited.seen.insert(value))
        continue;
      // Along all that an item walks, not along its rows alone.
      if (earlier.seen.contains(value) &&
          (earlier.getCost(value) >= ElementCosts::kDear ||
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

/// Makes room for a row of `value`, if it is not too long and neither are all
/// of them together.
bool RowEmitter::keepRow(Value value, unsigned phase) {
  if (keptRows.contains(value))
    return true;
  Type type = getStorageType(getElementTypeOrSelf(value.getType()));
  if (plan.innerExtent * 8 > kMaxRowBytes || !type.isIntOrFloat())
    return false;
  int64_t size = getKeptSize();
  // Those that are walked at once, from the phase that writes on.
  unsigned numRows = overlapsRows() ? plan.numPhases - phase : 1;
  // Not a power of two apart.
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

/// Lets the threads of a chunk read what others keep, or overwrite what they
/// have read.
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

/// `compute()`, kept in the first phase that needs it and read in later ones.
Value RowEmitter::computeKept(Value value,
                              llvm::function_ref<Value()> compute) {
  auto it = keptRows.find(value);
  if (it == keptRows.end() ||
      positions[plan.vectorDim].kind != DimPosition::Lane)
    return compute();
  Type type = getElementTypeOrSelf(value.getType());
  StripAddress address{gep(it->second.slot, type, getKeptPlace(it->second))};
  // Vectors begin at multiples of their size.
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
