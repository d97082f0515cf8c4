//===- Suggestion.h - the name that a user may have meant -------*- C++ -*-===//
#ifndef FP8_UTILS_SUGGESTION_H
#define FP8_UTILS_SUGGESTION_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::fp8 {

/// Returns "; did you mean 'NAME'?" with the name that is closest to `name`, or
/// an empty string if no name is close. Names with a short edit distance are
/// close, and so are names that differ only in leading components.
template <typename Names>
std::string suggest(StringRef name, Names &&names) {
  unsigned least = name.size() / 3 + 1;
  std::string closest;
  for (StringRef candidate : names) {
    unsigned distance =
        candidate.ends_with(("." + name).str()) ||
                name.ends_with(("." + candidate).str())
            ? 0
            : name.edit_distance(candidate, /*AllowReplacements=*/true, least);
    if (distance >= least)
      continue;
    least = distance;
    closest = candidate.str();
  }
  return closest.empty() ? "" : "; did you mean '" + closest + "'?";
}

} // namespace mlir::fp8

#endif // FP8_UTILS_SUGGESTION_H
