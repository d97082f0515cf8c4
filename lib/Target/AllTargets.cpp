//===- AllTargets.cpp - registration of all targets -----------------------===//

#include "fp8/Target/Target.h"

// Targets.def contains a line FP8_TARGET(FUNCTION) for each add_fp8_target().
namespace mlir::fp8 {
#define FP8_TARGET(FUNCTION) void FUNCTION();
#include "fp8/Target/Targets.def"
} // namespace mlir::fp8

void mlir::fp8::registerAllTargets() {
#define FP8_TARGET(FUNCTION) FUNCTION();
#include "fp8/Target/Targets.def"
}
