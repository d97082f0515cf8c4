//===- Sites.cpp - places in device code ----------------------------------===//

#include "Sites.h"

using namespace fp8sim;

llvm::StringRef fp8sim::getName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::Atomic:
    return "atomic";
  }
  llvm_unreachable("all kinds are named");
}

std::string fp8sim::getLocation(const llvm::Instruction &inst) {
  const llvm::DebugLoc &debug = inst.getDebugLoc();
  if (!debug || debug.getLine() == 0)
    return "<unknown>";
  return (debug->getFilename() + ":" + llvm::Twine(debug.getLine()) + ":" +
          llvm::Twine(debug.getCol()))
      .str();
}

uint32_t SiteTable::add(const llvm::Instruction &inst, Site site) {
  site.location = getLocation(inst);
  const llvm::DILocation *location = inst.getDebugLoc().get();
  // Copies of one operation share the location with its scope and inlining.
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
