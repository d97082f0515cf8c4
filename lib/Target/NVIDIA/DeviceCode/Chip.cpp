//===- Chip.cpp - supported NVIDIA chips ----------------------------------===//

#include "fp8/Target/NVIDIA/Chip.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kStaticLimit = 48 * 1024;

// Shared memory: CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability". Versions: PTX ISA, "Release Notes".
static constexpr Chip kChips[] = {
    // name, cc, minPTX, defaultPTX, static and total shared memory, fp8 cvt,
    // redux f32, cvt.rs, ue8m0, matmuls with block scales, matmuls with MX
    // scales
    {"sm_80", 80, 70, 80, kStaticLimit, 163 * 1024, false, false, false, false,
     false, false},
    {"sm_86", 86, 71, 80, kStaticLimit, 99 * 1024, false, false, false, false,
     false, false},
    {"sm_89", 89, 78, 84, kStaticLimit, 99 * 1024, true, false, false, false,
     false, false},
    {"sm_90a", 90, 80, 84, kStaticLimit, 227 * 1024, true, false, false, false,
     true, false},
    {"sm_100a", 100, 86, 88, kStaticLimit, 227 * 1024, true, true, true, true,
     false, true},
    {"sm_120a", 120, 87, 88, kStaticLimit, 99 * 1024, true, false, false, true,
     false, true},
};

ArrayRef<Chip> fp8::getChips() { return kChips; }

llvm::Error fp8::verifyChip(StringRef name) {
  auto names =
      llvm::map_range(getChips(), [](const Chip &chip) { return chip.name; });
  if (llvm::is_contained(names, name))
    return llvm::Error::success();
  return llvm::createStringError("unsupported chip '" + name +
                                 "'; supported are " + llvm::join(names, ", "));
}

std::string DeviceTarget::getFeatures() const {
  return "+ptx" + std::to_string(ptx);
}

FailureOr<DeviceTarget>
fp8::getDeviceTarget(StringRef name, unsigned ptx,
                     function_ref<InFlightDiagnostic()> emitError) {
  const Chip *chip =
      llvm::find_if(kChips, [&](const Chip &c) { return c.name == name; });
  if (chip == std::end(kChips)) {
    InFlightDiagnostic diag = emitError()
                              << "unsupported chip '" << name << "'";
    Diagnostic &note = diag.attachNote() << "supported chips are ";
    llvm::interleaveComma(kChips, note, [&](const Chip &c) { note << c.name; });
    return diag;
  }
  if (ptx == 0)
    return DeviceTarget{chip, chip->defaultPTX};
  if (ptx < chip->minPTX || ptx > kMaxPTX)
    return emitError() << "expected a PTX version from " << chip->minPTX
                       << " to " << kMaxPTX << " for " << name << ", but got "
                       << ptx;
  return DeviceTarget{chip, ptx};
}
