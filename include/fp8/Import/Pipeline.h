//===- Pipeline.h - from frontend graphs to Model form ----------*- C++ -*-===//
#ifndef FP8_IMPORT_PIPELINE_H
#define FP8_IMPORT_PIPELINE_H

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Appends the passes that convert a frontend graph to Model form, without
/// calls and without loops of known length. If `convolutions` is set,
/// convolutions that are matmuls become contractions.
void buildImportPipeline(OpPassManager &pm, bool convolutions);

} // namespace mlir::fp8

#endif // FP8_IMPORT_PIPELINE_H
