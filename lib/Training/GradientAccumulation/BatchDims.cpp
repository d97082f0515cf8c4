//===- BatchDims.cpp - dimensions of the data of a step -------------------===//

#include "BatchDims.h"

#include "../BatchArguments.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the type of `value` if the analysis tracks its dimensions, or null.
/// Constants are not tracked: equal constants are one SSA value, so unrelated
/// tensors would share dimensions.
RankedTensorType BatchDims::getType(Value value) const {
  if (constants.contains(value))
    return {};
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

unsigned BatchDims::dimOf(Value value, unsigned i) {
  auto [it, isNew] = dims.insert({value, 0});
  if (isNew) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    for (auto [j, extent] : llvm::enumerate(shape)) {
      unsigned dim = classes.add(extent);
      if (j == 0)
        it->second = dim;
    }
  }
  return it->second + i;
}

/// Unifies two dimensions. If they cannot be split into the same parts, they
/// stay separate.
void BatchDims::unify(Value a, unsigned i, Value b, unsigned j) {
  (void)classes.unify(dimOf(a, i), dimOf(b, j));
}

/// Unifies the dimensions of two tensors of equal shape. Ignores other tensors.
void BatchDims::unifyAll(Value a, Value b) {
  auto aType = getType(a), bType = getType(b);
  if (!aType || !bType || aType.getShape() != bType.getShape())
    return;
  for (unsigned i = 0, e = aType.getRank(); i < e; ++i)
    unify(a, i, b, i);
}

/// Unifies the dimensions of `values` that are indexed by the same loop.
void BatchDims::visitMaps(ArrayRef<AffineMap> maps, ValueRange values) {
  llvm::DenseMap<unsigned, unsigned> loops;
  for (auto [map, value] : llvm::zip_equal(maps, values)) {
    if (!getType(value))
      continue;
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      unsigned dim = dimOf(value, i);
      auto [it, isNew] = loops.insert({loop.getPosition(), dim});
      if (!isNew)
        (void)classes.unify(it->second, dim);
    }
  }
}

void BatchDims::unifyGroups(const Reshape &reshape) {
  const auto &[expanded, collapsed, groups] = reshape;
  if (!getType(collapsed) || !getType(expanded))
    return;
  for (auto [i, group] : llvm::enumerate(groups)) {
    if (group.size() == 1) {
      unify(collapsed, i, expanded, group[0]);
      continue;
    }
    SmallVector<unsigned> parts;
    for (int64_t j : group)
      parts.push_back(dimOf(expanded, j));
    (void)classes.unify(ArrayRef<unsigned>{dimOf(collapsed, i)}, parts);
  }
}

/// Unifies the dimensions that a slice takes in full, and records the
/// dimensions that it takes in part.
void BatchDims::unifySlice(Value whole, Value part,
                           const llvm::SmallBitVector &dropped) {
  auto wholeType = getType(whole), partType = getType(part);
  if (!wholeType || !partType)
    return;
  unsigned next = 0;
  for (unsigned i = 0, e = wholeType.getRank(); i < e; ++i) {
    if (dropped.test(i))
      continue;
    unsigned j = next++;
    if (wholeType.getDimSize(i) == partType.getDimSize(j))
      unify(whole, i, part, j);
    else
      partial.push_back({dimOf(whole, i), dimOf(part, j)});
  }
}

void BatchDims::visit(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (!linalgOp.hasPureTensorSemantics())
      return;
    SmallVector<Value> walked(linalgOp.getDpsInputs());
    llvm::append_range(walked, op->getResults());
    visitMaps(linalgOp.getIndexingMapsArray(), walked);
    for (auto [init, result] :
         llvm::zip_equal(linalgOp.getDpsInits(), op->getResults()))
      unifyAll(init, result);
    return;
  }
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](ContractOp contract) {
        if (!isa<RankedTensorType>(contract.getInit().getType()))
          return;
        visitMaps(contract.getIndexingMapsArray(),
                  {contract.getLhs(), contract.getRhs(), op->getResult(0)});
        unifyAll(contract.getInit(), op->getResult(0));
      })
      .Case<AttentionOp, AttentionBackwardOp>([&](auto attention) {
        if (op->getNumResults() == 0)
          return;
        SmallVector<Value> walked(attention->getOperands());
        walked.resize(walked.size() - op->getNumResults());
        llvm::append_range(walked, op->getResults());
        visitMaps(attention.getIndexingMapsArray(), walked);
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto) { unifyGroups(*Reshape::match(op)); })
      .Case([&](tensor::ExtractSliceOp slice) {
        unifySlice(slice.getSource(), slice.getResult(),
                   slice.getDroppedDims());
      })
      .Case([&](tensor::InsertSliceOp slice) {
        unifySlice(slice.getResult(), slice.getSource(),
                   slice.getDroppedDims());
        unifyAll(slice.getDest(), slice.getResult());
      })
      .Case([&](scf::ForOp loop) {
        for (auto [init, arg, next, result] :
             llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                             loop.getYieldedValues(), loop.getResults())) {
          unifyAll(init, arg);
          unifyAll(init, next);
          unifyAll(init, result);
        }
      })
      .Case([&](BarrierOp barrier) {
        unifyAll(barrier.getSource(), barrier.getResult());
      })
      .Case([&](ScatterAddOp scatter) {
        unifyAll(scatter.getInit(), op->getResult(0));
      })
      .Default([&](Operation *) {
        if (!OpTrait::hasElementwiseMappableTraits(op) &&
            !isa<tensor::CastOp, ConvertOp, QuantizeOp, DequantizeOp, UpdateOp>(
                op))
          return;
        for (Value result : op->getResults())
          for (Value operand : op->getOperands())
            unifyAll(operand, result);
      });
}

BatchDims::BatchDims(func::FuncOp func, ArrayRef<unsigned> batches) {
  llvm::DenseSet<Value> computed(func.args_begin(), func.args_end());
  addDependent(func.front(), computed);
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      if (!computed.contains(result))
        constants.insert(result);
  func.walk([&](Operation *op) { visit(op); });
  llvm::DenseSet<unsigned> features;
  auto addParts = [&](Value value, llvm::DenseSet<unsigned> &to) {
    auto type = getType(value);
    if (!type)
      return;
    for (unsigned i = 0, e = type.getRank(); i < e; ++i)
      for (unsigned part : classes.getParts(dimOf(value, i)))
        to.insert(part);
  };
  for (BlockArgument arg : func.getArguments())
    addParts(arg, llvm::is_contained(batches, arg.getArgNumber()) ? examples
                                                                  : features);
  // A slice of a feature dimension is a feature dimension, too. For example, a
  // table of positions may be longer than the part that the step reads.
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto [whole, slice] : partial)
      if (llvm::all_of(classes.getParts(whole),
                       [&](unsigned part) { return features.contains(part); }))
        for (unsigned part : classes.getParts(slice))
          changed |= features.insert(part).second;
  }
  for (unsigned part : features)
    examples.erase(part);
}

bool BatchDims::isPerExample(Value value) {
  auto type = getType(value);
  if (!type)
    return false;
  for (unsigned i = 0, e = type.getRank(); i < e; ++i)
    for (unsigned part : classes.getParts(dimOf(value, i)))
      if (examples.contains(part))
        return true;
  return false;
}
