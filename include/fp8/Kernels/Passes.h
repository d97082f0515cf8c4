//===- Passes.h - from Scaled form to Fused form ----------------*- C++ -*-===//
#ifndef FP8_KERNELS_PASSES_H
#define FP8_KERNELS_PASSES_H

#include "fp8/IR/FP8.h"
#include "fp8/Kernels/Options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace affine {
class AffineDialect;
}
namespace arith {
class ArithDialect;
}
namespace bufferization {
class BufferizationDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace math {
class MathDialect;
}
namespace scf {
class SCFDialect;
}
namespace tensor {
class TensorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Kernels/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Kernels/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_KERNELS_PASSES_H
