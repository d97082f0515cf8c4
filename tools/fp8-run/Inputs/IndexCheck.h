//===- IndexCheck.h - Whether data are indices that exist -----------------===//

#ifndef FP8_RUN_INDEXCHECK_H
#define FP8_RUN_INDEXCHECK_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"

namespace mlir::fp8::run {

/// Refuses an element of an integer argument that would be used as an index
/// outside of a tensor. Compiled code would read at the nearest index there.
LogicalResult checkIndices(func::FuncOp step, const Signature &signature,
                           ArrayRef<Source> sources, int64_t numSteps);

} // namespace mlir::fp8::run

#endif // FP8_RUN_INDEXCHECK_H
