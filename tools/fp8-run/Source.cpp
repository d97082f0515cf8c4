//===- Source.cpp - Where the values of an argument come from -------------===//

#include "Source.h"

#include "RandomTensor.h"
#include "llvm/Support/Format.h"
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

static void copyBytes(HostTensor &tensor, ArrayRef<char> bytes) {
  if (tensor.bytes().empty())
    return;
  std::memcpy(tensor.bytes().data(), bytes.data(), tensor.bytes().size());
  // A file may hold any byte as a truth value.
  if (tensor.getElementType().isInteger(1))
    for (char &byte : tensor.bytes())
      byte = byte != 0;
}

void Source::write(HostTensor &tensor, StringRef name, int64_t step) const {
  switch (kind) {
  case Kind::Missing:
    llvm_unreachable("a run does not start without all values");
  case Kind::Value:
    return integer ? tensor.fillInt(*integer) : tensor.fill(value);
  case Kind::Counter:
    return integer ? tensor.fillInt(*integer + step)
                   : tensor.fill(value + static_cast<double>(step));
  case Kind::File: {
    size_t size = tensor.bytes().size();
    return copyBytes(tensor, bytes.slice(step % numSlices * size, size));
  }
  case Kind::Normal:
    return fillNormal(tensor, {seed, name}, high);
  case Kind::Uniform:
    return fillUniform(tensor, {seed, name}, low, high);
  }
}

/// As many digits as an f32 needs, or an f64 where these are not enough.
static std::string print(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.9g", value);
  double read;
  if (StringRef(text).getAsDouble(read) || read != value) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.17g", value);
  }
  return text;
}

std::string Source::identify(RankedTensorType type) const {
  if (kind != Kind::File)
    return describe(type);
  uint64_t hash = llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  std::string data = formatv("data of hash {0:x16}", hash);
  return numSlices > 1
             ? formatv("slice k mod {0} of {1}", numSlices, data).str()
             : data;
}

std::string Source::describe(RankedTensorType type) const {
  std::string number = integer ? std::to_string(*integer) : print(value);
  switch (kind) {
  case Kind::Missing:
    return "no value: " + text;
  case Kind::Value:
    return number;
  case Kind::Counter:
    return number + " plus the step";
  case Kind::File:
    return numSlices > 1
               ? formatv("slice k mod {0} of {1}", numSlices, text).str()
               : text;
  case Kind::Normal:
    return formatv("N(0, {0}) from seed {1}", print(high), seed);
  case Kind::Uniform:
    return formatv("uniform {0}in [{1}, {2}) from seed {3}",
                   isa<FloatType>(type.getElementType()) ? "" : "integers ",
                   print(low), print(high), seed);
  }
  llvm_unreachable("not a kind");
}
