//===- Passes.h - from Fused form to Planned form ---------------*- C++ -*-===//
#ifndef FP8_PLAN_PASSES_H
#define FP8_PLAN_PASSES_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace LLVM {
class LLVMDialect;
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
namespace memref {
class MemRefDialect;
}
namespace tensor {
class TensorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Plan/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Plan/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_PLAN_PASSES_H
