//===- Record.cpp - Losses and times of a run -----------------------------===//

#include "Outputs/Record.h"

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

void Record::add(std::optional<double> loss, double stepSeconds,
                 std::optional<double> stepDeviceSeconds) {
  if (stepDeviceSeconds)
    deviceSeconds.push_back(*stepDeviceSeconds);
  hasLoss |= loss.has_value();
  // Only now it is known that the numbers from the resumed run are losses, so
  // count those that are not finite.
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

/// Returns the median without the first time, which includes warm-up, unless it
/// is the only one.
static double getMedian(ArrayRef<double> times) {
  std::vector<double> sorted(times.drop_front(times.size() > 1 ? 1 : 0));
  llvm::sort(sorted);
  size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : (sorted[middle - 1] + sorted[middle]) / 2;
}

void Record::printBench(llvm::raw_ostream &os, const Options &options,
                        int64_t flops,
                        std::optional<DeviceTraffic> traffic) const {
  ArrayRef<double> times = ArrayRef(seconds).drop_front(numResumed);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("target", options.target->getName());
    json.attribute("steps", static_cast<int64_t>(times.size()));
    json.attribute("first_step_seconds", times.front());
    json.attribute("median_step_seconds", getMedian(times));
    if (!deviceSeconds.empty())
      json.attribute("median_device_seconds", getMedian(deviceSeconds));
    if (traffic) {
      json.attribute("loaded_bytes", traffic->loaded);
      json.attribute("stored_bytes", traffic->stored);
    }
    if (options.items != 0)
      json.attribute("items_per_second",
                     static_cast<double>(options.items) / getMedian(times));
    if (options.peakFlops == 0)
      return;
    json.attribute("product_flops", flops);
    json.attribute("part_of_peak", static_cast<double>(flops) /
                                       getMedian(times) / options.peakFlops);
  });
  os << '\n';
}
