//===- Signature.h - Arguments that options name --------------------------===//

#ifndef FP8_RUN_SIGNATURE_H
#define FP8_RUN_SIGNATURE_H

#include "fp8/Driver/Signature.h"
#include "fp8/Target/Target.h"

namespace mlir::fp8::run {

/// Returns the index of the argument that `text` refers to: a name, a number N,
/// or argN.
FailureOr<unsigned> findArgument(func::FuncOp step, const Signature &signature,
                                 StringRef text);

/// Checks that kernels, if `target` runs any, support the element types of the
/// arguments.
LogicalResult checkElementTypes(const Signature &signature,
                                const Target &target);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SIGNATURE_H
