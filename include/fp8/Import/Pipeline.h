//===- Pipeline.h - graphs of frontends to Model form -----------*- C++ -*-===//
#ifndef FP8_IMPORT_PIPELINE_H
#define FP8_IMPORT_PIPELINE_H

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Appends the passes from a graph of a frontend to Model form, without calls
/// and loops. `convolutions` turns convolutions that are matrix products into
/// contractions.
void buildImportPipeline(OpPassManager &pm, bool convolutions);

} // namespace mlir::fp8

#endif // FP8_IMPORT_PIPELINE_H
