//===- FP8ToNVVM.h - fp8.convert in instructions of the GPU -----*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TONVVM_FP8TONVVM_H
#define FP8_CONVERSION_FP8TONVVM_FP8TONVVM_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
namespace arith {
class ArithDialect;
}
namespace math {
class MathDialect;
}
namespace scf {
class SCFDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace NVVM {
class NVVMDialect;
}
namespace vector {
class VectorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL_CONVERTFP8TONVVM
#define GEN_PASS_DECL_FP8DIVIDEBYAPPROXIMATION
#define GEN_PASS_DECL_FP8HIDECOUNTERS
#include "fp8/Conversion/Passes.h.inc"

/// Rewrites `fp8.convert` between a wide format and e4m3 or e5m2, rounding to
/// nearest, on scalars and vectors of rank 1. The chip has to have these
/// conversions: sm_89 and later.
void populateFP8ToNVVMPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TONVVM_FP8TONVVM_H
