//===- Simulator.h - device code on the host CPU ----------------*- C++ -*-===//
//
// Runs the optimised LLVM IR that the NVPTX back end would consume, compiled
// for the host with a shim for the intrinsics of the GPU and one fiber per
// thread. Knows LLVM, not MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_SIM_SIMULATOR_H
#define FP8_SIM_SIMULATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace fp8sim {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Options {
  /// Look for races, accesses out of bounds, misaligned accesses, divergent
  /// barriers and uninitialised shared memory. Slower, and on one host thread.
  bool checked = true;
  /// Count what warps move, for getTraffic(); only if checked.
  bool countTraffic = false;
  /// Blocks run on so many host threads when not checked.
  unsigned hostThreads = 1;
  /// Bytes of shared memory of a block, declared and dynamic.
  uint64_t sharedLimit = 227 * 1024;
  /// Faults that are described; all are counted.
  unsigned maxReports = 20;
};

/// Bytes between warps and global memory, in sectors of 32 bytes: those that an
/// instruction of a warp touches, each once. What caches hold counts too.
struct Traffic {
  uint64_t loaded = 0, stored = 0;
};

/// What the checks look for.
enum class Fault {
  OutOfBounds,
  Misaligned,
  SharedRace,
  GlobalRace,
  UninitializedShared,
  DivergentBarrier,
  WarpMask,
  Deadlock,
  DivisionByZero,
  Trap,
};

/// Fault::SharedRace is "shared-race" and so on.
llvm::StringRef getName(Fault fault);

/// One fault. Later faults of the same kind at the same place are counted.
struct Report {
  Fault fault;
  /// What is wrong, in one line.
  std::string message;
  /// The other half of a race, or where an address comes from; may be empty.
  std::string note;
  std::string noteLocation;
  std::string kernel;
  std::array<uint32_t, 3> block;
  std::array<uint32_t, 3> thread;
  /// "file:line:column", or "<unknown>".
  std::string location;
  uint64_t count = 1;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Report &report);

/// A kernel argument: the bits of a scalar, or a pointer.
class KernelArgument {
public:
  /// With `size`, accesses through this argument stay within
  /// [data, data + size); without, within the buffer that holds `data`.
  static KernelArgument pointer(void *data, uint64_t size = 0);

  template <typename T>
  static KernelArgument scalar(T value) {
    static_assert(sizeof(T) <= sizeof(KernelArgument::bits));
    KernelArgument argument;
    std::memcpy(argument.bits.data(), &value, sizeof(T));
    argument.bytes = sizeof(T);
    return argument;
  }

  bool isPointer = false;
  unsigned bytes = 0;
  uint64_t extent = 0;
  alignas(16) std::array<char, 16> bits = {};
};

class SimulatorImpl;

class Simulator {
public:
  /// Compiles `device` for the host. Fails on inline assembly and on what the
  /// shim lacks, naming it and its source location.
  static llvm::Expected<std::unique_ptr<Simulator>>
  create(std::unique_ptr<llvm::LLVMContext> context,
         std::unique_ptr<llvm::Module> device, const Options &options = {});
  ~Simulator();

  /// Zeroed memory with a gap on both sides, freed with the simulator.
  void *allocate(uint64_t size, llvm::StringRef name);

  /// Makes memory of the caller known: the checks refuse accesses elsewhere.
  void addBuffer(void *data, uint64_t size, llvm::StringRef name);
  void removeBuffer(void *data);

  /// Runs a kernel to its end. Fails on arguments that do not fit the kernel,
  /// and on faults after which the kernel cannot go on; the fault is then among
  /// the reports too.
  llvm::Error launch(llvm::StringRef kernel, Dim3 grid, Dim3 block,
                     uint64_t dynamicSharedBytes,
                     llvm::ArrayRef<KernelArgument> arguments);

  /// The faults of all launches since the last clearReports().
  llvm::ArrayRef<Report> getReports() const;
  void clearReports();

  /// Of all launches so far, if it is counted.
  Traffic getTraffic() const;

  std::vector<std::string> getKernels() const;

private:
  explicit Simulator(std::unique_ptr<SimulatorImpl> impl);
  std::unique_ptr<SimulatorImpl> impl;
};

} // namespace fp8sim

#endif // FP8_SIM_SIMULATOR_H
