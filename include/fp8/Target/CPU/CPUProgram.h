//===- CPUProgram.h - functions compiled to CPU kernels ---------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_CPUPROGRAM_H
#define FP8_TARGET_CPU_CPUPROGRAM_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"
#include "fp8/Kernels/Choices.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

struct CPUProgramOptions {
  /// Number of threads that run kernels and matmuls; 0: the number of CPUs that
  /// this thread may use. It does not affect results.
  int32_t numThreads = 0;
  /// Maximum size of gradients that wait for their updates, in bytes. The
  /// default of the pipeline if absent.
  std::optional<int64_t> maxOutstandingBytes = {};
  AttentionLowering attention = AttentionLowering::Kernels;
};

/// Compiles `function` of `module`, in Model or Scaled form, for the host CPU
/// with --fp8-cpu-pipeline and LLVM's JIT. Contractions call the fp8rt library.
/// Does not modify the module. The program runs one call at a time; `info`
/// receives the resources that a call needs.
///
/// Errors: a missing function, a type without a host tensor, an op that no
/// kernel can contain, a missing library for contractions.
FailureOr<std::unique_ptr<Program>>
createCPUProgram(ModuleOp module, StringRef function,
                 const CPUProgramOptions &options = {},
                 StepReport *info = nullptr);

/// Returns the resources that a call of this program needs, without compiling
/// its kernels.
FailureOr<StepReport> reportCPUProgram(ModuleOp module, StringRef function,
                                       const CPUProgramOptions &options = {});

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_CPUPROGRAM_H
