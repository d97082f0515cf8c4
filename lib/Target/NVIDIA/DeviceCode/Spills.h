//===- Spills.h - registers that ptxas spills -------------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::fp8 {

/// A kernel with spilled registers: its registers per thread and spilled bytes.
struct SpilledKernel {
  std::string name;
  unsigned registers, bytes;
};

/// Returns the spilling kernels listed in a log of `ptxas -v`.
llvm::SmallVector<SpilledKernel> findSpills(llvm::StringRef log);

unsigned countSpilledBytes(llvm::ArrayRef<SpilledKernel> kernels);

/// Returns `ptx` with `.minnctapersm 1` added to every spilling kernel that
/// uses fewer registers than the hardware limit, or an empty string if there is
/// no such kernel. Without the bound, ptxas may spill registers to fit one more
/// thread block on a multiprocessor.
std::string boundSpilledKernels(llvm::StringRef ptx,
                                llvm::ArrayRef<SpilledKernel> kernels);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H
