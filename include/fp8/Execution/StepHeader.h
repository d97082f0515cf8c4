//===- StepHeader.h - the C interface of compiled steps ---------*- C++ -*-===//
#ifndef FP8_EXECUTION_STEPHEADER_H
#define FP8_EXECUTION_STEPHEADER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace mlir::fp8 {

struct StepArgument {
  /// What the module calls it.
  std::string name;
  /// The name in C.
  std::string identifier;
  MemRefType type;
  /// What every element starts from, where the module says it.
  FloatAttr initial;
  enum Role { Input, State, Result } role = Input;
};

/// A function of Planned form as C sees it.
struct StepSignature {
  /// The name in C is `prefix` and that of `function`. Errors: a name that C
  /// cannot have, an element type that it has none for, a buffer that is not
  /// contiguous, no arena.
  static FailureOr<StepSignature> read(func::FuncOp function, StringRef prefix);

  std::string name;
  /// When to call it; empty for the step.
  std::string comment;
  /// Without the arena.
  std::vector<StepArgument> arguments;
  /// What launches and products need together.
  int64_t arenaBytes = 0;
  /// Of a step for GPUs, which are arguments there.
  unsigned numConstants = 0;
};

/// The text of `name`.h: functions.
std::string printHeader(StringRef name, ArrayRef<StepSignature> signatures);

/// The same for steps that are data, of type fp8rt_cuda_compiled.
std::string printCUDAHeader(StringRef name, ArrayRef<StepSignature> signatures);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_STEPHEADER_H
