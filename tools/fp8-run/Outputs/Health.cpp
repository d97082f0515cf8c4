//===- Health.cpp - Counters over a run -----------------------------------===//

#include "Outputs/Health.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

static constexpr StringLiteral kCounterNames[] = {"saturations", "underflows",
                                                  "nonfinite_amax", "elements"};
static constexpr StringLiteral kZeroMoments = "zero_second_moments";

void Health::add(const Step &step, size_t firstObservation) {
  for (size_t i = firstObservation; i < step.results.size(); ++i) {
    auto [quantize, counter] = StringRef(step.resultNames[i]).rsplit('.');
    if (counter == kZeroMoments)
      zeroMoments[quantize.str()] += step.results[i].getInt(0);
    auto *name = llvm::find(kCounterNames, counter);
    // Other observations are for a dump.
    if (name == std::end(kCounterNames))
      continue;
    quantizes[quantize.str()][*name] += step.results[i].getInt(0);
  }
}

int64_t Health::getTotal(StringRef counter) const {
  int64_t total = 0;
  for (const auto &quantize : quantizes)
    if (auto it = quantize.second.find(counter); it != quantize.second.end())
      total += it->second;
  return total;
}

void Health::write(llvm::raw_ostream &os) const {
  Counters totals;
  for (StringRef name : kCounterNames)
    totals[name] = 0;
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto writeCounters = [&](const Counters &counters) {
    for (auto [name, sum] : counters)
      json.attribute(name, sum);
  };
  json.object([&] {
    json.attributeObject("quantizes", [&] {
      for (const auto &quantize : quantizes) {
        json.attributeObject(llvm::json::fixUTF8(quantize.first),
                             [&] { writeCounters(quantize.second); });
        for (auto [counter, sum] : quantize.second)
          totals[counter] += sum;
      }
    });
    json.attributeObject("totals", [&] { writeCounters(totals); });
    if (!zeroMoments.empty())
      json.attributeObject(kZeroMoments, [&] {
        for (const auto &[state, sum] : zeroMoments)
          json.attribute(llvm::json::fixUTF8(state), sum);
      });
  });
  os << '\n';
}
