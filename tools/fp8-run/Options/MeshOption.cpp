//===- MeshOption.cpp - Parser of --mesh ----------------------------------===//

#include "Options/CommandLine.h"

#include "fp8/Driver/MeshText.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

bool run::parseMesh(StringRef text, Options &options) {
  llvm::Expected<MeshAxes> axes = fp8::parseMesh("--mesh", text);
  if (!axes)
    return succeeded(reportError(axes.takeError()));
  options.mesh = std::move(*axes);
  if (!text.empty())
    options.train->ranks = options.getNumRanks();
  return true;
}

bool run::wasStartedByMPI() {
  return llvm::any_of(
      ArrayRef<const char *>{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"},
      [](const char *name) { return std::getenv(name) != nullptr; });
}
