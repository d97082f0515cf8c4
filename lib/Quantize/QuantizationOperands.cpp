//===- QuantizationOperands.cpp - layouts of scaling blocks ---------------===//

#include "QuantizationOperands.h"
#include "Casts/CastLayouts.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Utils/TensorType.h"
#include "fp8/Utils/Views.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Returns a layout op on `source` that `isEqual` accepts: a cached one, or an
/// existing op before `user`. Otherwise creates one directly after `source`, so
/// that all later readers can use it.
Value OperandPlanner::findOrCreate(Value source, Attribute key, Operation *user,
                                   function_ref<bool(Operation *)> isEqual,
                                   function_ref<Value()> create) {
  Value &layout = layouts[{source, key}];
  if (layout)
    return layout;
  Operation *found = nullptr;
  for (Operation *op : source.getUsers())
    if (op->getBlock() == user->getBlock() && op->isBeforeInBlock(user) &&
        isEqual(op) && (!found || op->isBeforeInBlock(found)))
      found = op;
  if (found)
    return layout = found->getResult(0);
  if (source.getDefiningOp())
    builder.setInsertionPointAfterValue(source);
  else
    builder.setInsertionPoint(first);
  return layout = create();
}

Value OperandPlanner::transpose(Value value, ArrayRef<int64_t> permutation,
                                Operation *user) {
  return findOrCreate(
      value, builder.getDenseI64ArrayAttr(permutation), user,
      [&](Operation *op) {
        auto other = dyn_cast<linalg::TransposeOp>(op);
        return other && other.getInput() == value &&
               other.getPermutation() == permutation;
      },
      [&] {
        return createTranspose(builder, value.getLoc(), value, permutation);
      });
}

Value OperandPlanner::collapse(Value value,
                               ArrayRef<ReassociationIndices> groups,
                               Operation *user) {
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  if (expand && llvm::equal(expand.getReassociationIndices(), groups))
    return expand.getSrc();
  return findOrCreate(
      value, getReassociationIndicesAttribute(builder, groups), user,
      [&](Operation *op) {
        auto other = dyn_cast<tensor::CollapseShapeOp>(op);
        return other && llvm::equal(other.getReassociationIndices(), groups);
      },
      [&]() -> Value {
        return tensor::CollapseShapeOp::create(builder, value.getLoc(), value,
                                               groups);
      });
}

/// Folds the transposes of `operand` into its indexing map `map`.
Value OperandPlanner::foldTransposes(Value operand, AffineMap &map) {
  while (true) {
    operand = step.getOriginal(operand);
    Operation *op = operand.getDefiningOp();
    if (!op)
      return operand;
    if (Value source = getMovedSource(op, Move::FloatCast)) {
      operand = source;
      continue;
    }
    auto transpose = dyn_cast<linalg::TransposeOp>(op);
    if (!transpose)
      return operand;
    // Dimension d of the transposed tensor is dimension permutation[d] of the
    // input.
    SmallVector<AffineExpr> exprs(map.getNumResults());
    for (auto [d, from] : llvm::enumerate(transpose.getPermutation()))
      exprs[from] = map.getResult(d);
    map = AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
    operand = transpose.getInput();
  }
}

//===----------------------------------------------------------------------===//
// Reduced dimensions
//===----------------------------------------------------------------------===//

/// Returns the loops that the result does not have, in the order of the
/// operand's dimensions.
static SmallVector<unsigned> getReducedLoops(AffineMap operand,
                                             AffineMap result) {
  SmallVector<unsigned> loops;
  for (AffineExpr expr : operand.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (!result.isFunctionOfDim(loop))
      loops.push_back(loop);
  }
  return loops;
}

static int64_t findLoop(AffineMap map, unsigned loop) {
  return *map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

/// Returns true if `loops` are adjacent dimensions of the operand with map
/// `map`.
static bool areAdjacent(AffineMap map, ArrayRef<unsigned> loops) {
  int64_t start = findLoop(map, loops.front());
  return llvm::all_of(llvm::enumerate(loops), [&](auto it) {
    return findLoop(map, it.value()) == start + int64_t(it.index());
  });
}

/// Returns the permutation that moves the dimensions of `loops`, in that order,
/// to the end. Updates `map` to the permuted operand.
static SmallVector<int64_t> moveToEnd(AffineMap &map,
                                      ArrayRef<unsigned> loops) {
  SmallVector<int64_t> permutation;
  for (auto [d, expr] : llvm::enumerate(map.getResults()))
    if (!llvm::is_contained(loops, cast<AffineDimExpr>(expr).getPosition()))
      permutation.push_back(d);
  for (unsigned loop : loops)
    permutation.push_back(findLoop(map, loop));
  SmallVector<AffineExpr> exprs;
  for (int64_t from : permutation)
    exprs.push_back(map.getResult(from));
  map = AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
  return permutation;
}

/// Collapses several reduced dimensions into one. Chooses an order of the
/// dimensions in which they are already adjacent in one of the operands, if
/// there is one.
void OperandPlanner::joinReducedDims(QuantizedContraction &contraction) {
  SmallVector<AffineMap, 3> &maps = contraction.maps;
  Operation *user = contraction.contraction->match.op;
  SmallVector<unsigned> loops = getReducedLoops(maps[0], maps[2]);
  if (loops.size() < 2)
    return;
  SmallVector<unsigned> other = getReducedLoops(maps[1], maps[2]);
  if (!areAdjacent(maps[0], loops) && areAdjacent(maps[1], other))
    loops = other;
  // Keeps the first of the loops and removes the others.
  SmallVector<AffineExpr> newLoops;
  unsigned numLoops = 0;
  for (unsigned loop = 0; loop < maps[0].getNumDims(); ++loop) {
    bool goes = loop != loops.front() && llvm::is_contained(loops, loop);
    newLoops.push_back(
        getAffineDimExpr(goes ? 0 : numLoops++, maps[0].getContext()));
  }
  for (unsigned i : {0, 1}) {
    Value &operand = contraction.operands[i];
    if (!areAdjacent(maps[i], loops)) {
      SmallVector<int64_t> permutation = moveToEnd(maps[i], loops);
      operand = transpose(operand, permutation, user);
    }
    SmallVector<ReassociationIndices> groups;
    SmallVector<AffineExpr> exprs;
    for (auto [d, expr] : llvm::enumerate(maps[i].getResults())) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      if (loop != loops.front() && llvm::is_contained(loops, loop)) {
        groups.back().push_back(d);
        continue;
      }
      groups.push_back({static_cast<int64_t>(d)});
      exprs.push_back(expr);
    }
    operand = collapse(operand, groups, user);
    maps[i] =
        AffineMap::get(maps[i].getNumDims(), 0, exprs, maps[i].getContext());
  }
  for (AffineMap &map : maps)
    map = map.replaceDimsAndSymbols(newLoops, {}, numLoops, 0);
}

/// Transposes operand `i` if its reduced dimension is not one of the last two,
/// because only those can be divided into scaling blocks.
void OperandPlanner::bringWithinReach(QuantizedContraction &contraction,
                                      unsigned i) {
  AffineMap &map = contraction.maps[i];
  SmallVector<unsigned> loops = getReducedLoops(map, contraction.maps[2]);
  if (findLoop(map, loops.front()) + 2 >= map.getNumResults())
    return;
  SmallVector<int64_t> permutation = moveToEnd(map, loops);
  contraction.operands[i] = transpose(contraction.operands[i], permutation,
                                      contraction.contraction->match.op);
}

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

/// Returns the granularity of operand `i`, from its policy or else from the
/// recipe.
QuantizePolicy OperandPlanner::getGranules(const StepContraction &contraction,
                                           unsigned i,
                                           const QuantizePolicy &policy) {
  if (policy.granularity)
    return policy;
  QuantizePolicy granules;
  granules.granularity = GranularityKind::Tensor;
  if (options.recipe == Recipe::Row)
    granules.granularity = GranularityKind::Row;
  if (options.recipe == Recipe::MX)
    granules.granularity = GranularityKind::MX;
  if (options.recipe == Recipe::Block) {
    bool isWeight = contraction.roles[i] == OperandRole::Weight;
    granules.granularity = GranularityKind::Block;
    granules.sizes = {isWeight ? options.blockSize : 1, options.blockSize};
  }
  return granules;
}

GranularityAttr
OperandPlanner::chooseGranularity(const QuantizedContraction &contraction,
                                  unsigned i, const QuantizePolicy &granules) {
  AffineMap map = contraction.maps[i];
  SmallVector<unsigned> loops = getReducedLoops(map, contraction.maps[2]);
  bool alongRows = findLoop(map, loops.front()) + 1 == map.getNumResults();
  auto get = [&](GranularityKind kind, ArrayRef<int64_t> sizes = {}) {
    return GranularityAttr::get(func.getContext(), kind, sizes);
  };
  switch (*granules.granularity) {
  case GranularityKind::Tensor:
  case GranularityKind::Group:
    return {};
  case GranularityKind::Row: {
    ArrayRef<int64_t> shape = getTensorType(contraction.operands[i]).getShape();
    // The granularity of columns is a block that spans the whole dimension.
    return alongRows ? get(GranularityKind::Row)
                     : get(GranularityKind::Block, {shape.take_back(2)[0], 1});
  }
  case GranularityKind::Block: {
    SmallVector<int64_t, 2> sizes = granules.sizes;
    if (!alongRows)
      std::swap(sizes[0], sizes[1]);
    return get(GranularityKind::Block, sizes);
  }
  case GranularityKind::MX:
    return alongRows ? get(GranularityKind::MX)
                     : get(GranularityKind::MX, {32, 1});
  }
  llvm_unreachable("unknown granularity");
}

QuantizedContraction OperandPlanner::plan(const StepContraction &contraction,
                                          ArrayRef<QuantizePolicy> policies) {
  const Contraction &match = contraction.match;
  QuantizedContraction planned{&contraction, {}, match.maps, {}};
  QuantizePolicy granules[2];
  bool hasGranules = false;
  for (unsigned i : {0, 1}) {
    planned.operands[i] = foldTransposes(match.getOperand(i), planned.maps[i]);
    granules[i] = getGranules(contraction, i, policies[i]);
    hasGranules |= granules[i].granularity != GranularityKind::Tensor;
  }
  if (!hasGranules)
    return planned;
  joinReducedDims(planned);
  for (unsigned i : {0, 1}) {
    if (granules[i].granularity != GranularityKind::Tensor)
      bringWithinReach(planned, i);
    planned.granularities[i] = chooseGranularity(planned, i, granules[i]);
  }
  return planned;
}

std::pair<Value, GranularityAttr>
OperandPlanner::findSource(Value value, GranularityAttr granularity) {
  while (true) {
    value = step.getOriginal(value);
    Operation *op = value.getDefiningOp();
    if (!op)
      break;
    if (Value source = getMovedSource(op, Move::FloatCast)) {
      value = source;
      continue;
    }
    Value source = getMovedSource(op, Move::Layout);
    if (!source)
      break;
    if (granularity) {
      GranuleMap granules = GranuleMap::backward(op, granularity);
      if (!granules.getReason().empty())
        break;
      granularity = granules.getGranularity();
    }
    value = source;
  }
  return {value, granularity};
}
