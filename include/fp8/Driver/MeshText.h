//===- MeshText.h - meshes of ranks as text ---------------------*- C++ -*-===//
#ifndef FP8_DRIVER_MESHTEXT_H
#define FP8_DRIVER_MESHTEXT_H

#include "fp8/IR/FP8.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::fp8 {

/// The axes of a mesh, from major to minor, and their numbers of ranks.
using MeshAxes = std::vector<std::pair<std::string, int64_t>>;

/// Parses AXIS:N,... such as "dp:4"; an empty text gives no axes. An error
/// names `option`.
llvm::Expected<MeshAxes> parseMesh(StringRef option, StringRef text);

/// Returns the number of ranks, 1 without axes.
int64_t getNumRanks(const MeshAxes &axes);

/// Returns the mesh attribute for `axes`, or null without axes. Loads the fp8
/// dialect.
MeshAttr getMeshAttr(const MeshAxes &axes, MLIRContext *context);

/// Returns an error if `module` has a mesh other than `requested`. If
/// `requested` is null, the mesh may have only one rank. The error names
/// `option`, and `where`: the location of the step.
llvm::Error checkMesh(ModuleOp module, MeshAttr requested, StringRef option,
                      const Twine &where);

} // namespace mlir::fp8

#endif // FP8_DRIVER_MESHTEXT_H
