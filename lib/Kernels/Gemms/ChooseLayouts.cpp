//===- ChooseLayouts.cpp - --fp8-choose-layouts ---------------------------===//

#include "AlignScales.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CHOOSELAYOUTSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns a permutation of an operand's dimensions that puts the reduction
/// dimensions last, or std::nullopt if they are last already.
static std::optional<SmallVector<int64_t>> getKMajorOrder(AffineMap map,
                                                          AffineMap result) {
  auto isTerm = [&](int64_t position) {
    return !result.isFunctionOfDim(map.getDimPosition(position));
  };
  SmallVector<int64_t> order, terms;
  for (int64_t i = 0, e = map.getNumResults(); i < e; ++i)
    (isTerm(i) ? terms : order).push_back(i);
  llvm::append_range(order, terms);
  if (llvm::is_sorted(order))
    return std::nullopt;
  return order;
}

namespace {
struct ChooseLayouts : fp8::impl::ChooseLayoutsPassBase<ChooseLayouts> {
  using ChooseLayoutsPassBase::ChooseLayoutsPassBase;

  void runOnOperation() override {
    if (!kMajorCodes && !alignedScales)
      return markAllAnalysesPreserved();
    if (alignedScales)
      alignScales(getOperation());
    if (kMajorCodes)
      getOperation()->walk([](GemmOp gemm) {
        if (isa<RankedTensorType>(gemm.getInit().getType()))
          makeKMajor(gemm);
      });
  }

  static void makeKMajor(GemmOp gemm) {
    OpBuilder builder(gemm);
    SmallVector<AffineMap> maps = gemm.getIndexingMapsArray();
    for (unsigned i = 0; i < 2; ++i) {
      OpOperand &operand = i == 0 ? gemm.getLhsMutable() : gemm.getRhsMutable();
      std::optional<SmallVector<int64_t>> order =
          getKMajorOrder(maps[i], maps[2]);
      if (!isOfCodes(operand.get().getType()) || !order)
        continue;
      operand.set(
          createTranspose(builder, gemm.getLoc(), operand.get(), *order));
      maps[i] = AffineMap::get(
          maps[i].getNumDims(), 0,
          applyPermutation(maps[i].getResults(), ArrayRef(*order)),
          gemm.getContext());
    }
    gemm.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  }
};
} // namespace
