//===- EpilogueSupport.cpp - epilogues that the library computes ----------===//

#include "EpilogueSupport.h"
#include "../Fuse/FuseKernel.h"
#include "fp8/Kernels/GemmCall.h"
#include "fp8/Runtime/GemmEpilogue.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if the elements of a bias are contiguous in memory. It may be a
/// row of a matrix, but not a column.
static bool isContiguous(Value bias) {
  while (Operation *op = bias.getDefiningOp()) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (slice.getStaticStrides().back() != 1 ||
          llvm::any_of(slice.getStaticSizes().drop_back(),
                       [](int64_t size) { return size != 1; }))
        return false;
    } else if (!isReshape(op)) {
      return true;
    }
    bias = op->getOperand(0);
  }
  return true;
}

const char *fp8::findLibraryRefusal(ArrayRef<AffineMap> maps, Value lhs,
                                    Value rhs, bool hasBlocks, Value result,
                                    Value bias, Activation activation) {
  if (!isContiguous(bias))
    return "the bias is not contiguous";
  fp8rt_gemm_desc desc = {};
  desc.n = cast<ShapedType>(result.getType()).getShape().back();
  desc.k = 1;
  auto lhsType = cast<ShapedType>(lhs.getType());
  for (auto [expr, extent] :
       llvm::zip_equal(maps[0].getResults(), lhsType.getShape()))
    if (!maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition()))
      desc.k *= extent;
  desc.lhs.dtype = getGemmDtype(lhs);
  desc.rhs.dtype = getGemmDtype(rhs);
  // The check treats all kinds of block scales alike, so any kind will do.
  for (fp8rt_matrix *matrix : {&desc.lhs, &desc.rhs})
    matrix->scaling = hasBlocks ? FP8RT_SCALE_1X128 : FP8RT_SCALE_TENSOR;
  desc.out.dtype = getGemmDtype(result);
  desc.has_bias = true;
  desc.bias_dtype = getGemmDtype(bias);
  desc.activation = activation == Activation::Relu ? FP8RT_ACTIVATION_RELU
                                                   : FP8RT_ACTIVATION_NONE;
  return fp8rt::findEpilogueRefusal(desc);
}
