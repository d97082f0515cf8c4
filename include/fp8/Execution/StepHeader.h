//===- StepHeader.h - C interface of compiled steps -------------*- C++ -*-===//
#ifndef FP8_EXECUTION_STEPHEADER_H
#define FP8_EXECUTION_STEPHEADER_H

#include "fp8/Runtime/fp8rt_argument.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace mlir::fp8 {

struct StepArgument {
  /// Name in the module.
  std::string name;
  /// Name in C.
  std::string identifier;
  MemRefType type;
  /// Initial value of every element, if the module specifies it.
  FloatAttr initial;
  fp8rt_role role = FP8RT_INPUT;
  /// Kind of a state, such as "param"; else empty.
  StringRef kind;
};

/// The C signature of a function in Planned form.
struct StepSignature {
  /// Reads the signature. The C name is `prefix` followed by the name of
  /// `function`. Fails if the name is not valid in C, if C has no type for an
  /// element type, if a buffer is not contiguous, or if there is no arena.
  static FailureOr<StepSignature> read(func::FuncOp function, StringRef prefix);

  /// Returns the C name of the fp8rt_step of a step for CPUs.
  std::string getDescName() const { return name + "_desc"; }
  /// Returns the C name of the table of the arguments.
  std::string getTableName() const { return name + "_arguments"; }

  std::string name;
  /// Explains when to call the function. Empty for the step.
  std::string comment;
  /// Arguments without the arena.
  std::vector<StepArgument> arguments;
  /// Size of the memory that launches and matmuls share, in bytes.
  int64_t arenaBytes = 0;
  /// Number of constants, which are arguments of GPU steps.
  unsigned numConstants = 0;
  /// True if the step exchanges data with other ranks.
  bool hasExchanges = false;
};

/// Returns the text of `name`.h for functions.
std::string printHeader(StringRef name, ArrayRef<StepSignature> signatures);

/// Returns the text of `name`.h for steps that are constants of type
/// fp8rt_cuda_compiled.
std::string printCUDAHeader(StringRef name, ArrayRef<StepSignature> signatures);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_STEPHEADER_H
