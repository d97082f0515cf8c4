//===- GatherTransposes.cpp - equal transposes side by side ---------------===//
//
// Codes that the forward pass stores along rows are transposed for the
// gradients of weights. Each transpose moves few bytes, so that a launch of its
// own does not fill a GPU. They all run where the first gradient needs one.
// Until then, the operand of each transpose is alive in place of its result.
//
//===----------------------------------------------------------------------===//

#include "fp8/Codegen/GatherTransposes.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of bytes of the results of a group. Where the group runs, its
/// operands and its results are all alive.
static constexpr int64_t kMaxBytes = int64_t(1) << 28;

namespace {
struct Transposition {
  KernelOp kernel;
  /// The first op that reads the result, in the block of the kernel.
  Operation *firstUse;
};
} // namespace

/// Returns the ops of `block` that access `buffer`, which the step allocates,
/// or a view of it, except `kernel`. Returns std::nullopt if they are not
/// known, or if another op than `writer` may write the buffer.
static std::optional<SmallVector<Operation *>>
findReaders(Value buffer, KernelOp kernel, Operation *writer) {
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return std::nullopt;
  SmallVector<Operation *> readers;
  SmallVector<Value> aliases = {buffer};
  while (!aliases.empty())
    for (OpOperand &use : aliases.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<ViewLikeOpInterface>(user)) {
        llvm::append_range(aliases, user->getResults());
        continue;
      }
      unsigned number = use.getOperandNumber();
      bool isRead = false;
      if (auto other = dyn_cast<KernelOp>(user))
        isRead = number < other.getInputs().size();
      else if (auto product = dyn_cast<GemmOp>(user))
        isRead = &use != &product.getInitMutable();
      if (user->getBlock() != kernel->getBlock() ||
          (!isRead && user != kernel && user != writer))
        return std::nullopt;
      if (user != kernel && user != writer)
        readers.push_back(user);
    }
  return readers;
}

/// Returns the kernel that is the only writer of `buffer` before `kernel`, or
/// null.
static KernelOp findWriter(Value buffer, KernelOp kernel) {
  for (OpOperand &use : buffer.getUses())
    if (auto writer = dyn_cast<KernelOp>(use.getOwner());
        writer && use.getOperandNumber() >= writer.getInputs().size())
      return writer->getBlock() == kernel->getBlock() &&
                     writer->isBeforeInBlock(kernel)
                 ? writer
                 : KernelOp();
  return {};
}

/// Returns the transpose `kernel` with the first op that reads its result if it
/// can run anywhere before this op.
static std::optional<Transposition> match(KernelOp kernel) {
  Value from = kernel.getInputs()[0], to = kernel.getInits()[0];
  KernelOp writer = findWriter(from, kernel);
  if (!writer || !findReaders(from, kernel, writer))
    return std::nullopt;
  std::optional<SmallVector<Operation *>> readers =
      findReaders(to, kernel, /*writer=*/nullptr);
  if (!readers || readers->empty())
    return std::nullopt;
  Operation *first = readers->front();
  for (Operation *reader : *readers)
    if (reader->isBeforeInBlock(first))
      first = reader;
  if (!kernel->isBeforeInBlock(first))
    return std::nullopt;
  return Transposition{kernel, first};
}

namespace {
/// Equal transposes that can run before `limit`.
struct Group {
  SmallVector<KernelOp> kernels;
  Operation *limit;
  int64_t bytes;
};
} // namespace

/// Returns true if `transpose` can join `group`, in which all kernels precede
/// its own.
static bool fits(const Group &group, const Transposition &transpose) {
  KernelOp kernel = transpose.kernel, first = group.kernels.front();
  return kernel->getBlock() == first->getBlock() &&
         llvm::equal(kernel->getOperandTypes(), first->getOperandTypes()) &&
         haveEqualBodies(kernel, first) &&
         kernel->isBeforeInBlock(group.limit) &&
         group.bytes + getBytes(kernel.getInits()[0].getType()) <= kMaxBytes;
}

void fp8::gatherTransposes(ArrayRef<KernelOp> transposes) {
  llvm::DenseSet<Operation *> all;
  for (KernelOp kernel : transposes)
    all.insert(kernel);
  SmallVector<Group> groups;
  for (KernelOp kernel : transposes) {
    std::optional<Transposition> transpose = match(kernel);
    // The first reader must keep its position.
    if (!transpose || all.contains(transpose->firstUse))
      continue;
    // The last fitting group is the group whose kernels wait least.
    auto group = llvm::find_if(llvm::reverse(groups), [&](const Group &other) {
      return fits(other, *transpose);
    });
    int64_t bytes = getBytes(kernel.getInits()[0].getType());
    if (group == groups.rend()) {
      groups.push_back({{kernel}, transpose->firstUse, bytes});
      continue;
    }
    group->kernels.push_back(kernel);
    group->bytes += bytes;
    if (transpose->firstUse->isBeforeInBlock(group->limit))
      group->limit = transpose->firstUse;
  }
  for (Group &group : groups)
    if (group.kernels.size() > 1)
      for (KernelOp kernel : group.kernels)
        kernel->moveBefore(group.limit);
}
