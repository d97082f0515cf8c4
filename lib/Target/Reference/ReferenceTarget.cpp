//===- ReferenceTarget.cpp - the reference evaluator as a target ----------===//

#include "fp8/Reference/Evaluator.h"
#include "fp8/Target/Target.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class ReferenceTarget : public Target {
public:
  ReferenceTarget()
      : Target("reference", "The reference evaluator, which defines every bit",
               {/*plansMemory=*/false, /*keepsAllTensors=*/true,
                /*runsCollectives=*/true}) {}

  FailureOr<ProgramFactory> open(Location,
                                 const TargetOptions &) const override {
    return ProgramFactory(
        [](ModuleOp module, StringRef function, StepReport *) {
          return createReferenceProgram(module, function);
        });
  }
};
} // namespace

namespace mlir::fp8 {
void registerReferenceTarget() {
  registerTarget(std::make_unique<ReferenceTarget>());
}
} // namespace mlir::fp8
