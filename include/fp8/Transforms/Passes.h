//===- Passes.h - passes of the fp8 dialect -------------------------------===//
#ifndef FP8_TRANSFORMS_PASSES_H
#define FP8_TRANSFORMS_PASSES_H

#include "fp8/Transforms/Options.h"
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
namespace func {
class FuncDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace math {
class MathDialect;
}
namespace memref {
class MemRefDialect;
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
#include "fp8/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Transforms/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_PASSES_H
