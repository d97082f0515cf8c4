//===- Reports.h - reports of the functions of a step -----------*- C++ -*-===//
#ifndef FP8_DRIVER_REPORTS_H
#define FP8_DRIVER_REPORTS_H

#include "fp8/Analysis/StepReport.h"

namespace mlir::fp8 {

/// Prints reports as tables, or as one JSON array.
void printReports(raw_ostream &os, ArrayRef<const StepReport *> reports,
                  bool asJSON);

} // namespace mlir::fp8

#endif // FP8_DRIVER_REPORTS_H
