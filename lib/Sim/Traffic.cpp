//===- Traffic.cpp - memory traffic of warps ------------------------------===//

#include "Traffic.h"

using namespace fp8sim;

static constexpr uint64_t kSectorBytes = 32;

void TrafficCounter::beginBlock() {
  executions.clear();
  touched.clear();
}

void TrafficCounter::add(const ThreadState &thread, const char *address,
                         uint64_t bytes, uint32_t site, AccessKind kind) {
  if (bytes == 0)
    return;
  uint32_t execution = executions[{thread.index, site}]++;
  auto begin = reinterpret_cast<uintptr_t>(address);
  for (uint64_t sector = begin / kSectorBytes;
       sector <= (begin + bytes - 1) / kSectorBytes; ++sector) {
    if (!touched.insert({thread.index / kWarpSize, site, execution, sector})
             .second)
      continue;
    if (kind != AccessKind::Store)
      traffic.loaded += kSectorBytes;
    if (kind != AccessKind::Load)
      traffic.stored += kSectorBytes;
  }
}
