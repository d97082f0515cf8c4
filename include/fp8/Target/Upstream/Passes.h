//===- Passes.h - lowering with upstream passes -----------------*- C++ -*-===//
#ifndef FP8_TARGET_UPSTREAM_PASSES_H
#define FP8_TARGET_UPSTREAM_PASSES_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace LLVM {
class LLVMDialect;
}
namespace affine {
class AffineDialect;
}
namespace arith {
class ArithDialect;
}
namespace func {
class FuncDialect;
}
namespace linalg {
class LinalgDialect;
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
#include "fp8/Target/Upstream/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Target/Upstream/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_TARGET_UPSTREAM_PASSES_H
