//===- fp8-eval.cpp - Print what functions without arguments return -------===//
//
// For tests: evaluates constant programs and prints every result, the codes of
// floats in hexadecimal and their values in decimal, one row of the last
// dimension per line.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

static llvm::cl::OptionCategory category("fp8-eval options");
static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("<input>"),
                                            llvm::cl::init("-"),
                                            llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    onlyFunction("function", llvm::cl::desc("The only function to evaluate"),
                 llvm::cl::cat(category));
static llvm::cl::opt<bool> splitInput(
    "split-input-file",
    llvm::cl::desc("Evaluate each part of the input between lines of -----"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool> verifyDiagnostics(
    "verify-diagnostics",
    llvm::cl::desc("Check that emitted diagnostics match the comments"),
    llvm::cl::cat(category));

static uint64_t getCode(const HostTensor &tensor, int64_t i) {
  uint64_t code = 0;
  std::memcpy(&code, tensor.bytes().data() + i * tensor.getElementSize(),
              tensor.getElementSize());
  return code;
}

/// Prints a NaN without its sign, which its code shows.
static void printValue(double value) {
  if (std::isnan(value))
    llvm::outs() << " nan";
  else
    llvm::outs() << llvm::format(" %.9g", value);
}

static void printResult(const HostTensor &tensor) {
  int64_t numColumns = tensor.getShape().empty() ? 1 : tensor.getShape().back();
  for (int64_t begin = 0; begin < tensor.getNumElements();
       begin += numColumns) {
    if (tensor.isFloat()) {
      llvm::outs() << "    codes ";
      for (int64_t i = begin; i < begin + numColumns; ++i)
        llvm::outs() << " "
                     << llvm::format_hex_no_prefix(getCode(tensor, i),
                                                   2 * tensor.getElementSize(),
                                                   /*Upper=*/true);
      llvm::outs() << "\n";
    }
    llvm::outs() << "    values";
    for (int64_t i = begin; i < begin + numColumns; ++i) {
      if (tensor.isFloat())
        printValue(tensor.getFloat(i));
      else
        llvm::outs() << " " << tensor.getInt(i);
    }
    llvm::outs() << "\n";
  }
}

static LogicalResult evaluate(ModuleOp module, func::FuncOp function) {
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(module, function.getSymName());
  if (failed(program))
    return failure();
  std::vector<HostTensor> results;
  for (Type type : function.getResultTypes()) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    FailureOr<HostTensor> result = HostTensor::allocate(
        tensorType ? tensorType : RankedTensorType::get({}, type),
        [&] { return function.emitError(); });
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  if (failed((*program)->run({}, results)))
    return failure();
  llvm::outs() << "@" << function.getSymName() << "\n";
  for (auto [i, result] : llvm::enumerate(results)) {
    llvm::outs() << "  result " << i << ": " << function.getResultTypes()[i]
                 << "\n";
    printResult(result);
  }
  return success();
}

static LogicalResult evaluateBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                    MLIRContext &context) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), SMLoc());
  std::unique_ptr<SourceMgrDiagnosticHandler> printer;
  std::unique_ptr<SourceMgrDiagnosticVerifierHandler> verifier;
  if (verifyDiagnostics)
    verifier = std::make_unique<SourceMgrDiagnosticVerifierHandler>(*sources,
                                                                    &context);
  else
    printer = std::make_unique<SourceMgrDiagnosticHandler>(*sources, &context);

  bool isOk = false;
  if (OwningOpRef<ModuleOp> module =
          parseSourceFile<ModuleOp>(sources, &context)) {
    isOk = true;
    for (auto function : module->getOps<func::FuncOp>())
      if (function.getNumArguments() == 0 && !function.isExternal() &&
          function.isPublic() &&
          (onlyFunction.empty() || function.getSymName() == onlyFunction))
        isOk &= succeeded(evaluate(*module, function));
  }
  return verifier ? verifier->verify() : success(isOk);
}

int main(int argc, char **argv) {
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(argc, argv, "fp8 constant evaluator\n");
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<FP8Dialect>();
  MLIRContext context(registry);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &error);
  if (!input) {
    llvm::errs() << error << "\n";
    return 1;
  }
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> buffer,
                     raw_ostream &) {
    return evaluateBuffer(std::move(buffer), context);
  };
  return failed(splitAndProcessBuffer(std::move(input), process, llvm::nulls(),
                                      splitInput ? "// -----" : ""));
}
