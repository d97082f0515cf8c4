//===- Passes.h - Passes that transform a training step ---------*- C++ -*-===//
#ifndef FP8_TRAINING_PASSES_H
#define FP8_TRAINING_PASSES_H

#include "fp8/IR/FP8.h"
#include "fp8/Training/Options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace math {
class MathDialect;
}
namespace tensor {
class TensorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Training/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Training/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_TRAINING_PASSES_H
