//===- CPUTarget.cpp - the host CPU as a target ---------------------------===//

#include "fp8/Target/CPU/CPUProgram.h"
#include "fp8/Target/KernelTargetOptions.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CPUTargetOptions : KernelTargetOptions {
  Option<unsigned> numThreads{
      *this, "num-threads",
      llvm::cl::desc("Threads that run kernels and matmuls; 0 for the CPUs "
                     "that the process may use. No result depends on it"),
      llvm::cl::init(0)};
};

class CPUTarget : public Target {
public:
  CPUTarget()
      : Target("cpu", "Kernels for this machine's CPU",
               {/*plansMemory=*/true, /*keepsAllTensors=*/false,
                /*runsCollectives=*/true}) {}

  std::unique_ptr<TargetOptions> createOptions() const override {
    return std::make_unique<CPUTargetOptions>();
  }

  FailureOr<ProgramFactory> open(Location,
                                 const TargetOptions &given) const override {
    CPUProgramOptions program = getProgramOptions(given);
    return ProgramFactory(
        [=](ModuleOp module, StringRef function, StepReport *report) {
          return createCPUProgram(module, function, program, report);
        });
  }

  FailureOr<std::vector<StepReport>>
  report(ModuleOp module, ArrayRef<StringRef> functions,
         const TargetOptions &given) const override {
    std::vector<StepReport> reports;
    for (StringRef function : functions) {
      FailureOr<StepReport> report =
          reportCPUProgram(module, function, getProgramOptions(given));
      if (failed(report))
        return failure();
      reports.push_back(std::move(*report));
    }
    return reports;
  }

private:
  static CPUProgramOptions getProgramOptions(const TargetOptions &given) {
    const auto &options = static_cast<const CPUTargetOptions &>(given);
    CPUProgramOptions program;
    program.numThreads = options.numThreads;
    program.maxOutstandingBytes = options.getMaxOutstandingBytes();
    program.attention = options.attention;
    return program;
  }
};
} // namespace

namespace mlir::fp8 {
void registerCPUTarget() { registerTarget(std::make_unique<CPUTarget>()); }
} // namespace mlir::fp8
