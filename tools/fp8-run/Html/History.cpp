//===- History.cpp - Figures of quantized tensors over steps --------------===//

#include "Html/History.h"

#include "Html/Numbers.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Most values in a page, of about 9 bytes each.
static constexpr int64_t kMaxValues = 160000;

static constexpr StringLiteral kFigures[] = {
    "amax", "scale", "scale_inv", "saturations", "underflows", "elements"};

/// Returns the largest element, or NaN if there is one. The scales of blocks are
/// one figure.
static double getLargest(const HostTensor &tensor) {
  double largest = tensor.getFloat(0);
  for (int64_t i = 1, e = tensor.getNumElements(); i < e; ++i)
    if (double value = tensor.getFloat(i);
        value > largest || std::isnan(value))
      largest = value;
  return largest;
}

/// Drops every second step.
void History::halve() {
  stride *= 2;
  for (auto &[name, figures] : tensors)
    for (auto &[figure, values] : figures) {
      for (size_t i = 0; 2 * i < values.size(); ++i)
        values[i] = values[2 * i];
      values.resize((values.size() + 1) / 2);
    }
}

void History::add(const Step &step, size_t firstObservation) {
  if (numSteps++ % stride != 0)
    return;
  int64_t numValues = 0;
  for (size_t i = firstObservation; i < step.results.size(); ++i) {
    auto [tensor, figure] = StringRef(step.resultNames[i]).rsplit('.');
    if (!llvm::is_contained(kFigures, figure) ||
        step.results[i].getNumElements() == 0)
      continue;
    double value = getLargest(step.results[i]);
    if (figure == "scale_inv") {
      figure = "scale";
      value = 1 / value;
    }
    std::vector<double> &values = tensors[tensor.str()][figure.str()];
    values.push_back(value);
    numValues += values.size();
  }
  if (numValues > kMaxValues)
    halve();
}

void History::print(llvm::json::OStream &json) const {
  json.array([&] {
    for (const auto &[name, figures] : tensors)
      json.object([&, &name = name, &figures = figures] {
        json.attribute("name", llvm::json::fixUTF8(name));
        for (const auto &[figure, values] : figures)
          json.attributeArray(figure, [&, &values = values] {
            for (double value : values)
              printNumber(json, value);
          });
      });
  });
}
