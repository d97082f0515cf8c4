//===- TestPrograms.h - compile and run functions in tests ------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EXECUTION_TESTPROGRAMS_H
#define FP8_TEST_UNIT_EXECUTION_TESTPROGRAMS_H

#include "Targets.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace mlir::fp8::test {

/// Returns one context for all tests, because loading every dialect takes
/// longer than most tests.
inline MLIRContext &getContext() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<FP8Dialect>();
    auto *made = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    made->printOpOnDiagnostic(false);
    return made;
  }();
  return *context;
}

inline OwningOpRef<ModuleOp> parse(const std::string &text) {
  return parseSourceString<ModuleOp>(text, &getContext());
}

/// Tensors of rank 0 stand for scalars.
inline RankedTensorType getTensorType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor : RankedTensorType::get({}, type);
}

inline HostTensor allocate(Type type) {
  auto tensor = HostTensor::allocate(getTensorType(type), [] {
    return mlir::emitError(UnknownLoc::get(&getContext()));
  });
  EXPECT_TRUE(succeeded(tensor));
  return std::move(*tensor);
}

inline HostTensor clone(const HostTensor &tensor) {
  auto copy = tensor.clone(
      [] { return mlir::emitError(UnknownLoc::get(&getContext())); });
  EXPECT_TRUE(succeeded(copy));
  return std::move(*copy);
}

inline std::vector<HostTensor> allocateAll(TypeRange types) {
  std::vector<HostTensor> tensors;
  for (Type type : types)
    tensors.push_back(allocate(type));
  return tensors;
}

inline func::FuncOp getFunction(ModuleOp module, StringRef name = "f") {
  return module.lookupSymbol<func::FuncOp>(name);
}

inline std::vector<const HostTensor *>
getPointers(const std::vector<HostTensor> &tensors) {
  std::vector<const HostTensor *> pointers;
  for (const HostTensor &tensor : tensors)
    pointers.push_back(&tensor);
  return pointers;
}

/// A program of one function, `f`, with its arguments and results.
struct Compiled {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Program> program;
  std::vector<HostTensor> arguments, results;

  explicit Compiled(const std::string &text, const Target &target = kStock)
      : module(parse(text)) {
    if (!module)
      return;
    FailureOr<std::unique_ptr<Program>> made = target.create(*module, "f");
    if (failed(made))
      return;
    program = std::move(*made);
    func::FuncOp function = getFunction(*module);
    arguments = allocateAll(function.getArgumentTypes());
    results = allocateAll(function.getResultTypes());
  }

  explicit operator bool() const { return program != nullptr; }

  void run() {
    EXPECT_TRUE(succeeded(program->run(getPointers(arguments), results)));
  }
};

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EXECUTION_TESTPROGRAMS_H
