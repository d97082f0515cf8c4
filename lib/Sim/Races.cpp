//===- Races.cpp - shadow cells and happens-before ------------------------===//

#include "Checker.h"
#include "llvm/Support/FormatVariadic.h"

using namespace fp8sim;

//===----------------------------------------------------------------------===//
// Shadow
//===----------------------------------------------------------------------===//

void Shadow::reset(uint64_t bytes) {
  chunks.resize((bytes + kChunkBytes - 1) / kChunkBytes);
  ++generation;
}

void Shadow::Chunk::refine() {
  std::vector<Cell> fine(kChunkBytes);
  for (uint64_t i = 0; i < kChunkBytes; ++i)
    fine[i] = cells[i >> log2Granule];
  cells = std::move(fine);
  log2Granule = 0;
}

template <typename Function>
void Shadow::forEachCell(uint64_t offset, uint64_t bytes, Function function) {
  for (uint64_t end = offset + bytes; offset < end;) {
    Chunk &chunk = chunks[offset / kChunkBytes];
    if (chunk.generation != generation) {
      chunk.generation = generation;
      chunk.cells.assign(kChunkBytes >> chunk.log2Granule, Cell{});
    }
    uint64_t first = offset % kChunkBytes;
    uint64_t last = std::min(first + end - offset, kChunkBytes);
    if (chunk.log2Granule && ((first | last) & 3))
      chunk.refine();
    for (uint64_t i = first >> chunk.log2Granule, e = last >> chunk.log2Granule;
         i < e; ++i)
      function(chunk.cells[i]);
    offset += last - first;
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void Checker::syncBlock() {
  barrierTime = now++;
  for (auto &list : meetings)
    list.clear();
}

void Checker::syncWarp(unsigned warpIndex, uint32_t lanes, bool isSync) {
  uint32_t time = now++;
  auto &list = meetings[warpIndex];
  auto *it = llvm::find_if(list, [&](auto &m) { return m.mask == lanes; });
  if (it == list.end()) {
    list.push_back({lanes, 0, 0});
    it = std::prev(list.end());
  }
  it->anyTime = time;
  if (isSync)
    it->syncTime = time;
}

bool Checker::isOrdered(const Access &before, const ThreadState &thread,
                        bool isRead) const {
  if (before.block != blockIndex || before.manyBlocks)
    return isAcquired(before, thread);
  if (before.time <= barrierTime)
    return true;
  unsigned warp = thread.index / kWarpSize;
  if (before.manyWarps || before.thread / kWarpSize != warp)
    return false;
  uint32_t both = before.lanes | 1u << thread.lane;
  if (both == 1u << thread.lane)
    return true;
  return llvm::any_of(meetings[warp], [&](const Meeting &meeting) {
    return (meeting.mask & both) == both &&
           before.time <= (isRead ? meeting.anyTime : meeting.syncTime);
  });
}

bool Checker::isAcquired(const Access &before,
                         const ThreadState &thread) const {
  for (const Acquire &acquire : acquires) {
    if (acquire.thread != thread.index && acquire.time > barrierTime)
      continue;
    llvm::ArrayRef<Release> seen(*acquire.releases);
    seen = seen.take_front(acquire.count);
    if (before.manyBlocks) {
      // Blocks run in order, so the access is ordered if every earlier block
      // released.
      uint32_t next = 0;
      for (const Release &release : seen)
        next += release.block == next;
      if (next >= blockIndex)
        return true;
      continue;
    }
    for (const Release &release : seen) {
      if (release.block != before.block)
        continue;
      bool same = release.thread == before.thread && !before.manyWarps &&
                  llvm::popcount(before.lanes) == 1;
      if (before.time <= (same ? release.time : release.barrierTime))
        return true;
    }
  }
  return false;
}

void Checker::observeAtomic(const ThreadState &thread, const char *address,
                            const Site &site) {
  ThreadOrder &order = orders[thread.index];
  std::vector<Release> &list = releases[address];
  order.observed = site.kind == AccessKind::Store ? nullptr : &list;
  order.observedCount = list.size();
  if (site.kind != AccessKind::Load && (order.fenced || site.releases))
    list.push_back({blockIndex, now, barrierTime, uint16_t(thread.index)});
  if (site.acquires)
    acquire(thread);
}

void Checker::acquire(const ThreadState &thread) {
  const ThreadOrder &order = orders[thread.index];
  if (order.observed && order.observedCount)
    acquires.push_back(
        {order.observed, order.observedCount, now, uint16_t(thread.index)});
}

void Checker::fence(ThreadState &thread) {
  orders[thread.index].fenced = true;
  acquire(thread);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

std::optional<Access> Checker::checkCell(const ThreadState &thread, Cell &cell,
                                         uint32_t siteIndex, bool unchanged) {
  const Site &site = (*launch->sites)[siteIndex];
  Access current = {};
  current.block = blockIndex;
  current.time = now;
  current.site = siteIndex;
  current.lanes = 1u << thread.lane;
  current.thread = thread.index;
  current.atomic = site.atomic;
  current.blockScope = site.blockScope;
  current.valid = true;

  auto races = [&](const Access &before, bool isRead) {
    if (!before.valid || isOrdered(before, thread, isRead))
      return false;
    if (!before.atomic || !site.atomic)
      return isRead || !unchanged;
    // Atomics race only if one of them is atomic only within its block.
    return (before.blockScope || site.blockScope) &&
           (before.block != blockIndex || before.manyBlocks);
  };
  /// Replaces `before` by `current`. If `current` is not ordered after it,
  /// merges the properties of both.
  auto replace = [&](Access &before, bool isRead) {
    if (before.valid && !isOrdered(before, thread, isRead)) {
      bool sameBlock = before.block == blockIndex;
      bool sameWarp = before.thread / kWarpSize == thread.index / kWarpSize;
      current.manyBlocks = before.manyBlocks || !sameBlock;
      current.manyWarps = before.manyWarps || (sameBlock && !sameWarp);
      if (sameBlock && sameWarp)
        current.lanes |= before.lanes;
      current.atomic &= before.atomic;
      current.blockScope |= before.blockScope;
    }
    before = current;
  };

  bool isLoad = site.kind == AccessKind::Load;
  std::optional<Access> conflict;
  if (races(cell.write, /*isRead=*/false))
    conflict = cell.write;
  else if (!isLoad && races(cell.read, /*isRead=*/true))
    conflict = cell.read;
  if (isLoad) {
    replace(cell.read, /*isRead=*/true);
  } else {
    replace(cell.write, /*isRead=*/false);
    cell.read.valid = false;
  }
  return conflict;
}

void Checker::checkCells(ThreadState &thread, Shadow &shadow,
                         llvm::StringRef name, uint64_t offset, uint64_t bytes,
                         uint32_t siteIndex, bool unchanged) {
  const Site &site = (*launch->sites)[siteIndex];
  bool isShared = &shadow == &shared;
  bool uninitialized = false;
  std::optional<Access> conflict;
  shadow.forEachCell(offset, bytes, [&](Cell &cell) {
    uninitialized |=
        isShared && site.kind != AccessKind::Store && !cell.write.valid;
    if (std::optional<Access> found =
            checkCell(thread, cell, siteIndex, unchanged))
      conflict = found;
  });
  if (uninitialized)
    launch->report(thread, Fault::UninitializedShared, siteIndex,
                   llvm::formatv("expected shared memory that was written "
                                 "before, but {0} bytes at offset {1} were not",
                                 bytes, offset));
  if (!conflict)
    return;
  const Site &other = (*launch->sites)[conflict->site];
  bool sameBlock = conflict->block == blockIndex && !conflict->manyBlocks;
  launch->report(
      thread, isShared ? Fault::SharedRace : Fault::GlobalRace, siteIndex,
      llvm::formatv("expected accesses in order, but this {0} of {1} bytes at "
                    "offset {2} of {3} races with the {4} of another {5}",
                    getName(site.kind), bytes, offset, name,
                    getName(other.kind), sameBlock ? "thread" : "block"),
      {llvm::formatv("the {0} is here, by {1}", getName(other.kind),
                     describe(*conflict)),
       conflict->site});
}

std::string Checker::describe(const Access &access) const {
  const Dim3 &b = launch->block, &g = launch->grid;
  uint32_t t = access.thread, i = access.block;
  return llvm::formatv("thread ({0},{1},{2}) of block ({3},{4},{5})", t % b.x,
                       t / b.x % b.y, t / b.x / b.y, i % g.x, i / g.x % g.y,
                       i / g.x / g.y);
}
