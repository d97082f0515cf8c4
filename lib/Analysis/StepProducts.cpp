//===- StepProducts.cpp - transposed contractions of a step ---------------===//

#include "SteppedValues.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns for each dimension of the result of `op`, a transpose or a cast, the
/// dimension of the source. Returns std::nullopt for other ops.
static std::optional<SmallVector<int64_t>> getSourceDims(Operation *op) {
  if (!getMovedSource(op, Move::FloatCast))
    return getPermutation(op);
  int64_t rank = cast<ShapedType>(op->getResult(0).getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

/// Finds the value that operand `i` of `match` is a transpose of, and the
/// dimensions of this value that are summed over.
static void findView(const Contraction &match, unsigned i,
                     StepProducts::Product &product) {
  Value &view = product.views[i] = match.getOperand(i);
  if (match.maps.size() != 3)
    return;
  llvm::SmallBitVector &summed = product.summed[i];
  summed.resize(match.maps[i].getNumResults());
  for (auto [dim, expr] : llvm::enumerate(match.maps[i].getResults()))
    if (!llvm::is_contained(match.maps[2].getResults(), expr))
      summed.set(dim);
  while (Operation *op = view.getDefiningOp()) {
    Value source = getMovedSource(op, Move::Retype);
    std::optional<SmallVector<int64_t>> dims =
        source ? getSourceDims(op) : std::nullopt;
    if (!dims || dims->size() != summed.size())
      return;
    llvm::SmallBitVector before(summed.size());
    for (unsigned dim : summed.set_bits())
      before.set((*dims)[dim]);
    summed = before;
    view = source;
  }
}

StepProducts::StepProducts(Block &block) : block(block) {
  for (Operation &op : block) {
    std::optional<Contraction> match = matchContraction(&op);
    if (match || readsAny(&op, dependent))
      dependent.insert(op.result_begin(), op.result_end());
    if (!match)
      continue;
    unsigned number = products.size();
    numbers[&op] = number;
    Product &product = products.emplace_back();
    product.op = &op;
    for (unsigned i : {0, 1}) {
      product.roots[i] = getMovedRoot(match->getOperand(i), Move::Retype);
      findView(*match, i, product);
      SmallVector<unsigned> &uses = readers[product.roots[i]];
      if (uses.empty() || uses.back() != number)
        uses.push_back(number);
    }
  }
}

const StepProducts::Product *StepProducts::find(Operation *op) const {
  auto it = numbers.find(op);
  return it == numbers.end() ? nullptr : &products[it->second];
}

ArrayRef<unsigned> StepProducts::getReaders(Value root) const {
  auto it = readers.find(root);
  return it == readers.end() ? ArrayRef<unsigned>() : it->second;
}

/// Returns true if `later` sums over dimensions of `root` that `earlier` keeps.
static bool turns(const StepProducts::Product &later,
                  const StepProducts::Product &earlier, Value root) {
  for (unsigned i : {0, 1})
    for (unsigned j : {0, 1}) {
      if (later.roots[i] != root || earlier.roots[j] != root)
        continue;
      auto getShape = [](Value view) {
        return cast<ShapedType>(view.getType()).getShape();
      };
      const llvm::SmallBitVector &a = later.summed[i], &b = earlier.summed[j];
      if (a.any() && b.any() &&
          getShape(later.views[i]) == getShape(earlier.views[j]) &&
          !a.anyCommon(b))
        return true;
    }
  return false;
}

bool StepProducts::isTransposed(unsigned number) const {
  const Product &product = products[number];
  std::optional<llvm::DenseSet<Operation *>> slice;
  for (Value root : product.roots)
    for (unsigned reader : getReaders(root)) {
      if (reader >= number || !turns(product, products[reader], root))
        continue;
      if (!slice) {
        slice.emplace();
        addBackwardSlice(product.op->getResult(0), block, *slice);
      }
      if (slice->contains(products[reader].op))
        return true;
    }
  return false;
}

bool StepProducts::isGradientOf(const Product &gradient, Value weight) const {
  if (llvm::is_contained(gradient.roots, weight))
    return false;
  return llvm::any_of(getReaders(weight), [&](unsigned reader) {
    const Product &forward = products[reader];
    Value partner = forward.roots[forward.roots[0] == weight ? 1 : 0];
    return forward.op->isBeforeInBlock(gradient.op) &&
           turns(gradient, forward, partner);
  });
}

bool StepProducts::isDecision(Value value) const {
  if (!dependsOnProduct(value) || !hasOneElement(value.getType()) ||
      !getElementTypeOrSelf(value.getType()).isInteger(1))
    return false;
  llvm::DenseSet<Operation *> slice;
  addBackwardSlice(value, block, slice);
  return llvm::any_of(count(slice).set_bits(),
                      [&](unsigned i) { return isTransposed(i); });
}

void StepProducts::addForward(ArrayRef<Value> roots,
                              const SteppedValues &stepped,
                              llvm::DenseSet<Operation *> &slice) const {
  addBackwardSlice(roots, block, slice, [&](Value value) {
    return stepped.contains(value) || isDecision(value);
  });
}

llvm::BitVector
StepProducts::count(const llvm::DenseSet<Operation *> &slice) const {
  llvm::BitVector found(products.size());
  for (auto [i, product] : llvm::enumerate(products))
    if (slice.contains(product.op))
      found.set(i);
  return found;
}
