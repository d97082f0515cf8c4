//===- Function.h - functions of a step in the C API ------------*- C++ -*-===//
#ifndef FP8_LIB_CAPI_FUNCTION_H
#define FP8_LIB_CAPI_FUNCTION_H

#include "Context.h"
#include "fp8/Driver/Signature.h"
#include "fp8/Target/Target.h"

#include <deque>
#include <memory>

namespace mlir::fp8::capi {

/// A function of a step: its description in C, and its program once it is
/// compiled.
class Function {
public:
  /// Describes `function`, which is compiled by `factory`. Its arguments from
  /// `numOriginal` on were added by storage.
  static FailureOr<Function> create(func::FuncOp function,
                                    ProgramFactory factory,
                                    unsigned numOriginal = UINT_MAX);
  Function(Function &&) = default;

  /// Returns the description, which refers to this object. `this` must not move
  /// afterwards.
  fp8c_function describe() const;

  /// Compiles the function unless it is compiled already. Creates a report if
  /// `hasReport`.
  LogicalResult compile(bool hasReport = false);
  /// Sets the ranks of exchanges. The function must be compiled.
  LogicalResult connect(fp8rt_comm comm) {
    hasExchanges = true;
    return program->connect(comm);
  }
  /// Returns true if other ranks run the function, too.
  bool isConnected() const { return hasExchanges; }
  bool isCompiled() const { return !!program; }
  const std::optional<StepReport> &getReport() const { return report; }

  /// Returns an error message if the function cannot run at these addresses.
  std::optional<std::string> check(void *const *addresses);
  /// Runs the function, which must be compiled.
  LogicalResult run(void *const *addresses);

  /// Steps at which the function replaces `step`, as pairs of a first and a
  /// last step.
  SmallVector<int64_t> ranges;

private:
  Function() = default;

  /// Returns an error message if a scalar is outside its `fp8.range`.
  std::optional<std::string> checkRanges(void *const *addresses) const;
  void addArgument(std::string name, RankedTensorType type, fp8c_role role);
  /// Runs a program that owns its tensors.
  LogicalResult runOnCopies(void *const *addresses);

  func::FuncOp function;
  std::string name;
  ProgramFactory factory;
  Signature signature;
  std::unique_ptr<Program> program;
  bool hasExchanges = false;
  std::optional<StepReport> report;

  std::vector<fp8c_argument> arguments;
  std::vector<fp8c_result> results;
  std::vector<RankedTensorType> types;
  /// Owners of the names and shapes to which the structs above point.
  std::deque<std::string> names;
  std::deque<SmallVector<int64_t>> extents;
  /// The addresses of the last check without an error.
  std::vector<void *> checked;
};

} // namespace mlir::fp8::capi

#endif // FP8_LIB_CAPI_FUNCTION_H
