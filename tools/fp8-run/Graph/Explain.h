//===- Explain.h - Description of the states of a step --------------------===//

#ifndef FP8_RUN_EXPLAIN_H
#define FP8_RUN_EXPLAIN_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"

namespace mlir::fp8::run {

/// Prints one line per argument: its number, name, type, kind of state, the
/// result that updates it, and its value. Then prints which result is the loss.
void explain(llvm::raw_ostream &os, const Signature &signature,
             ArrayRef<Source> sources);

} // namespace mlir::fp8::run

#endif // FP8_RUN_EXPLAIN_H
