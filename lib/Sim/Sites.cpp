//===- Sites.cpp - locations in device code -------------------------------===//

#include "Sites.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"

using namespace fp8sim;

llvm::StringRef fp8sim::getName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::Atomic:
    return "atomic access";
  }
  llvm_unreachable("all kinds are named");
}

std::string fp8sim::getLocation(const llvm::Instruction &inst) {
  const llvm::DILocation *debug = inst.getDebugLoc();
  if (!debug || debug->getLine() == 0)
    return "<unknown>";
  return mlir::fp8::getSourcePath(*debug) + ":" +
         std::to_string(debug->getLine()) + ":" +
         std::to_string(debug->getColumn());
}

uint32_t SiteTable::add(const llvm::Instruction &inst, Site site) {
  site.location = getLocation(inst);
  const llvm::DILocation *location = inst.getDebugLoc().get();
  // Copies of one operation share the location, including its scope and
  // inlining.
  if (location && location->getLine() != 0) {
    auto [it, isNew] = origins.try_emplace(location, numOrigins);
    numOrigins += isNew;
    site.origin = it->second;
  } else {
    site.origin = numOrigins++;
  }
  sites.push_back(std::move(site));
  return sites.size() - 1;
}
