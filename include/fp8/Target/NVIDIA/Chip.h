//===- Chip.h - the NVIDIA chips that fp8 compiles for ----------*- C++ -*-===//
//
// LLVM aborts the process on what a chip or a PTX version cannot express, so
// everything that reaches its back end is checked against this table first.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_NVIDIA_CHIP_H
#define FP8_TARGET_NVIDIA_CHIP_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::fp8 {

/// What the compiler has to know about a chip. Sizes are in bytes.
struct Chip {
  StringLiteral name;
  /// 10 * major + minor, e.g. 90.
  unsigned computeCapability;
  /// Lowest PTX ISA version with this chip, as 10 * major + minor.
  unsigned minPTX;
  /// The version that fp8 asks for where the user names none: the lowest one
  /// with every conversion that the chip has in hardware.
  unsigned defaultPTX;
  /// Shared memory of a block: declared in the kernel, and in all.
  unsigned staticSharedLimit;
  unsigned sharedLimit;
  /// cvt between f32 or f16 and e4m3 or e5m2.
  bool hasFP8Conversion;
  /// redux.sync of f32.
  bool hasFloatRedux;
  /// cvt.rs: stochastic rounding.
  bool hasStochasticConversion;
  /// cvt to and from ue8m0, the scale of MX formats.
  bool hasScaleConversion;
  /// Products of cuBLASLt whose blocks of 128 terms are scaled by f32, and
  /// those of MX operands.
  bool hasBlockProducts;
  bool hasMXProducts;
};

/// The first PTX version with cvt to and from e4m3 and e5m2.
constexpr unsigned kFP8ConversionPTX = 81;

/// A chip and the PTX version to write for it.
struct DeviceTarget {
  const Chip *chip;
  unsigned ptx;

  /// Whether the chip converts to and from e4m3 and e5m2, and this version of
  /// PTX can say so.
  bool hasFP8Conversion() const {
    return chip->hasFP8Conversion && ptx >= kFP8ConversionPTX;
  }

  /// The feature string of LLVM's NVPTX back end, e.g. "+ptx84".
  std::string getFeatures() const;
};

/// All chips, in the order of their compute capability.
ArrayRef<Chip> getChips();

/// Returns an error that lists the chips if there is no chip `name`.
llvm::Error verifyChip(StringRef name);

/// The last PTX version that LLVM 22 writes.
constexpr unsigned kMaxPTX = 90;
constexpr unsigned kMaxThreadsPerBlock = 1024;

/// Finds the chip `name`; `ptx` 0 takes the chip's default. Reports an unknown
/// chip, and a version that the chip or LLVM does not have, with what is
/// supported.
FailureOr<DeviceTarget>
getDeviceTarget(StringRef name, unsigned ptx,
                function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CHIP_H
