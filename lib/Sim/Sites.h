//===- Sites.h - locations in device code -----------------------*- C++ -*-===//
//
// A table of locations in device code. The compiled code passes an index of
// this table to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_SITES_H
#define FP8_LIB_SIM_SITES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include <string>
#include <vector>

namespace fp8sim {

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// Returns "load", "store" or "atomic access".
llvm::StringRef getName(AccessKind kind);

/// One load, store, atomic, barrier or warp-wide operation of the device code.
struct Site {
  /// Source location: "file:line:column", or "<unknown>".
  std::string location = {};
  /// Number of the source operation. LLVM's copies of one operation share the
  /// number.
  uint32_t origin = 0;

  // Memory accesses only.
  AccessKind kind = AccessKind::Load;
  /// Size of the access, or 0 if it is known only at run time.
  uint32_t bytes = 0;
  uint32_t align = 1;
  /// Index of the kernel argument that the address is computed from, or -1.
  int32_t argument = -1;
  /// The shared-memory variable that the address is computed from, and its
  /// offset in the memory of the block. The size is 0 if there is no variable
  /// or if the launch determines the size.
  std::string variable;
  uint64_t sharedOffset = 0;
  uint64_t sharedSize = 0;
  /// Also true for volatile accesses, which PTX orders like relaxed atomics.
  bool atomic = false;
  /// True if the access is atomic only among the threads of the block.
  bool blockScope = false;
  bool acquires = false;
  bool releases = false;
};

class SiteTable {
public:
  /// Adds the location of `inst`. For a memory access, `site` contains the
  /// other fields.
  uint32_t add(const llvm::Instruction &inst, Site site = {});

  const Site &operator[](uint32_t index) const { return sites[index]; }

private:
  std::vector<Site> sites;
  llvm::DenseMap<const llvm::DILocation *, uint32_t> origins;
  uint32_t numOrigins = 0;
};

/// Returns the location of `inst`: "file:line:column", or "<unknown>".
std::string getLocation(const llvm::Instruction &inst);

} // namespace fp8sim

#endif // FP8_LIB_SIM_SITES_H
