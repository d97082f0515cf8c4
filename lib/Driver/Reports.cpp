//===- Reports.cpp - reports of the functions of a step -------------------===//

#include "fp8/Driver/Reports.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of buffers at the peak that a report lists.
static constexpr unsigned kNumBuffers = 8;

void fp8::printReports(raw_ostream &os, ArrayRef<const StepReport *> reports,
                       bool asJSON) {
  if (!asJSON) {
    for (const StepReport *report : reports)
      report->printTable(os, kNumBuffers);
    return;
  }
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const StepReport *report : reports)
      report->printJSON(json, kNumBuffers);
  });
  os << '\n';
}
