//===- GroupReductions.cpp - gradients in few exchanges -------------------===//

#include "GroupReductions.h"

#include "fp8/Analysis/Operands.h"
#include "fp8/IR/ReduceMembers.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include <map>

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("group-reductions")
        .category("fp8-optimize-collectives");

namespace {
/// The properties that ops of one group share.
struct GroupKey {
  /// Properties apart from the tensors: name, axes, kind of reduction.
  OperationName name;
  Attribute properties;
  /// The unit, or -1 for small tensors.
  int64_t unit;
  /// The number of grouped ops on the longest path to the op.
  unsigned round;

  bool operator<(const GroupKey &other) const {
    auto get = [](const GroupKey &key) {
      return std::make_tuple(key.name.getAsOpaquePointer(),
                             key.properties.getAsOpaquePointer(), key.unit,
                             key.round);
    };
    return get(*this) < get(other);
  }
};
} // namespace

/// Returns true if only the return reads the results of a gather.
static bool isReturned(Operation *op) {
  return !op->use_empty() && llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

/// Returns the unit of `op`, -1 for a small tensor, or std::nullopt if the op
/// is not grouped.
static std::optional<int64_t> findUnit(Operation *op,
                                       const ExchangeUnits &units) {
  if (op->getNumResults() != 1 || !(isa<AllReduceOp, ReduceScatterOp>(op) ||
                                    (isa<AllGatherOp>(op) && isReturned(op))))
    return {};
  auto type = cast<ShapedType>(op->getOperand(0).getType());
  // Scalars are combined in separate exchanges: see PackScalars.h.
  if (type.getRank() == 0)
    return {};
  std::optional<unsigned> unit = units.getUnit(op);
  // Small tensors of all units share one exchange.
  if (isa<AllReduceOp>(op) && type.getNumElements() < kManyReducedElements)
    return -1;
  return unit ? std::optional<int64_t>(*unit) : std::nullopt;
}

/// Returns the groups in the order of their first ops.
static SmallVector<SmallVector<Operation *>>
findGroups(func::FuncOp func, const ExchangeUnits &units) {
  SmallVector<SmallVector<Operation *>> groups;
  std::map<GroupKey, unsigned> numbers;
  llvm::DenseMap<Value, unsigned> rounds;
  for (Operation &op : func.front()) {
    unsigned round = 0;
    forEachOperand(&op, [&](Value operand) {
      round = std::max(round, rounds.lookup(operand));
    });
    if (std::optional<int64_t> unit = findUnit(&op, units)) {
      GroupKey key{op.getName(), op.getPropertiesAsAttribute(), *unit, round};
      auto [it, isNew] = numbers.try_emplace(key, groups.size());
      if (isNew)
        groups.emplace_back();
      groups[it->second].push_back(&op);
      ++round;
    }
    if (round != 0)
      for (Value result : op.getResults())
        rounds[result] = round;
  }
  return groups;
}

/// Moves the ops between `first` and `op` that depend on results of `op` to the
/// place after `op`.
static void moveReadersBehind(Operation *first, Operation *op) {
  llvm::SmallPtrSet<Operation *, 16> moved = {op};
  SmallVector<Operation *> order;
  for (Operation *each = first; each != op; each = each->getNextNode()) {
    if (!anyOperand(each, [&](Value operand) {
          return moved.contains(operand.getDefiningOp());
        }))
      continue;
    moved.insert(each);
    order.push_back(each);
  }
  Operation *last = op;
  for (Operation *each : order) {
    each->moveAfter(last);
    last = each;
  }
}

/// Combines the ops of a group at the last of them.
static void combine(ArrayRef<Operation *> members) {
  Operation *last = members.back();
  SmallVector<Value> inputs, inits;
  for (Operation *member : members) {
    inputs.push_back(member->getOperand(0));
    inits.push_back(member->getOperand(1));
  }
  OperationState state(last->getLoc(), last->getName());
  state.addOperands(inputs);
  state.addOperands(inits);
  state.addTypes(TypeRange(ValueRange(inits)));
  state.addAttributes(llvm::to_vector(last->getDiscardableAttrs()));
  state.propertiesAttr = last->getPropertiesAsAttribute();
  OpBuilder b(last);
  Operation *group = b.create(state);
  for (auto [member, result] : llvm::zip_equal(members, group->getResults()))
    member->getResult(0).replaceAllUsesWith(result);
  moveReadersBehind(members.front(), group);
  for (Operation *member : members)
    member->erase();
  remark::passed(group->getLoc(), kRemark)
      << (Twine(inputs.size()) + " tensors share one exchange").str();
}

void mlir::fp8::groupReductions(func::FuncOp func, const ExchangeUnits &units) {
  for (const SmallVector<Operation *> &members : findGroups(func, units))
    if (members.size() > 1)
      combine(members);
}
