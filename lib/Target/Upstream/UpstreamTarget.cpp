//===- UpstreamTarget.cpp - upstream passes as a target -------------------===//

#include "fp8/Target/Target.h"
#include "fp8/Target/Upstream/UpstreamProgram.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class UpstreamTarget : public Target {
public:
  UpstreamTarget()
      : Target("upstream", "Lowering with upstream passes, as a cross-check",
               {/*plansMemory=*/false, /*keepsAllTensors=*/true}) {}

  FailureOr<ProgramFactory> open(Location,
                                 const TargetOptions &) const override {
    return ProgramFactory(
        [](ModuleOp module, StringRef function, StepReport *) {
          return createUpstreamProgram(module, function);
        });
  }
};
} // namespace

namespace mlir::fp8 {
void registerUpstreamTarget() {
  registerTarget(std::make_unique<UpstreamTarget>(), /*alias=*/"stock");
}
} // namespace mlir::fp8
