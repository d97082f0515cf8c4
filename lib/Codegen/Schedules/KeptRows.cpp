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

#include "KeptRows.h"
#include "../Plan/ElementCosts.h"
#include "llvm/ADT/SetVector.h"

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
/// Collects the values that the strips of passes compute.
class StepValues : public ElementCosts {
public:
  using ElementCosts::ElementCosts;

  void addRoot(Value value, unsigned step) {
    value = getOrigin(value);
    if (!varies(value) || !seen.insert(value))
      return;
    steps[value] = step;
    if (isa<BlockArgument>(value))
      return;
    for (Value operand : value.getDefiningOp()->getOperands())
      addRoot(operand, step);
  }

  llvm::SetVector<Value> seen;
  /// The first pass that computes each value.
  DenseMap<Value, unsigned> steps;
};
} // namespace

/// Returns true if `value` combines several values that vary along `inner`.
static bool joinsElements(const KernelModel &model, Value value,
                          const llvm::SmallBitVector &inner) {
  llvm::SmallDenseSet<Value> elements;
  for (Value operand : value.getDefiningOp()->getOperands())
    if (inner.subsetOf(model.getDependence(operand).dims))
      elements.insert(getOrigin(operand));
  return elements.size() > 1;
}

void KeptRows::create(const Request &request) {
  if (request.steps.size() == 1)
    return;
  const KernelModel &model = e.model;
  ArrayRef<unsigned> innerDims = e.plan.innerDims;
  llvm::SmallBitVector inner = model.toBits(innerDims);
  StepValues earlier(model, innerDims);
  for (auto [step, roots] : llvm::enumerate(request.steps)) {
    // Traverse from the results down to the first values that are worth
    // staging.
    SmallVector<Value> worklist = roots;
    StepValues visited(model, innerDims);
    while (!worklist.empty()) {
      Value value = getOrigin(worklist.pop_back_val());
      bool isArgument = isa<BlockArgument>(value);
      if (!earlier.varies(value) || (isArgument && !request.keepsArguments) ||
          !visited.seen.insert(value))
        continue;
      // The value must vary along all inner dimensions, not only along rows.
      if (earlier.seen.contains(value) &&
          (earlier.getCost(value) >= ElementCosts::kExpensive ||
           (request.keepsAll &&
            (isArgument || joinsElements(model, value, inner)))) &&
          inner.subsetOf(model.getDependence(value).dims) &&
          keep(value, earlier.steps.lookup(value), request))
        continue;
      if (isArgument)
        continue;
      llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    }
    for (Value root : roots)
      earlier.addRoot(root, step);
  }
}

/// Allocates a staged row for `value`, unless the row or all staged rows
/// together are too large.
bool KeptRows::keep(Value value, unsigned step, const Request &request) {
  if (rows.contains(value))
    return true;
  Type type = getStorageType(getElementTypeOrSelf(value.getType()));
  if (e.plan.innerExtent * 8 > kMaxRowBytes || !type.isIntOrFloat())
    return false;
  int64_t size = request.size;
  // The number of rows in flight, starting with the pass that writes.
  unsigned numRows = request.overlapsRows ? request.steps.size() - step : 1;
  // Avoid a stride that is a power of two.
  int64_t stride = size + kLineBytes;
  if (numRows > 1)
    size = numRows * stride;
  int64_t added = size * getByteWidth(type);
  if (bytes + added >
      (isShared() ? e.target.getMaxSharedBytes() : kMaxKeptBytes))
    return false;
  bytes += added;
  Value slot = isShared() ? e.target.createShared(e.b, e.frame, type, size)
                          : e.createSlot(type, size, kLineBytes);
  rows[value] = {slot, step, numRows, stride};
  return true;
}

void KeptRows::synchronize() {
  if (!rows.empty() && isShared())
    e.target.synchronize(e.b);
}

Value KeptRows::evaluate(Value value, llvm::function_ref<Value()> compute,
                         llvm::function_ref<Value(const Row &)> getPlace) {
  auto it = rows.find(value);
  if (it == rows.end() ||
      e.positions[e.plan.vectorDim].kind != DimPosition::Range)
    return compute();
  const Row &row = it->second;
  Type type = getElementTypeOrSelf(value.getType());
  FunctionEmitter::StripAddress address{e.gep(row.slot, type, getPlace(row))};
  // Vectors start at multiples of their size.
  int64_t alignment =
      isShared()
          ? std::min<int64_t>(e.width * getByteWidth(type), kSharedAccessBytes)
          : 1;
  if (e.currentPhase > row.step)
    return e.load(address, type, alignment);
  Value result = e.toVector(compute());
  e.store(address, result, type, alignment);
  return result;
}
