//===- Record.cpp - What a run has shown so far ---------------------------===//

#include "Record.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::format;

void Record::resume(ArrayRef<double> earlierLosses,
                    ArrayRef<double> earlierSeconds) {
  losses = earlierLosses;
  seconds = earlierSeconds;
  numResumed = losses.size();
}

void Record::add(std::optional<double> loss, double stepSeconds) {
  hasLoss |= loss.has_value();
  // Those of an earlier run were not known to be losses.
  if (loss && losses.size() == numResumed)
    numNonFinite = llvm::count_if(
        losses, [](double earlier) { return !std::isfinite(earlier); });
  if (loss && !std::isfinite(*loss))
    ++numNonFinite;
  losses.push_back(loss.value_or(std::numeric_limits<double>::quiet_NaN()));
  seconds.push_back(stepSeconds);
  totalSeconds += stepSeconds;
}

bool Record::isFirstNonFinite() const {
  return numNonFinite == 1 && hasLoss && !std::isfinite(losses.back());
}

void Record::printSummary(llvm::raw_ostream &os) const {
  os << seconds.size() << (seconds.size() == 1 ? " step" : " steps");
  if (numResumed > 0)
    os << " (" << numResumed << " of them resumed)";
  if (hasLoss)
    os << format(", loss %.6g to %.6g", losses.front(), losses.back());
  if (numNonFinite > 0)
    os << " (not finite in " << numNonFinite << ')';
  if (totalSeconds > 0)
    os << format(", %.1f steps/s",
                 static_cast<double>(seconds.size() - numResumed) /
                     totalSeconds);
  os << '\n';
}

static StringRef getName(Target target) {
  switch (target) {
  case Target::Reference:
    return "reference";
  case Target::Stock:
    return "stock";
  case Target::Cpu:
    return "cpu";
  case Target::Sim:
    return "sim";
  case Target::Cuda:
    return "cuda";
  }
  llvm_unreachable("not a target");
}

void Record::printBench(llvm::raw_ostream &os, Target target) const {
  ArrayRef<double> times = ArrayRef(seconds).drop_front(numResumed);
  std::vector<double> sorted(times.drop_front(times.size() > 1 ? 1 : 0));
  llvm::sort(sorted);
  size_t middle = sorted.size() / 2;
  double median = sorted.size() % 2 == 1
                      ? sorted[middle]
                      : (sorted[middle - 1] + sorted[middle]) / 2;
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("target", getName(target));
    json.attribute("steps", static_cast<int64_t>(times.size()));
    json.attribute("first_step_seconds", times.front());
    json.attribute("median_step_seconds", median);
  });
  os << '\n';
}
