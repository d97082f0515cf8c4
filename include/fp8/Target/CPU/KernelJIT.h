//===- KernelJIT.h - emitted kernels as functions of this process -*- C++ -*-=//
#ifndef FP8_TARGET_CPU_KERNELJIT_H
#define FP8_TARGET_CPU_KERNELJIT_H

#include "fp8/Runtime/fp8rt.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::fp8 {

/// The vector registers of this machine, in bits, for --fp8-emit-cpu.
unsigned getHostVectorBits();
/// Its CPU, as LLVM calls it.
std::string getHostCPU();

/// Functions that the emitter made for the CPU, compiled for this machine.
class KernelJIT {
public:
  /// Compiles a module whose functions are what the CPU emitter makes. The
  /// module is lowered in place. Errors are reported at the module.
  /// `vectorBits` is what the emitter was told.
  static FailureOr<std::unique_ptr<KernelJIT>>
  create(ModuleOp module, unsigned vectorBits = getHostVectorBits());
  ~KernelJIT();

  /// Null if there is no function of that name.
  fp8rt_cpu_kernel lookup(StringRef name) const;

private:
  explicit KernelJIT(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_KERNELJIT_H
