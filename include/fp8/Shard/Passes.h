//===- Passes.h - passes from Scaled form to Sharded form -------*- C++ -*-===//
#ifndef FP8_SHARD_PASSES_H
#define FP8_SHARD_PASSES_H

#include "fp8/IR/FP8.h"
#include "fp8/Shard/Options.h"
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
#include "fp8/Shard/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Shard/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_SHARD_PASSES_H
