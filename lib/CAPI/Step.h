//===- Step.h - compiled steps of the C API ---------------------*- C++ -*-===//
#ifndef FP8_LIB_CAPI_STEP_H
#define FP8_LIB_CAPI_STEP_H

#include "Context.h"
#include "Function.h"
#include "Ranks.h"
#include "fp8/Driver/StepFunctions.h"
#include "fp8/Target/Target.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <atomic>
#include <deque>
#include <memory>

struct fp8c_step_s {
  explicit fp8c_step_s(fp8c_context context) : context(context) {
    ++context->numSteps;
  }
  fp8c_step_s(const fp8c_step_s &) = delete;
  fp8c_step_s &operator=(const fp8c_step_s &) = delete;
  ~fp8c_step_s() { --context->numSteps; }

  fp8c_context context;
  /// The text or bytecode, to which constants of the modules may refer.
  std::unique_ptr<llvm::MemoryBuffer> source;
  /// The functions that train, in Scaled form; `pack` and `unpack`; and the
  /// module as written if it has `init`.
  mlir::OwningOpRef<mlir::ModuleOp> training, conversions, initial;
  const mlir::fp8::Target *target = nullptr;
  /// The ranks of the mesh, or null if this process is the only one.
  mlir::fp8::capi::Ranks *ranks = nullptr;
  std::deque<mlir::fp8::capi::Function> functions;
  /// The descriptions of `functions`.
  std::vector<fp8c_function> described;
  /// Warnings of the compilation, the last report, and the last object.
  std::string messages, report, header;
  mlir::SmallVector<char, 0> object;
  /// True while a thread uses the step.
  std::atomic<bool> isBusy = false;
};

namespace mlir::fp8::capi {

/// Marks the step as used by this thread during its lifetime.
class Use {
public:
  /// `call` is the name of the function of the C API.
  Use(fp8c_step step, StringRef call);
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;
  ~Use();

  /// Returns FP8C_OK, or the status of an error whose message is set.
  fp8c_status getStatus() const { return status; }

private:
  fp8c_step step;
  fp8c_status status;
};

} // namespace mlir::fp8::capi

#endif // FP8_LIB_CAPI_STEP_H
