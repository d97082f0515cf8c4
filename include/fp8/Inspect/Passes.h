//===- Passes.h - checks and reports of every form --------------*- C++ -*-===//
#ifndef FP8_INSPECT_PASSES_H
#define FP8_INSPECT_PASSES_H

#include "fp8/IR/FP8.h"
#include "fp8/Inspect/Options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace tensor {
class TensorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Inspect/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Inspect/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_INSPECT_PASSES_H
