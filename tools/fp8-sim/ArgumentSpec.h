//===- ArgumentSpec.h - kernel arguments from the command line --*- C++ -*-===//

#ifndef FP8_TOOLS_FP8_SIM_ARGUMENTSPEC_H
#define FP8_TOOLS_FP8_SIM_ARGUMENTSPEC_H

#include "fp8/Sim/Simulator.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

/// Parses the text of `--arg`:
///
///   f32[1024]=iota:0:2     a buffer: START, STEP
///   f32[4x8]=random:7:-1:1 a buffer of a memref: SEED, LOW, HIGH
///   i8[16]=0               every element
///   i32[3]=1,-2,3          each element
///   f32=1.5, i64=1024      a scalar
struct ArgumentSpec {
  enum class Element { I8, I16, I32, I64, F16, BF16, F32, F64 };

  Element element;
  llvm::SmallVector<int64_t> shape;
  bool isBuffer = false;
  std::vector<char> bytes;

  static llvm::Expected<ArgumentSpec> parse(llvm::StringRef text);

  unsigned getElementBytes() const;
  uint64_t getNumElements() const;
  llvm::StringRef getElementName() const;

  /// Prints element `index` of `data`.
  void print(llvm::raw_ostream &os, const char *data, uint64_t index,
             bool hex) const;

private:
  llvm::Error fill(llvm::StringRef text);
  void set(uint64_t index, double value);
};

#endif // FP8_TOOLS_FP8_SIM_ARGUMENTSPEC_H
