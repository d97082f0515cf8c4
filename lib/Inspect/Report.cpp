//===- Report.cpp - --fp8-report ------------------------------------------===//

#include "fp8/Analysis/StepReport.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Inspect/VerifyKernelForms.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_REPORTPASS
#include "fp8/Inspect/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct Report : fp8::impl::ReportPassBase<Report> {
  using ReportPassBase::ReportPassBase;

  void runOnOperation() override {
    if (failed(write()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult write();
  LogicalResult collect(std::vector<StepReport> &reports);
  void print(raw_ostream &os, ArrayRef<StepReport> reports);
};
} // namespace

/// Checks that the module is in Fused or Planned form, and computes a report
/// for each step. Fused form has ops on tensors, Planned form has ops on
/// memrefs.
LogicalResult Report::collect(std::vector<StepReport> &reports) {
  ModuleOp module = getOperation();
  bool isPlanned =
      module
          .walk([](Operation *op) {
            return isa<LaunchOp>(op) || llvm::any_of(op->getOperandTypes(),
                                                     llvm::IsaPred<MemRefType>)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (failed(isPlanned ? verifyPlannedForm(module) : verifyFusedForm(module)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (isStepFunction(function))
      reports.push_back(StepReport::compute(function));
  return success();
}

void Report::print(raw_ostream &os, ArrayRef<StepReport> reports) {
  if (format == ReportFormat::Table) {
    llvm::interleave(
        reports,
        [&](const StepReport &report) { report.printTable(os, numBuffers); },
        [&] { os << '\n'; });
    return;
  }
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const StepReport &report : reports)
      report.printJSON(json, numBuffers);
  });
  os << '\n';
}

LogicalResult Report::write() {
  std::vector<StepReport> reports;
  if (failed(collect(reports)))
    return failure();
  // Writes to a temporary file that is renamed to `output` when complete.
  llvm::Error error =
      llvm::writeToOutput(output, [&](raw_ostream &os) -> llvm::Error {
        print(os, reports);
        return llvm::Error::success();
      });
  if (!error)
    return success();
  return emitError(getOperation().getLoc(), "cannot write '")
         << output << "': " << llvm::toString(std::move(error));
}
