//===- CUDATarget.cpp - the GPU of this machine as a target ---------------===//

#include "fp8/Target/KernelTargetOptions.h"
#include "fp8/Target/NVIDIA/CUDAProgram.h"
#include "fp8/Target/NVIDIA/Chip.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CUDATargetOptions : KernelTargetOptions {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("Chip that kernels are compiled for; empty for the "
                     "GPU in this machine"),
      llvm::cl::init("")};
  Option<bool> fastSums{
      *this, "fast-sums",
      llvm::cl::desc("Let 8-bit matmuls accumulate with fewer bits than f32 "
                     "has"),
      llvm::cl::init(false)};
  Option<bool> tf32{*this, "tf32",
                    llvm::cl::desc("Let matmuls of f32 round their operands "
                                   "to TF32"),
                    llvm::cl::init(false)};
  Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc("Let cuDNN compute attention with the same bits in every "
                     "run, which takes longer"),
      llvm::cl::init(false)};
  Option<BlockDecoding> decodeBlocks{
      *this, "decode-blocks",
      llvm::cl::desc(
          "Which block-scaled FP8 operands kernels decode to f32, so "
          "that the library multiplies f32"),
      llvm::cl::init(BlockDecoding::Never)};
  Option<unsigned> streams{
      *this, "streams",
      llvm::cl::desc("Number of CUDA streams for launches and matmuls; 0 for 1 "
                     "stream if ops are long, else 3 streams"),
      llvm::cl::init(CUDAProgramOptions().numStreams)};
  Option<std::string> saveKernels{
      *this, "save-kernels",
      llvm::cl::desc("Folder for the code of kernels: FUNCTION.image and "
                     "FUNCTION.ll"),
      llvm::cl::init("")};
};

class CUDATarget : public Target {
public:
  CUDATarget()
      : Target("cuda", "An NVIDIA GPU of this machine",
               {/*plansMemory=*/true, /*keepsAllTensors=*/false,
                /*runsCollectives=*/true, /*usesHostMemory=*/false}) {}

  std::unique_ptr<TargetOptions> createOptions() const override {
    return std::make_unique<CUDATargetOptions>();
  }

  llvm::Error verifyOptions(const TargetOptions &given) const override {
    StringRef chip = static_cast<const CUDATargetOptions &>(given).chip;
    return chip.empty() ? llvm::Error::success() : verifyChip(chip);
  }

  FailureOr<ProgramFactory> open(Location loc,
                                 const TargetOptions &given) const override {
    const auto &options = static_cast<const CUDATargetOptions &>(given);
    FailureOr<std::shared_ptr<CUDAMemory>> memory = openCUDAMemory(loc);
    if (failed(memory))
      return failure();
    CUDAProgramOptions program;
    program.chip = options.chip;
    program.numStreams = options.streams;
    program.fastSums = options.fastSums;
    program.useTF32 = options.tf32;
    program.decodeBlocks = options.decodeBlocks;
    program.saveFolder = options.saveKernels;
    program.maxOutstandingBytes = options.getMaxOutstandingBytes();
    program.attention = options.attention;
    program.deterministic = options.deterministic;
    program.memory = std::move(*memory);
    return ProgramFactory(
        [=](ModuleOp module, StringRef function, StepReport *report) {
          return createCUDAProgram(module, function, program, report);
        });
  }
};
} // namespace

namespace mlir::fp8 {
void registerCUDATarget() { registerTarget(std::make_unique<CUDATarget>()); }
} // namespace mlir::fp8
