//===- UseAVX512.cpp - --fp8-use-avx512 -----------------------------------===//

#include "AVX512.h"
#include "fp8/Target/CPU/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_USEAVX512PASS
#include "fp8/Target/CPU/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct UseAVX512 : fp8::impl::UseAVX512PassBase<UseAVX512> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePackBytesPatterns(patterns);
    populatePackWordsPatterns(patterns);
    populateCanonicalNaNsPatterns(patterns);
    populateScalePowersPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
