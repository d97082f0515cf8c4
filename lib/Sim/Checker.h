//===- Checker.h - shadow memory and happens-before -------------*- C++ -*-===//
//
// Every memory cell records its last write and its last read, each with the
// block, the thread and the time. Time counts the barriers and warp
// synchronizations of a block. Two accesses race if they are by different
// threads, at least one is a write, they are not both atomic, and neither of
// the following orders them:
//
//   same block            a barrier, or a bar.warp.sync of both lanes
//   different blocks      a fence and an atomic on one side, an atomic and a
//                         fence on the other side, on the same address (the
//                         last-block pattern)
//
// Two cases that PTX does not define, but that programs rely on, are not
// reported:
// - a store after a shuffle, vote or redux of both lanes, if that operation
//   comes after the load of the other lane;
// - stores of the value that the memory already contains.
//
// Blocks run one after another, but a race is found in any order of the blocks.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_CHECKER_H
#define FP8_LIB_SIM_CHECKER_H

#include "Runtime.h"
#include "Traffic.h"
#include <map>
#include <optional>

namespace fp8sim {

/// One access, as stored in a cell.
struct Access {
  uint32_t block;
  uint32_t time;
  uint32_t site;
  /// Lanes in the warp of `thread` that performed the same kind of access,
  /// unordered with this one: reads and atomics may be concurrent.
  uint32_t lanes;
  uint16_t thread;
  bool atomic : 1;
  bool blockScope : 1;
  /// Other warps of the block, or other blocks, performed the same kind of
  /// access.
  bool manyWarps : 1;
  bool manyBlocks : 1;
  /// False if there was no access yet.
  bool valid : 1;
};

struct Cell {
  Access write;
  Access read;
};

/// The cells of a memory region. They are created and cleared at the first
/// access, so the cost of a large arena depends on the part that a launch uses.
class Shadow {
public:
  /// Discards all accesses.
  void reset(uint64_t bytes);
  /// Calls `function` for each cell of [offset, offset + bytes).
  template <typename Function>
  void forEachCell(uint64_t offset, uint64_t bytes, Function function);

private:
  static constexpr uint64_t kChunkBytes = 1024;
  /// A chunk has one cell per four bytes until an access is smaller or not
  /// aligned. From then on, it has one cell per byte.
  struct Chunk {
    std::vector<Cell> cells;
    uint64_t generation = 0;
    unsigned log2Granule = 2;

    void refine();
  };

  std::vector<Chunk> chunks;
  uint64_t generation = 0;
};

/// Memory that a kernel may access.
struct Buffer {
  const char *data;
  uint64_t size;
  std::string name;
  Shadow shadow;
  /// Number of the launch that `shadow` belongs to. Cells are created at the
  /// first access.
  uint64_t launch = 0;
};

class Checker {
public:
  void addBuffer(const void *data, uint64_t size, llvm::StringRef name);
  void removeBuffer(const void *data);

  void countTraffic() { traffic.emplace(); }
  Traffic getTraffic() const { return traffic ? traffic->get() : Traffic(); }

  /// Starts a launch. All earlier accesses are ordered before it.
  void beginLaunch(Launch &launch);
  void beginBlock(const BlockState &block, uint32_t blockIndex);
  /// Records a barrier of all threads of the block.
  void syncBlock();
  /// Records a synchronization of lanes of a warp: a bar.warp.sync, if
  /// `isSync`, or another warp-wide operation.
  void syncWarp(unsigned warpIndex, uint32_t lanes, bool isSync);
  void fence(ThreadState &thread);

  /// Checks an access before it is performed. Does not return after a fault
  /// that makes the access impossible. `value` is the stored value, if known.
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
  /// The last synchronization of the lanes of `mask`.
  struct Meeting {
    uint32_t mask;
    uint32_t syncTime, anyTime;
  };
  /// The last fence and atomic access of a thread, for later fences and
  /// atomics.
  struct ThreadOrder {
    bool fenced = false;
    const std::vector<Release> *observed = nullptr;
    size_t observedCount = 0;
  };

  Buffer *findBuffer(const char *address);
  void checkBuffer(ThreadState &thread, Buffer &buffer, const char *address,
                   uint64_t bytes, uint32_t site, const uint64_t *value);
  /// Checks and records an access. `unchanged`: the access stores the value
  /// that the memory already contains.
  void checkCells(ThreadState &thread, Shadow &shadow, llvm::StringRef name,
                  uint64_t offset, uint64_t bytes, uint32_t site,
                  bool unchanged);
  /// Records the access. Returns an earlier access that it races with.
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

  // State of the running block.
  const BlockState *block = nullptr;
  uint32_t blockIndex = 0;
  uint32_t now = 1;
  uint32_t barrierTime = 0;
  std::vector<llvm::SmallVector<Meeting, 2>> meetings;
  std::vector<ThreadOrder> orders;
  std::vector<Acquire> acquires;
  Shadow shared;

  /// Releases through atomics during the launch, by address.
  std::map<const char *, std::vector<Release>> releases;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_CHECKER_H
