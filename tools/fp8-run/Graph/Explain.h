//===- Explain.h - The states of a step in words --------------------------===//

#ifndef FP8_RUN_EXPLAIN_H
#define FP8_RUN_EXPLAIN_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"

namespace mlir::fp8::run {

/// A line for each argument: its number, name, type, kind of state, the result
/// that updates it, and its value. Then which result is the loss.
void explain(llvm::raw_ostream &os, const Signature &signature,
             ArrayRef<Source> sources);

} // namespace mlir::fp8::run

#endif // FP8_RUN_EXPLAIN_H
