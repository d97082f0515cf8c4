//===- Passes.h - passes that find the structure of a step ------*- C++ -*-===//
#ifndef FP8_RAISE_PASSES_H
#define FP8_RAISE_PASSES_H

#include "fp8/IR/FP8.h"
#include "fp8/Raise/Options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace arith {
class ArithDialect;
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
#include "fp8/Raise/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Raise/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_RAISE_PASSES_H
