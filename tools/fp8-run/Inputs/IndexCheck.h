//===- IndexCheck.h - Range check of indices in the data ------------------===//

#ifndef FP8_RUN_INDEXCHECK_H
#define FP8_RUN_INDEXCHECK_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"

namespace mlir::fp8::run {

/// Rejects an element of an integer argument that would be used as an index
/// outside of a tensor. Compiled code would read at the nearest valid index
/// instead.
LogicalResult checkIndices(func::FuncOp step, const Signature &signature,
                           ArrayRef<Source> sources, int64_t numSteps);

} // namespace mlir::fp8::run

#endif // FP8_RUN_INDEXCHECK_H
