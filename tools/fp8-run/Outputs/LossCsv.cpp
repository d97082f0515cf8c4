//===- LossCsv.cpp - Losses of a run as CSV -------------------------------===//

#include "Outputs/LossCsv.h"

#include "llvm/Support/Format.h"

using namespace mlir::fp8;

void run::writeLossHeader(llvm::raw_ostream &os) {
  os << "step,loss,seconds\n";
}

void run::writeLossLine(llvm::raw_ostream &os, int64_t step,
                        std::optional<double> loss, double seconds) {
  os << step << ',';
  if (loss)
    os << llvm::format("%.9g", *loss);
  os << ',' << llvm::format("%.6f", seconds) << '\n';
}
