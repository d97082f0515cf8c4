//===- Progress.cpp - Progress of a run -----------------------------------===//

#include "Outputs/Progress.h"

#include "llvm/Support/Format.h"

#include <string>

using namespace mlir::fp8::run;
using llvm::format;

// Seconds between two updates: fast enough for a terminal, rare enough for a
// log.
static constexpr double kTerminalInterval = 0.1;
static constexpr double kLogInterval = 10;

static constexpr int kBarWidth = 24;

void Progress::update(int64_t stepsDone, std::optional<double> loss,
                      double seconds) {
  double interval = isTerminal ? kTerminalInterval : kLogInterval;
  // A bar is always drawn at the end, since it stays on the screen.
  bool isEnd = isTerminal && stepsDone == numSteps;
  if (seconds - lastShown < interval && !isEnd)
    return;
  lastShown = seconds;

  if (isTerminal) {
    int filled = static_cast<int>(stepsDone * kBarWidth / numSteps);
    os << "\r[" << std::string(filled, '#')
       << std::string(kBarWidth - filled, ' ') << "] ";
    isBarOpen = true;
  }
  os << "step " << stepsDone << '/' << numSteps;
  if (loss)
    os << format("  loss %.5g", *loss);
  if (seconds > 0)
    os << format("  %.1f steps/s",
                 static_cast<double>(stepsDone - firstStep) / seconds);
  // Erase the rest of a longer line.
  os << (isTerminal ? "\x1b[K" : "\n");
  os.flush();
}

void Progress::finish() {
  if (isBarOpen)
    os << '\n';
  isBarOpen = false;
}
