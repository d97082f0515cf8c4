//===- Sites.h - places in device code ---------------------------*- C++
//-*-===//
//
// What the compiled code tells the runtime about a place is its number in this
// table.
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

/// "load", "store" or "atomic access".
llvm::StringRef getName(AccessKind kind);

/// One load, store, atomic, barrier or warp-wide operation of the device code.
struct Site {
  /// "file:line:column", or "<unknown>".
  std::string location = {};
  /// Equal for the copies that LLVM made of one operation of the source.
  uint32_t origin = 0;

  // Of a memory access only.
  AccessKind kind = AccessKind::Load;
  /// 0 where the size is known at run time only.
  uint32_t bytes = 0;
  uint32_t align = 1;
  /// The kernel argument that the address is computed from, or -1.
  int32_t argument = -1;
  /// The variable in shared memory that it is computed from, with its place in
  /// the block's memory. Size 0: none, or as large as the launch says.
  std::string variable;
  uint64_t sharedOffset = 0;
  uint64_t sharedSize = 0;
  /// Also set for volatile, which PTX orders as it does relaxed atomics.
  bool atomic = false;
  /// Atomic among the threads of the block only.
  bool blockScope = false;
  bool acquires = false;
  bool releases = false;
};

class SiteTable {
public:
  /// Adds the place of `inst`; an access brings its other fields in `site`.
  uint32_t add(const llvm::Instruction &inst, Site site = {});

  const Site &operator[](uint32_t index) const { return sites[index]; }

private:
  std::vector<Site> sites;
  llvm::DenseMap<const llvm::DILocation *, uint32_t> origins;
  uint32_t numOrigins = 0;
};

/// "file:line:column" of `inst`, or "<unknown>".
std::string getLocation(const llvm::Instruction &inst);

} // namespace fp8sim

#endif // FP8_LIB_SIM_SITES_H
