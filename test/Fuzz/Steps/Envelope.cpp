//===- Envelope.cpp - the results that a target may give ------------------===//

#include "Envelope.h"
#include "fp8/Host/HostTensor.h"
#include "mlir/IR/Location.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;
using run::SafeTensors;
using run::TensorView;

/// Allowed difference of an element: `elementFactor` times its largest change
/// by errors, or `tensorFactor` times the largest change in the tensor.
static constexpr double elementFactor = 4, tensorFactor = 0.25;

static HostTensor read(const TensorView &view) {
  Location loc = UnknownLoc::get(view.type.getContext());
  HostTensor tensor =
      *HostTensor::allocate(view.type, [&] { return emitError(loc); });
  llvm::copy(view.bytes, tensor.bytes().begin());
  return tensor;
}

/// Returns true if elements of two tensors have the same bits or are both NaN.
static bool isSame(const HostTensor &a, const HostTensor &b, int64_t i) {
  unsigned size = a.getElementSize();
  if (std::memcmp(a.bytes().data() + i * size, b.bytes().data() + i * size,
                  size) == 0)
    return true;
  return a.isFloat() && std::isnan(a.getFloat(i)) && std::isnan(b.getFloat(i));
}

static std::string describe(const TensorView &view, int64_t i,
                            const HostTensor &expected, const HostTensor &found,
                            const Twine &detail = "") {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "result '" << view.name << "' of " << view.type << ": element " << i
     << " is " << llvm::format("%.9g", found.getFloat(i)) << ", not "
     << llvm::format("%.9g", expected.getFloat(i)) << detail;
  return text;
}

/// Returns the tensor of `outputs` that corresponds to `view`, or the reason
/// why there is none.
static const TensorView *find(const TensorView &view,
                              const SafeTensors &outputs, std::string &error) {
  const TensorView *other = outputs.find(view.name);
  if (!other)
    error = "result '" + view.name + "' is missing";
  else if (other->type != view.type)
    error = "result '" + view.name + "' has another type";
  return error.empty() ? other : nullptr;
}

std::optional<std::string> fuzz::findDifference(const SafeTensors &expected,
                                                const SafeTensors &outputs) {
  return Envelope(expected).findEscape(outputs);
}

bool Envelope::add(const SafeTensors &varied) {
  bool hasChange = false;
  for (const TensorView &view : expected.getTensors()) {
    std::string error;
    const TensorView *other = find(view, varied, error);
    if (!other)
      continue;
    HostTensor a = read(view), b = read(*other);
    int64_t size = a.getNumElements();
    bool differs = false;
    for (int64_t i = 0; i < size && !differs; ++i)
      differs = !isSame(a, b, i);
    if (!differs)
      continue;
    hasChange = true;
    Spread &spread = spreads[view.name];
    spread.resize(size, 0.0);
    for (auto [i, change] : llvm::enumerate(spread)) {
      if (isSame(a, b, i))
        continue;
      double distance = std::fabs(a.getFloat(i) - b.getFloat(i));
      if (!std::isfinite(distance))
        change = std::nullopt;
      else if (change)
        change = std::max(*change, distance);
    }
  }
  return hasChange;
}

std::optional<std::string>
Envelope::findEscape(const SafeTensors &outputs) const {
  for (const TensorView &view : expected.getTensors()) {
    std::string error;
    const TensorView *other = find(view, outputs, error);
    if (!other)
      return error;
    HostTensor a = read(view), b = read(*other);
    auto it = spreads.find(view.name);
    bool isExact = it == spreads.end();
    // Do not compare integers, such as residuals of a split, that errors
    // change.
    if (!isExact && !a.isFloat())
      continue;
    double most = 0;
    if (!isExact)
      for (std::optional<double> change : it->second)
        most = std::max(most, change.value_or(0));
    for (int64_t i = 0, e = a.getNumElements(); i < e; ++i) {
      if (isSame(a, b, i))
        continue;
      if (isExact)
        return describe(view, i, a, b);
      std::optional<double> change = it->second[i];
      if (!change)
        continue;
      double limit = std::max(elementFactor * *change, tensorFactor * most);
      double distance = std::fabs(a.getFloat(i) - b.getFloat(i));
      if (!(distance <= limit))
        return describe(view, i, a, b,
                        ", with a change of at most " +
                            Twine(std::to_string(limit)));
    }
  }
  return std::nullopt;
}
