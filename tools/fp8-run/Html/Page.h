//===- Page.h - Pictures of a run as one file -------------------*- C++ -*-===//

#ifndef FP8_RUN_PAGE_H
#define FP8_RUN_PAGE_H

#include "Html/History.h"
#include "Step.h"

namespace mlir::fp8::run {

/// The losses of a run that --compare names.
struct ComparedRun {
  std::string name;
  std::vector<double> losses;
};

/// The figures of a page.
struct PageData {
  std::string title, summary;
  ArrayRef<double> losses;
  const ComparedRun *compared = nullptr;
  const History *history = nullptr;
  /// Null for a target that plans no memory.
  const StepReport *report = nullptr;
  /// Times of the ops of `report`, in seconds; empty if they are not measured.
  ArrayRef<double> seconds;
};

/// Writes a page that needs no other file and no network.
void writePage(llvm::raw_ostream &os, const PageData &data);

/// Writes the ops of a step as a trace that Perfetto opens: by the bytes that
/// they move, and, if measured, by time.
void writeTrace(llvm::raw_ostream &os, const StepReport &report,
                ArrayRef<double> seconds);

} // namespace mlir::fp8::run

#endif // FP8_RUN_PAGE_H
