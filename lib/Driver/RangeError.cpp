//===- RangeError.cpp - errors of scalars outside their range -------------===//

#include "fp8/Driver/RangeError.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::fp8;

std::string fp8::printNumber(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.9g", value);
  double read;
  if (StringRef(text).getAsDouble(read) || read != value) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  }
  return text;
}

std::optional<std::string> fp8::checkRange(const Argument &argument,
                                           const HostTensor &value) {
  const ScalarRange &range = *argument.range;
  double number = value.getFloat(0);
  if (range.contains(number))
    return std::nullopt;
  return "expected '" + argument.name + "' to be at least " +
         printNumber(range.lower) + " and below " + printNumber(range.upper) +
         ", because of its fp8.range, but it is " + printNumber(number);
}
