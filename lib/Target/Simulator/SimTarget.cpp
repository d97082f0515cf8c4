//===- SimTarget.cpp - a simulated GPU as a target ------------------------===//

#include "fp8/Target/KernelTargetOptions.h"
#include "fp8/Target/NVIDIA/Chip.h"
#include "fp8/Target/Simulator/SimProgram.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct SimTargetOptions : KernelTargetOptions {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("Chip that kernels are compiled for"),
                           llvm::cl::init("sm_80")};
  Option<bool> countTraffic{
      *this, "count-traffic",
      llvm::cl::desc("Count the bytes that kernels move, at some cost"),
      llvm::cl::init(false)};
};

class SimTarget : public Target {
public:
  SimTarget()
      : Target("sim", "GPU kernels, simulated and checked on the CPU",
               {/*plansMemory=*/false, /*keepsAllTensors=*/false,
                /*runsCollectives=*/true}) {}

  std::unique_ptr<TargetOptions> createOptions() const override {
    return std::make_unique<SimTargetOptions>();
  }

  llvm::Error verifyOptions(const TargetOptions &given) const override {
    return verifyChip(static_cast<const SimTargetOptions &>(given).chip);
  }

  FailureOr<ProgramFactory> open(Location,
                                 const TargetOptions &given) const override {
    const auto &options = static_cast<const SimTargetOptions &>(given);
    SimProgramOptions program;
    program.countTraffic = options.countTraffic;
    program.maxOutstandingBytes = options.getMaxOutstandingBytes();
    program.attention = options.attention;
    return ProgramFactory(
        [program, chip = std::string(options.chip)](
            ModuleOp module, StringRef function, StepReport *) mutable {
          program.chip = chip;
          return createSimProgram(module, function, program);
        });
  }
};
} // namespace

namespace mlir::fp8 {
void registerSimTarget() { registerTarget(std::make_unique<SimTarget>()); }
} // namespace mlir::fp8
