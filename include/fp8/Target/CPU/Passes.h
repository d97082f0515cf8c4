//===- Passes.h - kernel code for CPUs --------------------------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_PASSES_H
#define FP8_TARGET_CPU_PASSES_H

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
namespace func {
class FuncDialect;
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
namespace ub {
class UBDialect;
}
namespace vector {
class VectorDialect;
}
} // namespace mlir

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Target/CPU/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_PASSES_H
