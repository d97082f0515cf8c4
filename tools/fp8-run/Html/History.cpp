//===- History.cpp - Figures of quantized tensors over steps --------------===//

#include "Html/History.h"

#include "Html/Numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Maximum number of values in a page, of about 9 bytes each. Numbers of steps
/// are not counted.
static constexpr int64_t kMaxValues = 160000;

static constexpr StringLiteral kFigures[] = {
    "amax", "scale", "scale_inv", "saturations", "underflows", "elements"};

/// Returns the largest element, or NaN if there is one. The scales of blocks
/// are one figure.
static double getLargest(const HostTensor &tensor) {
  double largest = tensor.getFloat(0);
  for (int64_t i = 1, e = tensor.getNumElements(); i < e; ++i)
    if (double value = tensor.getFloat(i); value > largest || std::isnan(value))
      largest = value;
  return largest;
}

/// Drops every second element.
template <typename T>
static void dropEverySecond(std::vector<T> &elements) {
  for (size_t i = 0; 2 * i < elements.size(); ++i)
    elements[i] = elements[2 * i];
  elements.resize((elements.size() + 1) / 2);
}

/// Drops every second step.
void History::halve() {
  stride *= 2;
  for (auto &[name, series] : tensors) {
    dropEverySecond(series.steps);
    for (auto &[figure, values] : series.figures)
      dropEverySecond(values);
  }
}

void History::add(const Step &step, size_t firstObservation, int64_t number) {
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
    Series &series = tensors[tensor.str()];
    if (series.steps.empty() || series.steps.back() != number)
      series.steps.push_back(number);
    std::vector<double> &values = series.figures[figure.str()];
    // Steps without this figure have a NaN.
    values.resize(series.steps.size(),
                  std::numeric_limits<double>::quiet_NaN());
    values.back() = value;
    numValues += values.size();
  }
  if (numValues > kMaxValues)
    halve();
}

void History::print(llvm::json::OStream &json) const {
  json.array([&] {
    for (const auto &[name, series] : tensors)
      json.object([&, &name = name, &series = series] {
        json.attribute("name", llvm::json::fixUTF8(name));
        json.attributeArray("steps", [&] {
          for (int64_t step : series.steps)
            json.value(step);
        });
        for (const auto &[figure, values] : series.figures)
          json.attributeArray(figure, [&, &values = values] {
            for (double value : values)
              printNumber(json, value);
          });
      });
  });
}
