//===- RaiseStacks.cpp - --fp8-raise-stacks -------------------------------===//

#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISESTACKSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// For each element of a vector, the one-element tensor from which it is
/// copied.
using Sources = SmallVector<Value>;

class StackFinder {
public:
  /// Returns the sources of all elements that `generic` computes, or
  /// std::nullopt if an element has no known source.
  std::optional<Sources> find(linalg::GenericOp generic);
  /// Records the sources of `generic`.
  void add(linalg::GenericOp generic, Sources sources) {
    stacks[generic.getResult(0)] = std::move(sources);
  }

private:
  std::optional<int64_t> evaluate(Value value, int64_t index) const;
  Value findSource(Value value, int64_t index) const;

  DenseMap<Value, Sources> stacks;
};
} // namespace

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Evaluates an integer that is computed from the index of an element. A true
/// i1 counts as 1.
std::optional<int64_t> StackFinder::evaluate(Value value, int64_t index) const {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getBitWidth() == 1 ? constant.getZExtValue()
                                       : constant.getSExtValue();
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<linalg::IndexOp>(op))
    return index;
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::CmpIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = evaluate(op->getOperand(0), index);
  std::optional<int64_t> rhs = evaluate(op->getOperand(1), index);
  if (!lhs || !rhs || !op->getOperand(0).getType().isIndex())
    return std::nullopt;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return arith::applyCmpPredicate(compare.getPredicate(), APInt(64, *lhs),
                                    APInt(64, *rhs));
  return isa<arith::AddIOp>(op) ? *lhs + *rhs : *lhs - *rhs;
}

/// Returns the one-element tensor that `value` reads for element `index`, or
/// null.
Value StackFinder::findSource(Value value, int64_t index) const {
  // A loop instead of recursion: branches are nested as deeply as there are
  // sources.
  while (Operation *op = value.getDefiningOp()) {
    if (auto branches = dyn_cast<scf::IfOp>(op)) {
      std::optional<int64_t> condition =
          evaluate(branches.getCondition(), index);
      if (!condition)
        return {};
      scf::YieldOp yield =
          *condition ? branches.thenYield() : branches.elseYield();
      value = yield.getOperand(cast<OpResult>(value).getResultNumber());
      continue;
    }
    auto extract = dyn_cast<tensor::ExtractOp>(op);
    if (!extract || extract.getTensor().getType().getRank() != 1)
      return {};
    std::optional<int64_t> place = evaluate(extract.getIndices()[0], index);
    Value tensor = extract.getTensor();
    auto stack = stacks.find(tensor);
    if (place && stack != stacks.end())
      return *place >= 0 && *place < int64_t(stack->second.size())
                 ? stack->second[*place]
                 : Value();
    return place == 0 && extract.getTensor().getType().getNumElements() == 1
               ? tensor
               : Value();
  }
  return {};
}

/// Returns true if `value` is computed for one element of one vector, so that
/// its producer can write it directly into the vector. `others` are the sources
/// of earlier elements.
static bool isComputedFor(Value value, const DenseSet<Value> &others) {
  if (!isa_and_nonnull<linalg::LinalgOp, tensor::ExpandShapeOp,
                       tensor::FromElementsOp>(value.getDefiningOp()))
    return false;
  Operation *user = nullptr;
  for (Operation *other : value.getUsers()) {
    auto generic = other->getParentOfType<linalg::GenericOp>();
    if (!generic || (user && user != generic))
      return false;
    user = generic;
  }
  return !others.contains(value);
}

std::optional<Sources> StackFinder::find(linalg::GenericOp generic) {
  if (generic.hasDynamicShape() || generic.getNumDpsInputs() != 0 ||
      generic.getNumDpsInits() != 1 || generic.getNumLoops() != 1 ||
      generic.getNumParallelLoops() != 1 ||
      !generic.getIndexingMapsArray()[0].isIdentity())
    return std::nullopt;
  Sources sources;
  DenseSet<Value> found;
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  for (int64_t i = 0, end = generic.getStaticLoopRanges()[0]; i < end; ++i) {
    Value source = findSource(yielded, i);
    if (!source || !isComputedFor(source, found))
      return std::nullopt;
    found.insert(source);
    sources.push_back(source);
  }
  return sources;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void replace(RewriterBase &rewriter, linalg::GenericOp generic,
                    ArrayRef<Value> sources) {
  Location loc = generic.getLoc();
  auto type = cast<RankedTensorType>(generic.getResult(0).getType());
  rewriter.setInsertionPoint(generic);
  Value vector = tensor::EmptyOp::create(rewriter, loc, type, ValueRange());
  auto scalar = RankedTensorType::get({}, type.getElementType());
  SmallVector<OpFoldResult> one = {rewriter.getIndexAttr(1)};
  for (auto [i, source] : llvm::enumerate(sources)) {
    SmallVector<OpFoldResult> offset = {
        rewriter.getIndexAttr(static_cast<int64_t>(i))};
    Value element = tensor::CollapseShapeOp::create(
        rewriter, loc, scalar, source, ArrayRef<ReassociationIndices>());
    vector = tensor::InsertSliceOp::create(rewriter, loc, element, vector,
                                           offset, one, one);
  }
  rewriter.replaceOp(generic, vector);
}

namespace {
struct RaiseStacks : fp8::impl::RaiseStacksPassBase<RaiseStacks> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      StackFinder finder;
      SmallVector<std::pair<linalg::GenericOp, Sources>> stacks;
      function.walk([&](linalg::GenericOp generic) {
        std::optional<Sources> sources = finder.find(generic);
        if (!sources || sources->size() < 2)
          return;
        stacks.emplace_back(generic, *sources);
        finder.add(generic, std::move(*sources));
      });
      changed |= !stacks.empty();
      // Users first: a stack that only other stacks read is then dead.
      for (auto &[generic, sources] : llvm::reverse(stacks)) {
        if (generic->use_empty())
          rewriter.eraseOp(generic);
        else
          replace(rewriter, generic, sources);
      }
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
