//===- UnrollReductions.cpp - --fp8-unroll-reductions ---------------------===//

#include "Generalize.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UNROLLREDUCTIONSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Unrolls the reduction loops of a generic into copies of its body.
class Unroller {
public:
  Unroller(RewriterBase &rewriter, linalg::GenericOp op)
      : rewriter(rewriter), op(op), extents(op.getStaticLoopRanges()) {
    op.getReductionDims(reduced);
  }

  uint64_t getNumTerms() const {
    uint64_t terms = 1;
    for (unsigned loop : reduced)
      terms = llvm::SaturatingMultiply<uint64_t>(terms, extents[loop]);
    return terms;
  }
  bool hasKnownExtents() const;
  bool canUnroll() const;
  void unroll();

private:
  AffineMap withoutReduced(AffineMap map) const {
    llvm::SmallBitVector dims(map.getNumDims());
    for (unsigned loop : reduced)
      dims.set(loop);
    return projectDims(map, dims, /*compressDimsFlag=*/true);
  }
  bool isRepeated(OpOperand *input) const {
    AffineMap map = op.getMatchingIndexingMap(input);
    return llvm::any_of(
        reduced, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
  }
  void createBody(OpBuilder &b, Location loc, ValueRange arguments);

  RewriterBase &rewriter;
  // Generated accessors are not const.
  mutable linalg::GenericOp op;
  SmallVector<int64_t> extents;
  SmallVector<unsigned> reduced;
};
} // namespace

/// Returns true if the operands that remain after unrolling determine the
/// extents of all parallel loops. Operands that depend on a reduction loop do
/// not remain: the body extracts their elements.
bool Unroller::hasKnownExtents() const {
  llvm::SmallBitVector known(extents.size());
  for (OpOperand &operand : op->getOpOperands())
    if (!isRepeated(&operand))
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          known.set(loop.getPosition());
  for (unsigned loop : reduced)
    known.set(loop);
  return known.all();
}

bool Unroller::canUnroll() const {
  auto isPlain = [](AffineMap map) { return map.isProjectedPermutation(true); };
  return op.hasPureTensorSemantics() && !op.hasDynamicShape() &&
         llvm::all_of(op.getIndexingMapsArray(), isPlain) &&
         llvm::none_of(op.getDpsInitsMutable(),
                       [&](OpOperand &init) { return isRepeated(&init); }) &&
         hasKnownExtents();
}

/// Creates the copies of the body in row-major order of the reduction loops.
/// Each copy continues from the results of the previous copy.
void Unroller::createBody(OpBuilder &b, Location loc, ValueRange arguments) {
  SmallVector<int64_t> sizes = llvm::map_to_vector(
      reduced, [&](unsigned loop) { return extents[loop]; });
  SmallVector<int64_t> basis = computeSuffixProduct(sizes);
  SmallVector<Value> results(arguments.take_back(op.getNumDpsInits()));
  for (int64_t term = 0, e = getNumTerms(); term < e; ++term) {
    SmallVector<int64_t> position = delinearize(term, basis);
    SmallVector<Value> loops;
    unsigned numParallel = 0;
    for (unsigned loop = 0; loop != extents.size(); ++loop) {
      auto *it = llvm::find(reduced, loop);
      loops.push_back(
          it == reduced.end()
              ? linalg::IndexOp::create(b, loc, numParallel++).getResult()
              : arith::ConstantIndexOp::create(b, loc,
                                               position[it - reduced.begin()])
                    .getResult());
    }
    IRMapping mapping;
    unsigned next = 0;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      if (!isRepeated(input)) {
        mapping.map(argument, arguments[next++]);
        continue;
      }
      if (argument.use_empty())
        continue;
      SmallVector<Value> indices;
      for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
        indices.push_back(
            isa<AffineDimExpr>(expr)
                ? loops[cast<AffineDimExpr>(expr).getPosition()]
                : arith::ConstantIndexOp::create(b, loc, 0).getResult());
      mapping.map(argument,
                  tensor::ExtractOp::create(b, loc, input->get(), indices));
    }
    for (auto [argument, result] :
         llvm::zip_equal(op.getRegionOutputArgs(), results))
      mapping.map(argument, result);
    for (Operation &nested : op.getBody()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(nested))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        b.clone(nested, mapping);
    }
    for (auto [result, yielded] :
         llvm::zip_equal(results, op.getBody()->getTerminator()->getOperands()))
      result = mapping.lookupOrDefault(yielded);
  }
  linalg::YieldOp::create(b, loc, results);
}

void Unroller::unroll() {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    if (!isRepeated(input)) {
      inputs.push_back(input->get());
      maps.push_back(withoutReduced(op.getMatchingIndexingMap(input)));
    }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(withoutReduced(op.getMatchingIndexingMap(&init)));
  rewriter.setInsertionPoint(op);
  SmallVector<utils::IteratorType> iterators(extents.size() - reduced.size(),
                                             utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op.getResultTypes(), inputs, ValueRange(op.getDpsInits()), maps,
      iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        createBody(b, loc, arguments);
      });
}

/// Returns true if every result is a reduction with a supported combiner.
static bool isOfCombiners(linalg::LinalgOp op) {
  for (unsigned i = 0, e = op.getNumDpsInits(); i != e; ++i)
    if (!matchCombiner(op, i))
      return false;
  return true;
}

namespace {
struct UnrollReductions
    : fp8::impl::UnrollReductionsPassBase<UnrollReductions> {
  using UnrollReductionsPassBase::UnrollReductionsPassBase;

  void runOnOperation() override {
    if (maxTerms < 0) {
      emitError(getOperation()->getLoc(),
                "expected max-terms= not to be negative, but got ")
          << int64_t(maxTerms);
      return signalPassFailure();
    }
    auto ops =
        collectOps<linalg::LinalgOp>(getOperation(), [](linalg::LinalgOp op) {
          return isa<linalg::GenericOp, linalg::ReduceOp>(op) &&
                 op.getNumReductionLoops() != 0 && !isOfCombiners(op);
        });
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      FailureOr<linalg::GenericOp> generic = generalize(rewriter, op);
      if (failed(generic))
        return signalPassFailure();
      Unroller unroller(rewriter, *generic);
      if (unroller.canUnroll() && unroller.getNumTerms() <= uint64_t(maxTerms))
        unroller.unroll();
    }
  }
};
} // namespace
