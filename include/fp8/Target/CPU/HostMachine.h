//===- HostMachine.h - CPU that kernels are compiled for --------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_HOSTMACHINE_H
#define FP8_TARGET_CPU_HOSTMACHINE_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::fp8 {

/// Returns the target for the CPU `cpu`, or for this machine if it is empty.
/// The target keeps LLVM from creating fused multiply-adds: the IR contains
/// `fma` where one is intended.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
getCPUTarget(StringRef cpu = "");

/// Creates the machine that compiles for the CPU `cpu`, or for this machine if
/// it is empty. Reports an unknown CPU at `loc`.
FailureOr<std::unique_ptr<llvm::TargetMachine>> createCPUMachine(Location loc,
                                                                 StringRef cpu);

/// Returns the width of the widest vector registers of the target: 128, 256 or
/// 512 bits.
unsigned getVectorBits(const llvm::TargetMachine &target);

/// Returns true if the target supports the instructions that --fp8-use-avx512
/// emits.
bool canUseAVX512(const llvm::TargetMachine &target);

/// Lets code use vectors of `bits` bits. LLVM prefers 256 bits even if 512 are
/// available; the emitter has already chosen the width.
void preferVectors(llvm::Module &module, unsigned bits);

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_HOSTMACHINE_H
