//===- Chip.h - supported NVIDIA chips --------------------------*- C++ -*-===//
//
// LLVM aborts the process on constructs that a chip or a PTX version cannot
// express. Everything that reaches its back end is therefore checked against
// this table first.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_NVIDIA_CHIP_H
#define FP8_TARGET_NVIDIA_CHIP_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::fp8 {

/// Compilation-relevant properties of a chip. Sizes are in bytes.
struct Chip {
  StringLiteral name;
  /// 10 * major + minor, e.g. 90.
  unsigned computeCapability;
  /// Lowest PTX ISA version that supports this chip, as 10 * major + minor.
  unsigned minPTX;
  /// PTX version that is used by default: the lowest version with every
  /// conversion that the chip has in hardware.
  unsigned defaultPTX;
  /// Shared memory limits of a thread block: statically declared memory, and
  /// all shared memory.
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
  /// cuBLASLt matmuls whose 128-term blocks have f32 scales, and matmuls of MX
  /// operands.
  bool hasBlockProducts;
  bool hasMXProducts;
};

/// The first PTX version with cvt to and from e4m3 and e5m2.
constexpr unsigned kFP8ConversionPTX = 81;

/// A chip and the PTX version to emit for it.
struct DeviceTarget {
  const Chip *chip;
  unsigned ptx;

  /// Returns true if the chip converts to and from e4m3 and e5m2 and this PTX
  /// version has these instructions.
  bool hasFP8Conversion() const {
    return chip->hasFP8Conversion && ptx >= kFP8ConversionPTX;
  }

  /// Returns the feature string for LLVM's NVPTX back end, e.g. "+ptx84".
  std::string getFeatures() const;
};

/// Returns all chips, ordered by compute capability.
ArrayRef<Chip> getChips();

/// Returns an error that lists the chips if there is no chip `name`.
llvm::Error verifyChip(StringRef name);

/// The last PTX version that LLVM 22 supports.
constexpr unsigned kMaxPTX = 90;

/// Finds the chip `name`; `ptx` 0 selects the default version of the chip.
/// Reports an unknown chip and a version that the chip or LLVM does not
/// support, with the supported values.
FailureOr<DeviceTarget>
getDeviceTarget(StringRef name, unsigned ptx,
                function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CHIP_H
