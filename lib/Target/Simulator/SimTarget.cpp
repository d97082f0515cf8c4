//===- SimTarget.cpp - a simulated GPU as a target ------------------------===//

#include "fp8/Target/NVIDIA/Chip.h"
#include "fp8/Target/Simulator/SimProgram.h"
#include "fp8/Target/Target.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct SimTargetOptions : TargetOptions {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("Chip that kernels are compiled for"),
                           llvm::cl::init("sm_80")};
  Option<int64_t> maxOutstandingBytes{
      *this, "max-outstanding-bytes",
      llvm::cl::desc("Maximum bytes of gradients that wait for updates"),
      llvm::cl::init(-1)};
  Option<bool> countTraffic{
      *this, "count-traffic",
      llvm::cl::desc("Count the bytes that kernels move, at some cost"),
      llvm::cl::init(false)};
};

class SimTarget : public Target {
public:
  SimTarget()
      : Target("sim", "GPU kernels, simulated and checked on the CPU",
               {/*plansMemory=*/false, /*keepsAllTensors=*/false}) {}

  std::unique_ptr<TargetOptions> createOptions() const override {
    return std::make_unique<SimTargetOptions>();
  }

  llvm::Error verifyOptions(const TargetOptions &given) const override {
    return verifyChip(static_cast<const SimTargetOptions &>(given).chip);
  }

  FailureOr<std::unique_ptr<TargetSession>>
  open(Location, const TargetOptions &given) const override {
    const auto &options = static_cast<const SimTargetOptions &>(given);
    std::string chip = options.chip;
    bool countTraffic = options.countTraffic;
    std::optional<int64_t> maxOutstandingBytes;
    if (options.maxOutstandingBytes >= 0)
      maxOutstandingBytes = options.maxOutstandingBytes;
    return std::unique_ptr<TargetSession>(std::make_unique<SimpleSession>(
        [=](ModuleOp module, StringRef function, StepReport *) {
          SimProgramOptions program;
          program.chip = chip;
          program.countTraffic = countTraffic;
          program.maxOutstandingBytes = maxOutstandingBytes;
          return createSimProgram(module, function, program);
        }));
  }
};
} // namespace

namespace mlir::fp8 {
void registerSimTarget() { registerTarget(std::make_unique<SimTarget>()); }
} // namespace mlir::fp8
