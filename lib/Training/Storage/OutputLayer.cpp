//===- OutputLayer.cpp - parameters of the output layer -------------------===//

#include "OutputLayer.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Loss.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A contraction of the forward pass that reads a parameter.
struct WeightProduct {
  BlockArgument weight;
  /// True if the last dimension of the weight is a dimension of the result.
  bool keepsLast = false;
};

/// The parameter from which a matrix is copied, and whether the copy is
/// transposed.
struct WeightRoot {
  BlockArgument weight;
  bool isTransposed = false;
};
} // namespace

/// Returns true if `def` copies its matrix transposed, false if it copies it
/// unchanged, and std::nullopt if it copies in another way.
static std::optional<bool> isTransposing(Operation *def, RankedTensorType from,
                                         RankedTensorType to) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(def))
    return transpose.getPermutation().front() == 1;
  if (auto generic = dyn_cast<linalg::GenericOp>(def);
      generic && getMovedSource(def, Move::Layout)) {
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    AffineMap toLoops = inversePermutation(maps[1]);
    AffineMap map = toLoops ? maps[0].compose(toLoops) : AffineMap();
    if (map && map.isIdentity())
      return false;
    return map && map.isPermutation() ? std::optional(true) : std::nullopt;
  }
  return from.getShape() == to.getShape() ? std::optional(false) : std::nullopt;
}

/// Returns the parameter from which `value` or its transpose is copied. The
/// weight is null if there is none.
static WeightRoot findRoot(Value value) {
  WeightRoot root;
  while (Operation *def = value.getDefiningOp()) {
    Value source = getMovedSource(def, Move::Recode);
    auto to = dyn_cast<RankedTensorType>(value.getType());
    auto from = source ? dyn_cast<RankedTensorType>(source.getType())
                       : RankedTensorType();
    if (!from || !to || from.getRank() != 2)
      return {};
    std::optional<bool> isTransposed = isTransposing(def, from, to);
    if (!isTransposed)
      return {};
    root.isTransposed ^= *isTransposed;
    value = source;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  auto kind = func ? func.getArgAttrOfType<StateKindAttr>(
                         argument.getArgNumber(), FP8Dialect::kStateAttrName)
                   : StateKindAttr();
  if (kind && kind.getValue() == StateKind::Param)
    root.weight = argument;
  return root;
}

static SmallVector<WeightProduct> matchProduct(Operation *op) {
  SmallVector<AffineMap> maps;
  Value operands[2];
  if (auto contract = dyn_cast<ContractOp>(op)) {
    maps = contract.getIndexingMapsArray();
    operands[0] = contract.getLhs();
    operands[1] = contract.getRhs();
  } else if (auto match = matchContraction(op);
             match && match->kind == ContractionKind::Matmul) {
    llvm::append_range(maps, match->maps);
    operands[0] = match->lhs;
    operands[1] = match->rhs;
  } else {
    return {};
  }
  SmallVector<WeightProduct> products;
  for (unsigned i : {0, 1}) {
    WeightRoot root = findRoot(operands[i]);
    if (!root.weight)
      continue;
    WeightProduct product{root.weight};
    if (maps[i].getNumResults() == 2)
      product.keepsLast = llvm::is_contained(
          maps[2].getResults(), maps[i].getResult(root.isTransposed ? 0 : 1));
    products.push_back(product);
  }
  return products;
}

llvm::DenseSet<unsigned> mlir::fp8::findRowsOfOutputs(func::FuncOp func) {
  Loss loss = findLoss(func);
  llvm::DenseSet<unsigned> found;
  if (!loss.result)
    return found;
  Block &block = func.front();
  // Ops of the forward pass that are contractions with a parameter, or on which
  // such a contraction depends.
  llvm::DenseSet<Operation *> earlier;
  for (Operation &op : llvm::reverse(block)) {
    if (!loss.forward.contains(&op))
      continue;
    bool leadsOn = llvm::any_of(op.getUsers(), [&](Operation *user) {
      return earlier.contains(block.findAncestorOpInBlock(*user));
    });
    SmallVector<WeightProduct> products = matchProduct(&op);
    if (leadsOn || !products.empty())
      earlier.insert(&op);
    if (leadsOn)
      continue;
    for (const WeightProduct &product : products)
      if (product.keepsLast)
        found.insert(product.weight.getArgNumber());
  }
  return found;
}
