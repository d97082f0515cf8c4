//===- Pipeline.h - from frontend graphs to Model form ----------*- C++ -*-===//
#ifndef FP8_IMPORT_PIPELINE_H
#define FP8_IMPORT_PIPELINE_H

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Appends the passes that convert a frontend graph to Model form, without
/// calls and loops. `convolutions` converts convolutions that are matmuls into
/// contractions.
void buildImportPipeline(OpPassManager &pm, bool convolutions);

} // namespace mlir::fp8

#endif // FP8_IMPORT_PIPELINE_H
