//===- CheckDevice.cpp - features that a chip or PTX version lacks --------===//

#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Requirements of a feature. A row applies to intrinsics whose name starts
/// with `prefix` and contains `part`. It also applies to inline PTX that
/// matches `text`. If `text` and `part` are empty, it applies to inline PTX
/// that contains the prefix without "llvm.nvvm.". If several rows match, the
/// first one applies. Sources: PTX ISA 9.0 and the instructions that LLVM 22
/// selects.
struct Requirement {
  StringLiteral prefix;
  StringLiteral part;
  StringLiteral what;
  unsigned minCapability;
  unsigned minPTX;
  /// The field of Chip that must be set, for features of some chips only.
  bool Chip::*feature;
  /// The last compute capability, for features of a single generation.
  unsigned maxCapability = UINT_MAX;
  /// A regular expression for inline PTX, if the prefix does not describe it.
  StringLiteral text = "";
};
} // namespace

static constexpr Requirement kRequirements[] = {
    {"llvm.nvvm.f", ".rs", "stochastic rounding", 100, 87,
     &Chip::hasStochasticConversion, UINT_MAX, "cvt\\.rs"},
    {"llvm.nvvm.f", ".to.e4m3x2", "conversion to e4m3", 89, kFP8ConversionPTX,
     &Chip::hasFP8Conversion, UINT_MAX, "cvt\\.[a-z0-9.]*e4m3x2"},
    {"llvm.nvvm.f", ".to.e5m2x2", "conversion to e5m2", 89, kFP8ConversionPTX,
     &Chip::hasFP8Conversion, UINT_MAX, "cvt\\.[a-z0-9.]*e5m2x2"},
    {"llvm.nvvm.e4m3x2.to", "", "conversion from e4m3", 89, kFP8ConversionPTX,
     &Chip::hasFP8Conversion},
    {"llvm.nvvm.e5m2x2.to", "", "conversion from e5m2", 89, kFP8ConversionPTX,
     &Chip::hasFP8Conversion},
    {"llvm.nvvm.", "ue8m0x2", "conversion of e8m0 scales", 100, 86,
     &Chip::hasScaleConversion, UINT_MAX, "cvt\\.[a-z0-9.]*ue8m0x2"},
    {"llvm.nvvm.", "e2m1x2", "conversion of 4-bit floats", 100, 86,
     &Chip::hasScaleConversion, UINT_MAX, "cvt\\.[a-z0-9.]*e2m1x2"},
    {"llvm.nvvm.", "e2m3x2", "conversion of 6-bit floats", 100, 86,
     &Chip::hasScaleConversion, UINT_MAX, "cvt\\.[a-z0-9.]*e2m3x2"},
    {"llvm.nvvm.", "e3m2x2", "conversion of 6-bit floats", 100, 86,
     &Chip::hasScaleConversion, UINT_MAX, "cvt\\.[a-z0-9.]*e3m2x2"},
    {"llvm.nvvm.redux.sync.f", "", "redux.sync of f32", 100, 86,
     &Chip::hasFloatRedux, UINT_MAX, "redux\\.sync\\.[a-zA-Z.]*f32"},
    {"llvm.nvvm.redux.sync", "", "redux.sync", 80, 70, nullptr},
    {"llvm.nvvm.elect.sync", "", "elect.sync", 90, 80, nullptr},
    {"llvm.nvvm.griddepcontrol", "", "griddepcontrol", 90, 78, nullptr},
    {"llvm.nvvm.cp.async.bulk", "", "bulk copies", 90, 80, nullptr},
    {"llvm.nvvm.wgmma.", "", "wgmma", 90, 80, nullptr, 90},
    {"llvm.nvvm.setmaxnreg.", "", "setmaxnreg", 90, 80, nullptr},
    {"llvm.nvvm.tcgen05.", "", "tcgen05", 100, 86, nullptr, 109},
    {"llvm.nvvm.fence.proxy.alias", "", "fence.proxy.alias", 70, 75, nullptr},
    {"llvm.nvvm.fence.proxy.tensormap", "", "fence.proxy.tensormap", 90, 83,
     nullptr},
    {"llvm.nvvm.fence.proxy.", "", "fence.proxy", 90, 80, nullptr},
    {"llvm.nvvm.tensormap.replace.", "", "tensormap.replace", 90, 83, nullptr},
    {"llvm.nvvm.prefetch.tensormap", "", "prefetch.tensormap", 90, 80, nullptr},
    {"llvm.nvvm.stmatrix.", "", "stmatrix", 90, 78, nullptr},
    {"llvm.nvvm.mbarrier.try", "", "mbarrier.try_wait", 90, 78, nullptr},
    {"llvm.nvvm.clusterlaunchcontrol.", "", "clusterlaunchcontrol", 100, 86,
     nullptr},
    {"llvm.nvvm.st.bulk", "", "st.bulk", 100, 86, nullptr},
    {"llvm.nvvm.mapa", "", "clusters", 90, 78, nullptr},
    {"llvm.nvvm.getctarank", "", "clusters", 90, 78, nullptr},
    {"llvm.nvvm.fence.sc.cluster", "", "clusters", 90, 78, nullptr},
    {"llvm.nvvm.barrier.cluster", "", "clusters", 90, 78, nullptr},
    {"llvm.nvvm.read.ptx.sreg.cluster", "", "clusters", 90, 78, nullptr,
     UINT_MAX, "%cluster"},
};

/// Functions that the CUDA driver provides.
static constexpr StringLiteral kSystemFunctions[] = {"__assertfail", "vprintf"};

static const Requirement *findRequirement(StringRef name) {
  const Requirement *found =
      llvm::find_if(kRequirements, [&](const Requirement &r) {
        return name.starts_with(r.prefix) && name.contains(r.part);
      });
  return found == std::end(kRequirements) ? nullptr : found;
}

/// Finds the requirement of inline PTX, which some NVVM ops emit, such as
/// wgmma.mma_async.
static const Requirement *findRequirementOfText(StringRef ptx) {
  const Requirement *found =
      llvm::find_if(kRequirements, [&](const Requirement &r) {
        if (!r.text.empty())
          return llvm::Regex(r.text).match(ptx);
        StringRef instruction = r.prefix;
        instruction.consume_front("llvm.nvvm.");
        return r.part.empty() && ptx.contains(instruction);
      });
  return found == std::end(kRequirements) ? nullptr : found;
}

static bool chipHas(const Chip &chip, const Requirement &r) {
  return chip.computeCapability >= r.minCapability &&
         chip.computeCapability <= r.maxCapability &&
         (!r.feature || chip.*r.feature);
}

static LogicalResult checkCall(const llvm::CallBase &call,
                               const DeviceTarget &target, Location loc) {
  const llvm::Function *callee = call.getCalledFunction();
  auto *text = dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!text &&
      (!callee || (callee->isDeclaration() && !callee->isIntrinsic() &&
                   !llvm::is_contained(kSystemFunctions, callee->getName()))))
    return emitError(getSourceLocation(call, loc))
           << "unsupported in device code: a call of "
           << (callee ? "the undefined function '" + callee->getName() + "'"
                      : "a function pointer");
  const Requirement *r = text ? findRequirementOfText(text->getAsmString())
                              : findRequirement(callee->getName());
  if (!r)
    return success();
  StringRef where = text ? StringRef("inline PTX") : callee->getName();
  if (!chipHas(*target.chip, *r)) {
    InFlightDiagnostic diag = emitError(getSourceLocation(call, loc))
                              << "unsupported by " << target.chip->name << ": "
                              << r->what << " (" << where << ")";
    Diagnostic &note = diag.attachNote() << "chips with it are ";
    auto chips = llvm::make_filter_range(
        getChips(), [&](const Chip &chip) { return chipHas(chip, *r); });
    llvm::interleaveComma(chips, note,
                          [&](const Chip &chip) { note << chip.name; });
    return diag;
  }
  if (target.ptx < r->minPTX)
    return emitError(getSourceLocation(call, loc))
           << "expected PTX version " << r->minPTX << " or later for "
           << r->what << " (" << where << "), but got " << target.ptx;
  return success();
}

/// Checks declared shared memory. On every chip, ptxas rejects a kernel that
/// declares more than 48 KiB; the rest is available as dynamic memory only.
static LogicalResult checkSharedMemory(const llvm::Function &kernel,
                                       const DeviceTarget &target,
                                       Location loc) {
  uint64_t size = getStaticSharedSize(kernel);
  if (size <= target.chip->staticSharedLimit)
    return success();
  InFlightDiagnostic diag =
      emitError(getSourceLocation(kernel.getEntryBlock().front(), loc))
      << "expected at most " << target.chip->staticSharedLimit
      << " bytes of declared shared memory in kernel '" << kernel.getName()
      << "' for " << target.chip->name << ", but got " << size;
  diag.attachNote() << "dynamic shared memory goes up to "
                    << target.chip->sharedLimit << " bytes on "
                    << target.chip->name;
  return diag;
}

LogicalResult fp8::checkDeviceIR(const llvm::Module &device,
                                 const DeviceTarget &target, Location loc) {
  bool ok = true;
  for (const llvm::Function &function : device) {
    if (function.isDeclaration())
      continue;
    for (const llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = dyn_cast<llvm::CallBase>(&inst))
        ok &= succeeded(checkCall(*call, target, loc));
    if (isKernel(function))
      ok &= succeeded(checkSharedMemory(function, target, loc));
  }
  return success(ok);
}

Location fp8::getSourceLocation(const llvm::Instruction &instruction,
                                Location fallback) {
  const llvm::DILocation *debug = instruction.getDebugLoc();
  if (!debug || debug->getLine() == 0)
    return fallback;
  return FileLineColLoc::get(fallback.getContext(), getSourcePath(*debug),
                             debug->getLine(), debug->getColumn());
}
