//===- PlaceGathers.cpp - when gathered parameters are in memory ----------===//
//
// A gathered parameter takes memory from its gather to its last reader. Ops run
// in list order, but exchanges run concurrently with other ops. Each gather is
// therefore placed before the first reader of the preceding gather. Its
// exchange then overlaps with the readers of the preceding gather. Parameters
// of one unit share a gather.
//
//===----------------------------------------------------------------------===//

#include "PlaceGathers.h"

#include "fp8/Analysis/RankFlow.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

#include <map>

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("gather-again")
        .category("fp8-optimize-collectives");
static constexpr remark::RemarkOpts kGroupRemark =
    remark::RemarkOpts::name("group-gathers")
        .category("fp8-optimize-collectives");

namespace {
/// The readers of a gathered state, or of the states of a unit.
struct Gather {
  AllGatherOp op;
  Operation *first;
  /// The last reader of the forward pass, and the first of the backward pass;
  /// null if there is none.
  Operation *lastForward = nullptr, *firstBackward = nullptr;
};
} // namespace

/// Returns the first matmul of the backward pass, or null.
static Operation *findBackward(func::FuncOp func) {
  for (Operation &op : func.front())
    if (auto role = op.getAttrOfType<StringAttr>(FP8Dialect::kClassAttrName);
        role && role.getValue() != "fwd")
      return &op;
  return nullptr;
}

/// Returns the op in the body of the function that is `user` or contains it.
static Operation *getAncestor(Operation *user, Block &body) {
  return body.findAncestorOpInBlock(*user);
}

/// Gives each gather into the result of another gather an init of its own. No
/// gather reads its inits, so none is a reader of another one.
static void separateInits(func::FuncOp func) {
  for (auto op : func.front().getOps<AllGatherOp>())
    for (OpOperand &init : op.getInitsMutable())
      if (init.get().getDefiningOp<AllGatherOp>()) {
        OpBuilder b(op);
        init.set(tensor::EmptyOp::create(b, op.getLoc(), init.get().getType(),
                                         ValueRange()));
      }
}

/// Returns the gathers of states, except gathers that only the return reads.
static SmallVector<Gather> findGathers(func::FuncOp func, Operation *backward) {
  RankFlow flow(func);
  Block &body = func.front();
  SmallVector<Gather> gathers;
  for (auto op : body.getOps<AllGatherOp>()) {
    // Skip a gather of values that are not rows of a state: values of a batch
    // are gathered only as part of a sum over ranks.
    if (op.getInputs().size() != 1 || !flow.get(op.getInput()).isShard() ||
        op->use_empty())
      continue;
    Gather gather{op, nullptr};
    for (Operation *user : op->getUsers()) {
      user = getAncestor(user, body);
      if (!gather.first || user->isBeforeInBlock(gather.first))
        gather.first = user;
      bool isForward = !backward || user->isBeforeInBlock(backward);
      Operation *&end = isForward ? gather.lastForward : gather.firstBackward;
      if (!end ||
          (isForward ? end->isBeforeInBlock(user) : user->isBeforeInBlock(end)))
        end = user;
    }
    if (!isa<func::ReturnOp>(gather.first))
      gathers.push_back(gather);
  }
  llvm::sort(gathers, [](const Gather &a, const Gather &b) {
    return a.first != b.first ? a.first->isBeforeInBlock(b.first)
                              : a.op->isBeforeInBlock(b.op);
  });
  return gathers;
}

/// Lets the readers of the backward pass read a second gather. Adds the unit of
/// each second gather to `again`.
static void gatherAgain(func::FuncOp func, Operation *backward,
                        const ExchangeUnits &units,
                        SmallVectorImpl<Gather> &gathers,
                        llvm::DenseMap<Operation *, unsigned> &again) {
  // A tensor that exists when the backward pass begins.
  Value after;
  for (Value operand : backward->getOperands())
    if (!after && isa<RankedTensorType>(operand.getType()))
      after = operand;
  Operation *lastReader = nullptr;
  std::optional<unsigned> lastUnit;
  for (const Gather &gather : gathers)
    if (gather.lastForward &&
        (!lastReader || lastReader->isBeforeInBlock(gather.first))) {
      lastReader = gather.first;
      lastUnit = units.getUnit(gather.op);
    }
  Block &body = func.front();
  for (Gather &gather : gathers) {
    if (!gather.lastForward || !gather.firstBackward || !after)
      continue;
    std::optional<unsigned> unit = units.getUnit(gather.op);
    // The last gather of the forward pass is also the first gather of the
    // backward pass.
    if (!gather.lastForward->isBeforeInBlock(lastReader) ||
        (unit && unit == lastUnit)) {
      remark::missed(gather.op.getLoc(), kRemark)
          << "kept for the backward pass, which reads it first";
      continue;
    }
    OpBuilder b(gather.firstBackward);
    Location loc = gather.op.getLoc();
    Value input = BarrierOp::create(b, loc, gather.op.getInput().getType(),
                                    gather.op.getInput(), after);
    Type type = gather.op.getInit().getType();
    Value init = tensor::EmptyOp::create(b, loc, type, ValueRange());
    auto second =
        AllGatherOp::create(b, loc, type, input, init, gather.op.getAxes(),
                            /*order=*/StreamOrderAttr());
    gather.op.getResult().replaceUsesWithIf(
        second.getResult(), [&](OpOperand &use) {
          Operation *user = getAncestor(use.getOwner(), body);
          return !user->isBeforeInBlock(backward);
        });
    if (unit)
      again[second] = *unit;
    remark::passed(loc, kRemark) << "gathered again for the backward pass";
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
/// Gathers of one unit, in the forward or in the backward pass.
struct Group {
  SmallVector<AllGatherOp> members;
  Operation *first;
  Operation *firstBackward = nullptr;
};
} // namespace

static BarrierOp getBarrier(AllGatherOp gather) {
  return gather.getInput().getDefiningOp<BarrierOp>();
}

/// Returns true if `gather` can be placed before `place`, together with its
/// barrier and the destination.
static bool canStandBefore(AllGatherOp gather, Operation *place) {
  auto isReady = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || op->isBeforeInBlock(place);
  };
  if (BarrierOp barrier = getBarrier(gather))
    return isReady(barrier.getSource()) && isReady(barrier.getAfter());
  return isReady(gather.getInput());
}

/// Groups `gathers`, which are sorted by their first readers.
static SmallVector<Group>
findGroups(ArrayRef<Gather> gathers, const ExchangeUnits &units,
           const llvm::DenseMap<Operation *, unsigned> &again) {
  SmallVector<Group> groups;
  std::map<std::tuple<unsigned, bool, const void *>, unsigned> numbers;
  for (const Gather &gather : gathers) {
    AllGatherOp op = gather.op;
    // A second gather belongs to the unit of the first gather.
    auto copy = again.find(op);
    std::optional<unsigned> unit =
        copy == again.end() ? units.getUnit(op) : std::optional(copy->second);
    Group *group = nullptr;
    if (unit) {
      auto [it, isNew] = numbers.try_emplace(
          {*unit, bool(getBarrier(op)), op.getAxes().getAsOpaquePointer()},
          groups.size());
      if (!isNew && canStandBefore(op, groups[it->second].first))
        group = &groups[it->second];
    }
    if (!group)
      group = &groups.emplace_back(Group{{}, gather.first});
    group->members.push_back(op);
    Operation *backward = gather.firstBackward;
    if (backward && (!group->firstBackward ||
                     backward->isBeforeInBlock(group->firstBackward)))
      group->firstBackward = backward;
  }
  return groups;
}

/// Replaces the gathers of a group by one gather before `place`.
static void combine(const Group &group, Operation *place) {
  OpBuilder b(place);
  SmallVector<Value> inputs, inits;
  SmallVector<Type> types;
  for (AllGatherOp member : group.members) {
    if (BarrierOp barrier = getBarrier(member))
      if (!barrier->isBeforeInBlock(place))
        barrier->moveBefore(place);
    inputs.push_back(member.getInput());
    auto type = cast<RankedTensorType>(member.getInit().getType());
    inits.push_back(
        tensor::EmptyOp::create(b, member.getLoc(), type, ValueRange()));
    types.push_back(type);
  }
  AllGatherOp first = group.members.front();
  Location loc = first.getLoc();
  auto gather =
      AllGatherOp::create(b, loc, types, inputs, inits, first.getAxes(),
                          /*order=*/StreamOrderAttr());
  for (auto [member, result] :
       llvm::zip_equal(group.members, gather.getResults())) {
    AllGatherOp op = member;
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  }
  if (types.size() > 1)
    remark::passed(loc, kGroupRemark)
        << (Twine(types.size()) + " tensors share one exchange").str();
}

void mlir::fp8::placeGathers(func::FuncOp func, const ExchangeUnits &units,
                             Reshard reshard) {
  separateInits(func);
  Operation *backward = findBackward(func);
  SmallVector<Gather> gathers = findGathers(func, backward);
  llvm::DenseMap<Operation *, unsigned> again;
  if (reshard == Reshard::Always && backward) {
    gatherAgain(func, backward, units, gathers, again);
    gathers = findGathers(func, backward);
  }
  SmallVector<Group> groups = findGroups(gathers, units, again);
  // The first reader of each group, in the forward and in the backward pass.
  SmallVector<Operation *> readers;
  for (const Group &group : groups) {
    readers.push_back(group.first);
    if (group.firstBackward)
      readers.push_back(group.firstBackward);
  }
  llvm::sort(readers, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  readers.erase(llvm::unique(readers), readers.end());
  for (const Group &group : groups) {
    auto it = llvm::find(readers, group.first);
    Operation *place = it == readers.begin() ? *it : *std::prev(it);
    bool canStand = llvm::all_of(group.members, [&](AllGatherOp member) {
      return canStandBefore(member, place);
    });
    combine(group, canStand ? place : group.first);
  }
}
