//===- RankFlow.cpp - values that differ between ranks --------------------===//

#include "fp8/Analysis/RankFlow.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"

#include "fp8/Analysis/RowOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

static uint32_t getBits(MeshAttr mesh, ArrayAttr axes) {
  uint32_t bits = 0;
  for (unsigned axis : getMeshAxes(mesh, axes))
    bits |= 1u << axis;
  return bits;
}

/// Returns the axes with more than one rank. Values cannot differ along other
/// axes.
static uint32_t getSeveral(MeshAttr mesh) {
  uint32_t bits = 0;
  for (auto [axis, size] : llvm::enumerate(mesh.getSizes()))
    if (size > 1)
      bits |= 1u << axis;
  return bits;
}

RankFlow::RankFlow(func::FuncOp func) : mesh(getMesh(func)) {
  if (!mesh)
    return;
  uint32_t several = getSeveral(mesh);
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto kind =
        func.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (func.getArgAttr(i, FP8Dialect::kBatchAttrName) ||
        (kind && kind.getValue() == StateKind::Rank))
      values[argument].local = several;
    if (auto shard =
            func.getArgAttrOfType<ShardAttr>(i, FP8Dialect::kShardAttrName))
      values[argument].shard =
          several & (1u << *mesh.findAxis(shard.getAxis()));
  }
  for (Operation &op : func.front())
    visit(&op);
}

/// Returns the union of the dependences of the operands of `op` and of the
/// values that its regions read. If a shard is combined with the row position
/// of the rank along the same axes, it stays a shard and does not become local.
RankValue RankFlow::join(Operation *op) const {
  RankValue tensors, scalars;
  forEachOperand(op, [&](Value operand) {
    RankValue value = get(operand);
    RankValue &to = isa<ShapedType>(operand.getType()) ? tensors : scalars;
    to.local |= value.local;
    to.shard |= value.shard;
    to.isPartial |= value.isPartial;
  });
  if ((scalars.local & ~tensors.shard) != 0)
    tensors.local |= scalars.local;
  tensors.shard |= scalars.shard;
  tensors.isPartial |= scalars.isPartial;
  return tensors;
}

void RankFlow::visitCollective(Operation *op, ArrayAttr axes, bool scatters) {
  uint32_t bits = getBits(mesh, axes);
  for (OpResult result : op->getResults()) {
    // Inputs come first, in the order of the results.
    RankValue value = get(op->getOperand(result.getResultNumber()));
    value.local &= ~bits;
    value.shard &= ~bits;
    value.isPartial &= value.shard != 0;
    if (scatters)
      value.shard |= bits & getSeveral(mesh);
    values[result] = value;
  }
}

/// Returns the dependence of the result of `op`, given the dependence
/// `operands`. If `op` computes the number of the rank modulo the number of
/// ranks along the last axes, the result depends only on these axes.
RankValue RankFlow::getPosition(Operation *op, RankValue operands) {
  APInt divisor;
  if (!isa<arith::RemUIOp, arith::RemSIOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
    return operands;
  int64_t ranks = 1;
  uint32_t bits = 0;
  for (unsigned axis = mesh.getAxes().size(); axis-- > 0;) {
    ranks *= mesh.getSizes()[axis];
    bits |= 1u << axis;
    if (ranks == divisor.getSExtValue())
      operands.local &= bits;
  }
  return operands;
}

/// Returns true if `op` takes rows of a replicated tensor at a position that
/// depends on the rank, and takes whole rows.
static bool slicesRows(Operation *op, const RankFlow &flow) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || !flow.get(slice.getSource()).isReplicated())
    return false;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  return !offsets.empty() && isa<Value>(offsets.front()) &&
         llvm::all_of(ArrayRef(offsets).drop_front(), [](OpFoldResult offset) {
           return isa<Attribute>(offset);
         });
}

bool RankFlow::keepsRows(Operation *op) const {
  if (getMovedSource(op, Move::Reshape | Move::Barrier))
    return true;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    auto type = slice.getSourceType();
    return type.getRank() != 0 && !slice.isDynamicSize(0) &&
           slice.getStaticSize(0) == type.getDimSize(0);
  }
  std::optional<RowOp> match = matchRowOp(op);
  if (!match || !match->readsNumber)
    return match.has_value();
  return anyOperand(op, [&](Value operand) {
    return !isa<ShapedType>(operand.getType()) && get(operand).local != 0;
  });
}

void RankFlow::visit(Operation *op) {
  if (auto gather = dyn_cast<AllGatherOp>(op))
    return visitCollective(op, gather.getAxes(), /*scatters=*/false);
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    return visitCollective(op, reduce.getAxes(), /*scatters=*/false);
  if (auto scatter = dyn_cast<ReduceScatterOp>(op))
    return visitCollective(op, scatter.getAxes(), /*scatters=*/true);
  if (auto exchange = dyn_cast<AllToAllOp>(op))
    return visitCollective(op, exchange.getAxes(), /*scatters=*/true);
  // A barrier does not read its second operand.
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    values[barrier.getResult()] = get(barrier.getSource());
    return;
  }
  RankValue operands = getPosition(op, join(op));
  if (slicesRows(op, *this)) {
    operands.shard |= operands.local;
    operands.local = 0;
  }
  for (Value result : op->getResults()) {
    RankValue value = operands;
    auto type = dyn_cast<ShapedType>(result.getType());
    bool hasRows = type && type.hasRank() && type.getRank() != 0;
    bool keeps = isa<UpdateOp, QuantizeOp, DequantizeOp>(op) || keepsRows(op);
    if (value.shard != 0 && !(hasRows && keeps) && !slicesRows(op, *this))
      value.isPartial = true;
    if (!(value == RankValue()))
      values[result] = value;
  }
}
