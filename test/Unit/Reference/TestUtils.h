//===- TestUtils.h - Parse, prepare and run functions -----------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_REFERENCE_TESTUTILS_H
#define FP8_TEST_UNIT_REFERENCE_TESTUTILS_H

#include "fp8/IR/FP8.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <random>

namespace mlir::fp8::reference::test {

/// Keeps the last error in `error` instead of printing it.
struct EvaluatorTest : testing::Test {
  EvaluatorTest() {
    context.loadDialect<FP8Dialect, arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, math::MathDialect,
                        scf::SCFDialect, tensor::TensorDialect>();
    handler.emplace(&context, [this](Diagnostic &diag) { error = diag.str(); });
  }

  OwningOpRef<ModuleOp> parse(StringRef source) {
    return parseSourceString<ModuleOp>(source, &context);
  }

  /// Returns function @f of `source`, ready to run, or null after an error.
  std::unique_ptr<Program> prepare(StringRef source, StringRef name = "f") {
    OwningOpRef<ModuleOp> module = parse(source);
    if (!module)
      return nullptr;
    // The module is freed at the end of this scope, because programs do not
    // need it.
    FailureOr<std::unique_ptr<Program>> program =
        createReferenceProgram(*module, name);
    return failed(program) ? nullptr : std::move(*program);
  }

  HostTensor allocate(ArrayRef<int64_t> shape, Type elementType) {
    return std::move(
        *HostTensor::allocate(RankedTensorType::get(shape, elementType), [&] {
          return emitError(UnknownLoc::get(&context));
        }));
  }

  /// Normally distributed numbers.
  HostTensor random(ArrayRef<int64_t> shape) {
    HostTensor tensor = allocate(shape, Float32Type::get(&context));
    std::normal_distribution<float> distribution;
    for (float &value : tensor.data<float>())
      value = distribution(generator);
    return tensor;
  }

  MLIRContext context;
  std::optional<ScopedDiagnosticHandler> handler;
  std::string error;
  std::mt19937 generator{1};
};

} // namespace mlir::fp8::reference::test

#endif // FP8_TEST_UNIT_REFERENCE_TESTUTILS_H
