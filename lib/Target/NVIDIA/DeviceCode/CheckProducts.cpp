//===- CheckProducts.cpp - --fp8-check-products ---------------------------===//

#include "fp8/Kernels/GemmCall.h"
#include "fp8/Runtime/fp8rt_cuda.h"
#include "fp8/Target/NVIDIA/Chip.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "fp8/Target/NVIDIA/Products.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CHECKPRODUCTSPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bool multiplies(unsigned capability, const fp8rt_gemm_desc &product) {
  return fp8rt_cuda_check_gemm(&product, int32_t(capability)) == FP8RT_OK;
}

static bool isEightBit(const fp8rt_matrix &matrix) {
  return matrix.dtype == FP8RT_E4M3 || matrix.dtype == FP8RT_E5M2;
}

LogicalResult fp8::checkProduct(Location loc, const fp8rt_gemm_desc &product,
                                StringRef target, unsigned capability) {
  if (multiplies(capability, product))
    return success();
  // Drop the name of the runtime function.
  StringRef reason = StringRef(fp8rt_last_error()).split(": ").second;
  InFlightDiagnostic diag = mlir::emitError(loc)
                            << "unsupported by " << target << ": " << reason;
  SmallVector<StringRef> names;
  for (const Chip &chip : getChips())
    if (multiplies(chip.computeCapability, product))
      names.push_back(chip.name);
  Diagnostic &chips = diag.attachNote();
  chips << (names.empty() ? "no chip supports it" : "chips with it are ");
  llvm::interleaveComma(names, chips);
  if (!isEightBit(product.lhs) && !isEightBit(product.rhs))
    return diag;
  Diagnostic &advice = diag.attachNote();
  advice << "override=PATTERN=wide keeps tensors wide";
  if (product.lhs.dtype == FP8RT_E5M2 && product.rhs.dtype == FP8RT_E5M2)
    advice << ", format=hybrid uses e5m2 for gradients only";
  if (product.lhs.scaling != FP8RT_SCALE_TENSOR)
    advice << ", decode-blocks=where-needed lets kernels decode the operands, "
              "for an f32 matmul";
  return diag;
}

namespace {
struct CheckProducts : mlir::fp8::impl::CheckProductsPassBase<CheckProducts> {
  using CheckProductsPassBase::CheckProductsPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    auto emitError = [&] { return mlir::emitError(getOperation()->getLoc()); };
    for (const std::string &name : chips) {
      FailureOr<DeviceTarget> target =
          getDeviceTarget(name, /*ptx=*/0, emitError);
      if (failed(target) || failed(check(*target->chip)))
        return signalPassFailure();
    }
  }

private:
  /// Reports all unsupported matmuls for this chip at once.
  LogicalResult check(const Chip &chip) {
    bool ok = true;
    getOperation()->walk([&](GemmOp op) {
      if (!isa<MemRefType>(op.getInit().getType())) {
        op.emitError("expected a matmul on buffers, as in Planned form");
        ok = false;
        return;
      }
      FailureOr<GemmCall> call = describeGemm(op);
      ok &= succeeded(call) &&
            succeeded(checkProduct(op.getLoc(), call->desc, chip.name,
                                   chip.computeCapability));
    });
    return success(ok);
  }
};
} // namespace
