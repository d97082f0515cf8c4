//===- Source.cpp - Sources of argument values ----------------------------===//

#include "Inputs/Source.h"

#include "Inputs/RandomTensor.h"

#include "fp8/Driver/RangeError.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::formatv;

Source Source::missing(std::string remedy) {
  Source source;
  source.text = std::move(remedy);
  return source;
}

Source Source::fill(double value) {
  Source source;
  source.kind = Kind::Value;
  source.value = value;
  return source;
}

Source Source::count(double start) {
  Source source = fill(start);
  source.kind = Kind::Counter;
  return source;
}

Source Source::normal(uint64_t seed, double deviation) {
  Source source = uniform(seed, 0, deviation);
  source.kind = Kind::Normal;
  return source;
}

Source Source::uniform(uint64_t seed, double low, double high) {
  Source source;
  source.kind = Kind::Uniform;
  source.seed = seed;
  source.low = low;
  source.high = high;
  return source;
}

void Source::copySlices(HostTensor &tensor, int64_t step) const {
  MutableArrayRef<char> to = tensor.bytes();
  if (to.empty())
    return;
  size_t size = to.size() / numBatches;
  for (int64_t i = 0; i < numBatches; ++i)
    std::memcpy(to.data() + i * size,
                bytes.data() + (getFirstBatch(step) + i) % numSlices * size,
                size);
  // A file may represent a boolean by any byte.
  if (tensor.getElementType().isInteger(1))
    for (char &byte : to)
      byte = byte != 0;
}

void Source::count(HostTensor &tensor, int64_t step) const {
  MutableArrayRef<char> to = tensor.bytes();
  size_t size = to.size() / numBatches, elementSize = tensor.getElementSize();
  if (size == 0)
    return;
  // Write the first batch last, since element 0 temporarily takes the number of
  // each batch.
  for (int64_t i = numBatches; i-- > 0;) {
    int64_t number = getFirstBatch(step) + i;
    if (integer)
      tensor.setInt(0, *integer + number);
    else
      tensor.setFloat(0, value + static_cast<double>(number));
    for (size_t at = 0; at < size; at += elementSize)
      std::memmove(to.data() + i * size + at, to.data(), elementSize);
  }
}

void Source::copyRows(const HostTensor &whole, HostTensor &part) const {
  // Rows beyond the last row of the whole tensor are zeros.
  MutableArrayRef<char> to = part.bytes();
  ArrayRef<char> from = whole.bytes();
  size_t first = std::min(to.size() * rows->position, from.size());
  llvm::fill(to, 0);
  llvm::copy(from.slice(first, std::min(to.size(), from.size() - first)),
             to.begin());
}

void Source::write(HostTensor &tensor, StringRef name, int64_t step) const {
  // Random values do not depend on the step. The tensors of all ranks are parts
  // of a single tensor.
  int64_t first = rank * tensor.getNumElements();
  switch (kind) {
  case Kind::Missing:
  case Kind::Computed:
    llvm_unreachable("a run does not start without all values");
  case Kind::Value:
    return integer ? tensor.fillInt(*integer) : tensor.fill(value);
  case Kind::Counter:
    return count(tensor, step);
  case Kind::File:
    return copySlices(tensor, step);
  case Kind::Normal:
    return fillNormal(tensor, {seed, name, first}, high);
  case Kind::Uniform:
    return fillUniform(tensor, {seed, name, first}, low, high);
  }
}

std::string Source::identify(RankedTensorType type) const {
  if (kind != Kind::File)
    return describe(type);
  uint64_t hash = llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  std::string data = formatv("data of hash {0:x16}", hash);
  return numSlices > 1 ? describeSlices() + " of " + data : data;
}

std::string Source::describeSlices() const {
  int64_t perStep = getBatchesPerStep();
  if (perStep == 1)
    return formatv("slice k mod {0}", numSlices);
  return formatv("slices {0}k to {0}k+{1} mod {2}", perStep, perStep - 1,
                 numSlices);
}

std::string Source::describe(RankedTensorType type) const {
  std::string number = integer ? std::to_string(*integer) : printNumber(value);
  switch (kind) {
  case Kind::Missing:
    return "no value: " + text;
  case Kind::Value:
    return number;
  case Kind::Counter:
    return number + (getBatchesPerStep() == 1
                         ? " plus the step"
                         : " plus the number of the micro-batch");
  case Kind::Computed:
    return text;
  case Kind::File:
    return numSlices > 1 ? describeSlices() + " of " + text : text;
  case Kind::Normal:
    return formatv("N(0, {0}) from seed {1}", printNumber(high), seed);
  case Kind::Uniform:
    return formatv("uniform {0}in [{1}, {2}) from seed {3}",
                   isa<FloatType>(type.getElementType()) ? "" : "integers ",
                   printNumber(low), printNumber(high), seed);
  }
  llvm_unreachable("not a kind");
}
