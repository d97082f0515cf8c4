//===- WidenSums.cpp - --fp8-upstream-widen-sums --------------------------===//
//
// A loop nest that accumulates terms one by one in 16 bits stagnates once a
// term is less than half a unit of the sum. The sum tree of the other targets
// does not stagnate, because the partial sums that it adds have similar
// magnitudes.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Target/Upstream/Passes.h"
#include "fp8/Utils/CastElements.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMWIDENSUMSPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns, for each result of `op`, the addition if the result is a 16-bit
/// sum, else null.
static SmallVector<arith::AddFOp> findSums(linalg::LinalgOp op) {
  SmallVector<arith::AddFOp> sums(op.getNumDpsInits());
  if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return sums;
  for (auto [i, sum] : llvm::enumerate(sums)) {
    std::optional<Combiner> combiner = matchCombiner(op, i);
    if (!combiner || !combiner->isSum() || !combiner->op->hasOneUse())
      continue;
    Type element = getElementTypeOrSelf(op.getDpsInits()[i].getType());
    if (element.isBF16() || element.isF16())
      sum = cast<arith::AddFOp>(combiner->op);
  }
  return sums;
}

/// Returns `init` in f32.
static Value widenInit(OpBuilder &builder, Location loc, Value init) {
  Type f32 = builder.getF32Type();
  auto type = cast<RankedTensorType>(init.getType());
  std::optional<Uniform> uniform = matchUniform(init);
  if (!uniform || !uniform->constant || !type.hasStaticShape())
    return castElements(builder, loc, init, f32);
  APFloat number = *uniform->constant;
  bool losesInfo;
  number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return ArithmeticBuilder(loc, builder)
      .splat(type.clone(f32), builder.getFloatAttr(f32, number));
}

/// Replaces `op` by an op whose `sums` accumulate in f32, each rounded once at
/// the end.
static void widen(RewriterBase &rewriter, linalg::LinalgOp op,
                  ArrayRef<arith::AddFOp> sums) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Type f32 = rewriter.getF32Type();
  SmallVector<Value> inits(op.getDpsInits());
  for (auto [init, sum] : llvm::zip_equal(inits, sums))
    if (sum)
      init = widenInit(rewriter, loc, init);
  Block *body = op.getBlock();
  auto wide = linalg::GenericOp::create(
      rewriter, loc, TypeRange(ValueRange(inits)), op.getDpsInputs(), inits,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(body->getArguments(), arguments);
        for (Operation &nested : body->without_terminator()) {
          auto add = dyn_cast<arith::AddFOp>(nested);
          if (!add || !llvm::is_contained(sums, add)) {
            b.clone(nested, mapping);
            continue;
          }
          auto toF32 = [&](Value value) -> Value {
            Value mapped = mapping.lookupOrDefault(value);
            return mapped.getType() == f32
                       ? mapped
                       : arith::ExtFOp::create(b, bodyLoc, f32, mapped);
          };
          Value lhs = toF32(add.getLhs());
          Value rhs = toF32(add.getRhs());
          mapping.map(add.getResult(),
                      arith::AddFOp::create(b, bodyLoc, lhs, rhs));
        }
        linalg::YieldOp::create(
            b, bodyLoc,
            llvm::map_to_vector(
                body->getTerminator()->getOperands(),
                [&](Value value) { return mapping.lookupOrDefault(value); }));
      });
  SmallVector<Value> results(wide.getResults());
  for (auto [result, old, sum] :
       llvm::zip_equal(results, op->getResults(), sums))
    if (sum)
      result = castElements(rewriter, loc, result,
                            getElementTypeOrSelf(old.getType()));
  rewriter.replaceOp(op, results);
}

namespace {
struct UpstreamWidenSums
    : fp8::impl::UpstreamWidenSumsPassBase<UpstreamWidenSums> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto op : collectOps<linalg::LinalgOp>(getOperation())) {
      SmallVector<arith::AddFOp> sums = findSums(op);
      if (llvm::none_of(sums, [](arith::AddFOp sum) { return bool(sum); }))
        continue;
      widen(rewriter, op, sums);
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
