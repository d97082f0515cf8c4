//===- VerifyUnchanged.cpp - checks passes that preserve all analyses -----===//

#include "fp8/Pipelines/VerifyUnchanged.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Gives access to the protected state of a pass.
struct PassAccess : Pass {
  static bool preservesAll(Pass *pass) {
    auto getState = &PassAccess::getPassState;
    return (pass->*getState)().preservedAnalyses.isAll();
  }
};

class Instrumentation : public PassInstrumentation {
public:
  explicit Instrumentation(std::function<void(Pass *, Operation *)> report)
      : report(std::move(report)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (!pass->getArgument().starts_with("fp8-"))
      return;
    OperationFingerPrint before(op);
    std::lock_guard<std::mutex> lock(mutex);
    fingerPrints.insert_or_assign(pass, before);
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = fingerPrints.find(pass);
    if (it == fingerPrints.end())
      return;
    if (PassAccess::preservesAll(pass) &&
        it->second != OperationFingerPrint(op))
      report(pass, op);
    fingerPrints.erase(it);
  }

  void runAfterPassFailed(Pass *pass, Operation *) override {
    std::lock_guard<std::mutex> lock(mutex);
    fingerPrints.erase(pass);
  }

private:
  std::function<void(Pass *, Operation *)> report;
  std::mutex mutex;
  /// Fingerprints before the current run of each pass. Each thread has passes
  /// of its own.
  DenseMap<Pass *, OperationFingerPrint> fingerPrints;
};
} // namespace

void fp8::verifyUnchanged(PassManager &pm,
                          std::function<void(Pass *, Operation *)> report) {
  pm.addInstrumentation(std::make_unique<Instrumentation>(std::move(report)));
}
