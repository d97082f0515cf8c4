//===- GatherAccesses.cpp - --fp8-gather-accesses -------------------------===//

#include "Generalize.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/ComputedAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_GATHERACCESSESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true for 0, for a loop index, and for a loop index divided by a
/// constant, such as the index of an element's scaling block.
static bool isPlain(AffineExpr expr) {
  if (auto quotient = dyn_cast<AffineBinaryOpExpr>(expr))
    return expr.getKind() == AffineExprKind::FloorDiv &&
           isa<AffineDimExpr>(quotient.getLHS()) &&
           isa<AffineConstantExpr>(quotient.getRHS());
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() == 0;
  return isa<AffineDimExpr>(expr);
}

static bool isPlain(AffineMap map) {
  return llvm::all_of(map.getResults(),
                      [](AffineExpr expr) { return isPlain(expr); });
}

/// Returns the loops of `op` whose extents the operands with indexing maps
/// `maps` do not determine.
static SmallVector<unsigned> findUnboundLoops(linalg::GenericOp op,
                                              ArrayRef<AffineMap> maps) {
  SmallVector<unsigned> loops;
  for (unsigned dim = 0, e = op.getNumLoops(); dim != e; ++dim)
    if (llvm::none_of(maps, [&](AffineMap map) {
          return llvm::is_contained(map.getResults(),
                                    getAffineDimExpr(dim, op.getContext()));
        }))
      loops.push_back(dim);
  return loops;
}

/// Replaces accesses of `op` at other affine expressions of loop indices, such
/// as sums, by tensor.extract ops in the body.
static void gather(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  SmallVector<unsigned> gathered;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!isPlain(map)) {
      gathered.push_back(input->getOperandNumber());
      continue;
    }
    maps.push_back(map);
    inputs.push_back(input->get());
  }
  for (OpOperand &init : op.getDpsInitsMutable())
    maps.push_back(op.getMatchingIndexingMap(&init));
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (unsigned loop : findUnboundLoops(op, maps)) {
    // This input only determines the extent of the loop.
    inputs.push_back(tensor::EmptyOp::create(rewriter, loc, extents[loop],
                                             rewriter.getF32Type()));
    maps.insert(
        maps.end() - op.getNumDpsInits(),
        AffineMap::get(op.getNumLoops(), 0, rewriter.getAffineDimExpr(loop)));
  }
  auto create = [&](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
    IRMapping mapping;
    for (unsigned i : gathered) {
      SmallVector<Value> indices =
          createIndices(b, bodyLoc, op.getIndexingMapsArray()[i].getResults(),
                        op.getNumLoops());
      mapping.map(
          op.getBody()->getArgument(i),
          tensor::ExtractOp::create(b, bodyLoc, op->getOperand(i), indices));
    }
    unsigned next = 0;
    for (unsigned i = 0, e = op.getNumDpsInputs(); i != e; ++i)
      if (!llvm::is_contained(gathered, i))
        mapping.map(op.getBody()->getArgument(i), arguments[next++]);
    for (auto [old, argument] :
         llvm::zip_equal(op.getRegionOutputArgs(),
                         arguments.take_back(op.getNumDpsInits())))
      mapping.map(old, argument);
    for (Operation &nested : *op.getBody())
      b.clone(nested, mapping);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op.getResultTypes(), inputs, ValueRange(op.getDpsInits()), maps,
      op.getIteratorTypesArray(), create);
}

namespace {
struct GatherAccesses : fp8::impl::GatherAccessesPassBase<GatherAccesses> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      bool isGathered = llvm::any_of(op.getDpsInputOperands(), [&](auto *use) {
        return !isPlain(op.getMatchingIndexingMap(use));
      });
      if (isGathered && op.hasPureTensorSemantics() && !op.hasDynamicShape())
        ops.push_back(op);
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    for (linalg::LinalgOp op : ops)
      if (failed(checkAccesses(op)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      FailureOr<linalg::GenericOp> generic = generalize(rewriter, op);
      if (failed(generic))
        return signalPassFailure();
      gather(rewriter, *generic);
    }
  }
};
} // namespace
