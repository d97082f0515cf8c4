//===- PlaceGathers.cpp - when gathered parameters are in memory ----------===//
//
// A gathered parameter takes memory from its gather to its last reader. Ops run
// in the order of the list, and exchanges beside other ops, so a gather stands
// one gather before its first reader.
//
//===----------------------------------------------------------------------===//

#include "PlaceGathers.h"

#include "fp8/Analysis/RankFlow.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("gather-again")
        .category("fp8-optimize-collectives");

namespace {
/// The readers of a gathered state.
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

/// Returns the op of the body of the function that `user` is or lies in.
static Operation *getAncestor(Operation *user, Block &body) {
  return body.findAncestorOpInBlock(*user);
}

/// Returns the gathers of states that other ops than the return read.
static SmallVector<Gather> findGathers(func::FuncOp func, Operation *backward) {
  RankFlow flow(func);
  Block &body = func.front();
  SmallVector<Gather> gathers;
  for (auto op : body.getOps<AllGatherOp>()) {
    // Values of batches differ between ranks, and their gathers are sums.
    if (!flow.get(op.getInput()).isShard() || op->use_empty())
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

/// Lets the readers of the backward pass read a second gather.
static void gatherAgain(func::FuncOp func, Operation *backward,
                        SmallVectorImpl<Gather> &gathers) {
  // A tensor that exists when the backward pass begins.
  Value after;
  for (Value operand : backward->getOperands())
    if (!after && isa<RankedTensorType>(operand.getType()))
      after = operand;
  Operation *lastReader = nullptr;
  for (const Gather &gather : gathers)
    if (gather.lastForward &&
        (!lastReader || lastReader->isBeforeInBlock(gather.first)))
      lastReader = gather.first;
  Block &body = func.front();
  for (Gather &gather : gathers) {
    if (!gather.lastForward || !gather.firstBackward || !after)
      continue;
    // The last gather of the forward pass is also the first of the backward.
    if (!gather.lastForward->isBeforeInBlock(lastReader)) {
      remark::missed(gather.op.getLoc(), kRemark)
          << "kept for the backward pass, which reads it first";
      continue;
    }
    OpBuilder b(gather.firstBackward);
    Location loc = gather.op.getLoc();
    Value input = BarrierOp::create(b, loc, gather.op.getInput().getType(),
                                    gather.op.getInput(), after);
    Operation *init = b.clone(*gather.op.getInit().getDefiningOp());
    auto again = AllGatherOp::create(b, loc, init->getResultTypes(), input,
                                     init->getResult(0), gather.op.getAxes(),
                                     /*order=*/StreamOrderAttr());
    gather.op.getResult().replaceUsesWithIf(
        again.getResult(), [&](OpOperand &use) {
          Operation *user = getAncestor(use.getOwner(), body);
          return !user->isBeforeInBlock(backward);
        });
    remark::passed(loc, kRemark) << "gathered again for the backward pass";
  }
}

/// Moves a gather before `place`, with the ops behind a barrier that it needs.
/// It stays where it is if its input does not exist there yet.
static void moveTo(AllGatherOp gather, Operation *place) {
  SmallVector<Operation *> ops = {gather};
  if (place->isBeforeInBlock(gather)) {
    auto barrier = gather.getInput().getDefiningOp<BarrierOp>();
    Operation *after = barrier ? barrier.getAfter().getDefiningOp() : nullptr;
    if (!barrier || (after && !after->isBeforeInBlock(place)))
      return;
    ops = {barrier, gather.getInit().getDefiningOp(), gather};
  }
  for (Operation *op : ops)
    op->moveBefore(place);
}

void mlir::fp8::placeGathers(func::FuncOp func, Reshard reshard) {
  Operation *backward = findBackward(func);
  SmallVector<Gather> gathers = findGathers(func, backward);
  if (reshard == Reshard::Always && backward) {
    gatherAgain(func, backward, gathers);
    gathers = findGathers(func, backward);
  }
  // The ops that need a gathered value first, in the forward and in the
  // backward pass.
  SmallVector<Operation *> readers;
  for (const Gather &gather : gathers) {
    readers.push_back(gather.first);
    if (gather.firstBackward)
      readers.push_back(gather.firstBackward);
  }
  llvm::sort(readers, [](Operation *a, Operation *b) {
    return a != b && a->isBeforeInBlock(b);
  });
  readers.erase(llvm::unique(readers), readers.end());
  for (Gather &gather : gathers) {
    auto it = llvm::find(readers, gather.first);
    moveTo(gather.op, it == readers.begin() ? *it : *std::prev(it));
  }
}
