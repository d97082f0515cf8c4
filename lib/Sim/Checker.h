//===- Checker.h - shadow memory and happens-before -------------*- C++ -*-===//
//
// Every cell of memory remembers its last write and its last read: block,
// thread and time. Time counts the barriers and warp synchronisations of a
// block. Two accesses of different threads, at least one a write, not both
// atomic, race unless something orders them:
//
//   same block            a barrier, or a bar.warp.sync of both lanes
//   different blocks      fence and atomic on one side, atomic and fence on the
//                         other, on the same address (the last-block pattern)
//
// Two things that PTX leaves open, and that code relies on, are not reported:
// a store after a shuffle, vote or redux of both lanes that comes after the
// load of the other lane, and stores of the value that is there already.
//
// Blocks run one after another here; a race is found whatever the order.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_CHECKER_H
#define FP8_LIB_SIM_CHECKER_H

#include "Runtime.h"
#include "Traffic.h"
#include <map>
#include <optional>

namespace fp8sim {

/// One access, as a cell remembers it.
struct Access {
  uint32_t block;
  uint32_t time;
  uint32_t site;
  /// Lanes of the warp of `thread` that did the same in no order with it: many
  /// may read, or be atomic, at a time.
  uint32_t lanes;
  uint16_t thread;
  bool atomic : 1;
  bool blockScope : 1;
  /// Other warps of the block, and other blocks, did the same.
  bool manyWarps : 1;
  bool manyBlocks : 1;
  /// False: there was none yet.
  bool valid : 1;
};

struct Cell {
  Access write;
  Access read;
};

/// The cells of a region, made and cleared where it is touched, so that a large
/// arena costs what a launch uses of it.
class Shadow {
public:
  /// Forgets all accesses.
  void reset(uint64_t bytes);
  /// Calls `function` with each cell of [offset, offset + bytes).
  template <typename Function>
  void forEachCell(uint64_t offset, uint64_t bytes, Function function);

private:
  static constexpr uint64_t kChunkBytes = 1024;
  /// One cell stands for four bytes until an access is smaller or not aligned;
  /// from then on one for each byte.
  struct Chunk {
    std::vector<Cell> cells;
    uint64_t generation = 0;
    unsigned log2Granule = 2;

    void refine();
  };

  std::vector<Chunk> chunks;
  uint64_t generation = 0;
};

/// Memory that a kernel may touch.
struct Buffer {
  const char *data;
  uint64_t size;
  std::string name;
  Shadow shadow;
  /// The launch that `shadow` is of: cells are made at the first access.
  uint64_t launch = 0;
};

class Checker {
public:
  void addBuffer(const void *data, uint64_t size, llvm::StringRef name);
  void removeBuffer(const void *data);

  void countTraffic() { traffic.emplace(); }
  Traffic getTraffic() const { return traffic ? traffic->get() : Traffic(); }

  /// Memory is in order at the start of a launch.
  void beginLaunch(Launch &launch);
  void beginBlock(const BlockState &block, uint32_t blockIndex);
  /// All threads of the block have met.
  void syncBlock();
  /// Lanes of a warp have met: at a bar.warp.sync, or at another operation.
  void syncWarp(unsigned warpIndex, uint32_t lanes, bool isSync);
  void fence(ThreadState &thread);

  /// Checks an access before it happens. Does not return on faults after which
  /// it must not happen. `value` is what is stored, where that is known.
  void access(ThreadState &thread, const char *address, uint64_t bytes,
              uint32_t site, const uint64_t *value);

private:
  struct Release {
    uint32_t block, time, barrierTime;
    uint16_t thread;
  };
  struct Acquire {
    const std::vector<Release> *releases;
    size_t count;
    uint32_t time;
    uint16_t thread;
  };
  /// When the lanes of `mask` met last.
  struct Meeting {
    uint32_t mask;
    uint32_t syncTime, anyTime;
  };
  /// What a thread did last, for the fences that follow or went before.
  struct ThreadOrder {
    bool fenced = false;
    const std::vector<Release> *observed = nullptr;
    size_t observedCount = 0;
  };

  Buffer *findBuffer(const char *address);
  void checkBuffer(ThreadState &thread, Buffer &buffer, const char *address,
                   uint64_t bytes, uint32_t site, const uint64_t *value);
  /// `unchanged`: the access stores what is there already.
  void checkCells(ThreadState &thread, Shadow &shadow, llvm::StringRef name,
                  uint64_t offset, uint64_t bytes, uint32_t site,
                  bool unchanged);
  /// Records the access; returns an earlier one that it races with.
  std::optional<Access> checkCell(const ThreadState &thread, Cell &cell,
                                  uint32_t site, bool unchanged);
  [[noreturn]] void failOutOfBounds(ThreadState &thread, const char *address,
                                    uint64_t bytes, uint32_t site);
  bool isOrdered(const Access &before, const ThreadState &thread,
                 bool isRead) const;
  bool isAcquired(const Access &before, const ThreadState &thread) const;
  void observeAtomic(const ThreadState &thread, const char *address,
                     const Site &site);
  void acquire(const ThreadState &thread);
  std::string describe(const Access &access) const;

  std::map<const char *, Buffer> buffers;
  Buffer *lastFound = nullptr;
  std::optional<TrafficCounter> traffic;
  Launch *launch = nullptr;
  uint64_t launchNumber = 0;

  // Of the block that runs.
  const BlockState *block = nullptr;
  uint32_t blockIndex = 0;
  uint32_t now = 1;
  uint32_t barrierTime = 0;
  std::vector<llvm::SmallVector<Meeting, 2>> meetings;
  std::vector<ThreadOrder> orders;
  std::vector<Acquire> acquires;
  Shadow shared;

  /// What was released through an atomic on an address, over the launch.
  std::map<const char *, std::vector<Release>> releases;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_CHECKER_H
