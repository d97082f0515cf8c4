//===- SourceName.h - names and lines of the user's program -----*- C++ -*-===//
#ifndef FP8_ANALYSIS_SOURCENAME_H
#define FP8_ANALYSIS_SOURCENAME_H

#include "mlir/IR/Location.h"

#include <string>

namespace mlir::fp8 {

/// Returns `loc` with `name` added. Passes keep this name.
Location addName(Location loc, StringRef name);

/// Returns the first name that addName() added to `loc`, or an empty string.
StringRef getAddedName(Location loc);

/// Returns true if the name that addName() added to `loc` names a layer with a
/// weight. The names of other contractions end in `#` and a number.
bool isOfLayer(Location loc);

/// Returns the scope of the user's program that `loc` names, with dots as
/// separators, or an empty string. For example, the JAX location
/// `jit(step)/transpose(jvp(h0))/mlp/dot_general` has the scope `h0.mlp`.
std::string getScope(Location loc);

/// Returns the first file and line of `loc`, as "step.mlir:12", or an empty
/// string.
std::string getPlace(Location loc);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_SOURCENAME_H
