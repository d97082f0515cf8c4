//===- FunctionParts.h - Evaluation of a function in parts ------*- C++ -*-===//

#ifndef FP8_RUN_FUNCTIONPARTS_H
#define FP8_RUN_FUNCTIONPARTS_H

#include "Graph/Signature.h"

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8::run {

/// Results of a function, and their names.
struct NamedResults {
  /// Returns the result `name`, or null.
  const HostTensor *find(StringRef name) const;
  void append(NamedResults more);

  std::vector<Result> results;
  std::vector<HostTensor> values;
};

/// A function whose results are evaluated in parts, so that the memory of one
/// part is free before the next one is evaluated. Two results are in one part
/// if both depend on the same expensive op. The module outlives this object.
class FunctionParts {
public:
  /// Returns the value of an argument by name.
  using Lookup = function_ref<const HostTensor *(StringRef)>;

  static FailureOr<FunctionParts> create(func::FuncOp function);

  const Signature &getSignature() const { return signature; }
  size_t size() const { return parts.size(); }

  /// Returns the names of the results of a part.
  SmallVector<StringRef> getResults(size_t part) const;
  /// Returns the names of the arguments that a part reads.
  SmallVector<StringRef> getArguments(size_t part) const;

  /// Evaluates a part in the reference evaluator.
  FailureOr<NamedResults> run(size_t part, Lookup lookup) const;

private:
  /// The ops that compute some results, in order, and positions of results and
  /// arguments.
  struct Part {
    SmallVector<unsigned> results, arguments;
    SmallVector<Operation *> ops;
  };

  explicit FunctionParts(func::FuncOp function) : function(function) {}
  /// Finds the ops and arguments that the results of `part` need.
  void fill(Part &part) const;
  /// Returns a module with a function that computes only the results of `part`.
  OwningOpRef<ModuleOp> isolate(const Part &part) const;

  func::FuncOp function;
  Signature signature;
  std::vector<Part> parts;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_FUNCTIONPARTS_H
