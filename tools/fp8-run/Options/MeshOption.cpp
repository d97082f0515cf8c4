//===- MeshOption.cpp - Parser of --mesh ----------------------------------===//

#include "Options/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

bool run::parseMesh(StringRef text, Options &options) {
  // The most ranks that can share memory.
  constexpr int64_t kMaxRanks = 1024;
  if (text.empty())
    return true;
  for (StringRef item : llvm::split(text, ',')) {
    auto [axis, number] = item.split(':');
    int64_t size;
    bool isRepeated =
        llvm::any_of(options.mesh, [axis = axis](const auto &other) {
          return other.first == axis;
        });
    if (axis.empty() || isRepeated || number.getAsInteger(10, size) ||
        size < 1) {
      reportError("expected --mesh=AXIS:N,... with different axes and positive "
                  "numbers of ranks, such as dp:4, but got '" +
                  item + "'");
      return false;
    }
    options.mesh.push_back({axis.str(), size});
    if (size > kMaxRanks || options.getNumRanks() > kMaxRanks) {
      reportError("unsupported number of ranks in --mesh=" + text +
                  "; supported are up to " + Twine(kMaxRanks));
      return false;
    }
  }
  options.train->ranks = options.getNumRanks();
  return true;
}
