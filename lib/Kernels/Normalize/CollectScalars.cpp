//===- CollectScalars.cpp - --fp8-collect-scalars -------------------------===//

#include "fp8/IR/FP8.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_COLLECTSCALARSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A chain of ops, each of which combines one more scalar term with the result
/// of the previous op.
struct Chain {
  /// The ops, from first to last.
  SmallVector<Operation *> steps;
  /// The initial value of the chain, or null if the chain starts with two
  /// terms.
  Value start;
  SmallVector<Value> terms;
};
} // namespace

/// Returns the op that combines the two operands of `step`, a generic without
/// loops on tensors of rank 0. Returns null if `step` does anything else, or if
/// its operation is not a supported reduction.
static Operation *getCombiner(Operation *step) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(step);
  if (!generic || generic.getNumLoops() != 0 ||
      generic.getNumDpsInputs() != 2 || generic->getNumResults() != 1 ||
      generic.getBody()->getOperations().size() != 2)
    return nullptr;
  auto type = dyn_cast<RankedTensorType>(generic->getResult(0).getType());
  if (!type || type.getRank() != 0 ||
      !llvm::all_equal({Type(type), generic->getOperand(0).getType(),
                        generic->getOperand(1).getType()}))
    return nullptr;
  Operation &op = generic.getBody()->front();
  // A sum becomes fp8.scatter_add, which supports only these element types.
  if (isa<arith::AddFOp>(op) &&
      !isa<Float32Type, BFloat16Type, Float16Type>(op.getResult(0).getType()))
    return nullptr;
  if (!isa<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp, arith::AndIOp,
           arith::OrIOp>(op) ||
      generic.getBody()->getTerminator()->getOperand(0) != op.getResult(0))
    return nullptr;
  Value first = generic.getRegionInputArgs()[0];
  Value second = generic.getRegionInputArgs()[1];
  bool combinesBoth =
      (op.getOperand(0) == first && op.getOperand(1) == second) ||
      (op.getOperand(0) == second && op.getOperand(1) == first);
  return combinesBoth ? &op : nullptr;
}

/// Returns true if exactly one op uses `value`. The op may use it in several
/// operands, because elementwise ops often also use an operand as their
/// destination.
static bool hasOneUser(Value value) {
  return !value.use_empty() && llvm::all_equal(value.getUsers());
}

/// Returns true if a kernel computes `value` for a single reader, so that the
/// kernel can write `value` into the vector of terms.
static bool isTerm(Value value) {
  return hasOneUser(value) && value.getDefiningOp<linalg::LinalgOp>() &&
         !value.getDefiningOp<linalg::FillOp>();
}

/// Returns the step whose result `step` reads and the term that `step` combines
/// with it, or nulls.
static std::pair<Operation *, Value> getLink(Operation *step) {
  // A result that is combined with itself is no term.
  if (step->getOperand(0) == step->getOperand(1))
    return {nullptr, Value()};
  for (unsigned i : {0, 1}) {
    Operation *before = step->getOperand(i).getDefiningOp();
    Operation *combiner = getCombiner(before);
    if (combiner && hasOneUser(step->getOperand(i)) &&
        combiner->getName() == getCombiner(step)->getName() &&
        isTerm(step->getOperand(1 - i)))
      return {before, step->getOperand(1 - i)};
  }
  return {nullptr, Value()};
}

static std::optional<Chain> findChain(Operation *last) {
  Chain chain;
  for (Operation *step = last; step;) {
    chain.steps.push_back(step);
    auto [before, term] = getLink(step);
    if (before)
      chain.terms.push_back(term);
    step = before;
  }
  std::reverse(chain.steps.begin(), chain.steps.end());
  // The terms so far are in reverse order, from last to first. So the second
  // operand of the first step precedes its first operand.
  Value first = chain.steps.front()->getOperand(0);
  Value second = chain.steps.front()->getOperand(1);
  if (!isTerm(second))
    std::swap(first, second);
  if (!isTerm(second) || first == second)
    return std::nullopt;
  chain.terms.push_back(second);
  if (isTerm(first))
    chain.terms.push_back(first);
  else
    chain.start = first;
  std::reverse(chain.terms.begin(), chain.terms.end());
  return chain;
}

//===----------------------------------------------------------------------===//
// The vector
//===----------------------------------------------------------------------===//

static Value createVector(OpBuilder &b, Location loc, ArrayRef<Value> terms) {
  Type element = getElementTypeOrSelf(terms.front().getType());
  Value vector = tensor::EmptyOp::create(
      b, loc, ArrayRef<int64_t>{static_cast<int64_t>(terms.size())}, element);
  SmallVector<OpFoldResult> one = {b.getIndexAttr(1)};
  for (auto [i, term] : llvm::enumerate(terms)) {
    SmallVector<OpFoldResult> offset = {
        b.getIndexAttr(static_cast<int64_t>(i))};
    vector =
        tensor::InsertSliceOp::create(b, loc, term, vector, offset, one, one);
  }
  return vector;
}

/// Creates a sum in the order of the terms, as an fp8.scatter_add to one
/// position.
static Value createSum(OpBuilder &b, Location loc, Value vector, Value start) {
  auto type = cast<RankedTensorType>(vector.getType());
  auto one = RankedTensorType::get({1}, type.getElementType());
  Value init;
  if (start)
    init = tensor::ExpandShapeOp::create(b, loc, one, start,
                                         ArrayRef<ReassociationIndices>());
  else // the first term is added to -0
    init = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(one,
                               b.getFloatAttr(type.getElementType(), -0.0)));
  // Indices must not be a constant, because a scatter reads them from memory.
  auto places = RankedTensorType::get({type.getDimSize(0), 1}, b.getI32Type());
  Value indices = createElements(
      b, loc, places, {},
      [](ArithmeticBuilder &body, ValueRange) { return body.word(0); });
  auto sum = ScatterAddOp::create(b, loc, TypeRange(one), vector, indices,
                                  ValueRange(init));
  return tensor::CollapseShapeOp::create(
      b, loc, RankedTensorType::get({}, type.getElementType()), sum.getResult(),
      ArrayRef<ReassociationIndices>());
}

/// Creates a reduction whose order does not matter.
static Value createReduction(OpBuilder &b, Location loc, Value vector,
                             Value start, Operation *combiner) {
  AffineMap element = b.getMultiDimIdentityMap(1);
  AffineMap scalar = AffineMap::get(1, 0, b.getContext());
  return linalg::GenericOp::create(
             b, loc, start.getType(), vector, start,
             ArrayRef<AffineMap>{element, scalar},
             utils::IteratorType::reduction,
             [&](OpBuilder &body, Location, ValueRange arguments) {
               Operation *op = body.clone(*combiner);
               op->setOperands({arguments[1], arguments[0]});
               linalg::YieldOp::create(body, loc, op->getResults());
             })
      .getResult(0);
}

static void replace(RewriterBase &rewriter, Chain &chain) {
  Operation *last = chain.steps.back();
  Operation *combiner = getCombiner(last);
  Location loc = last->getLoc();
  rewriter.setInsertionPoint(last);
  Value result;
  if (isa<arith::AddFOp>(combiner)) {
    Value vector = createVector(rewriter, loc, chain.terms);
    result = createSum(rewriter, loc, vector, chain.start);
  } else {
    ArrayRef<Value> terms = chain.terms;
    Value start = chain.start;
    if (!start) {
      start = terms.front();
      terms = terms.drop_front();
    }
    Value vector = createVector(rewriter, loc, terms);
    result = createReduction(rewriter, loc, vector, start, combiner);
  }
  rewriter.replaceOp(last, result);
  for (Operation *step : llvm::reverse(ArrayRef(chain.steps).drop_back()))
    rewriter.eraseOp(step);
}

namespace {
struct CollectScalars : fp8::impl::CollectScalarsPassBase<CollectScalars> {
  using CollectScalarsPassBase::CollectScalarsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<Chain> chains;
      DenseSet<Operation *> taken;
      for (Block &block : function.getBody())
        for (Operation &op : llvm::reverse(block)) {
          if (taken.contains(&op) || !getCombiner(&op))
            continue;
          std::optional<Chain> chain = findChain(&op);
          if (!chain)
            continue;
          taken.insert_range(chain->steps);
          if (static_cast<int64_t>(chain->terms.size()) >= minTerms)
            chains.push_back(std::move(*chain));
        }
      for (Chain &chain : chains)
        replace(rewriter, chain);
      changed |= !chains.empty();
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
