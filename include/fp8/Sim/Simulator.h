//===- Simulator.h - device code on the host CPU ----------------*- C++ -*-===//
//
// Runs optimized device LLVM IR, the input of the NVPTX backend, on the host.
// The IR is compiled for the host, with a shim for the GPU intrinsics and one
// fiber per thread. Depends on LLVM, but not on MLIR.
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

namespace mlir::fp8 {
class CodeCache;
} // namespace mlir::fp8

namespace fp8sim {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Options {
  /// True if the simulator checks for races, out-of-bounds accesses, misaligned
  /// accesses, divergent barriers and uninitialized shared memory. Checked runs
  /// are slower, and use one host thread.
  bool checked = true;
  /// True if the simulator counts the memory traffic of warps, for
  /// getTraffic(). Requires `checked`.
  bool countTraffic = false;
  /// Number of host threads that run blocks, if `checked` is false.
  unsigned hostThreads = 1;
  /// Maximum shared memory of a block, declared and dynamic, in bytes.
  uint64_t sharedLimit = 227 * 1024;
  /// Maximum number of faults that get a report. All faults are counted.
  unsigned maxReports = 20;
  /// Cache of the host code, which create() reads and extends, or null.
  const mlir::fp8::CodeCache *cache = nullptr;
};

/// Bytes transferred between warps and global memory, in sectors of 32 bytes.
/// An instruction of a warp counts each sector that it touches once. Cache hits
/// are included.
struct Traffic {
  uint64_t loaded = 0, stored = 0;
};

/// The faults that the checks detect.
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

/// Returns the name of a fault, such as "shared-race" for Fault::SharedRace.
llvm::StringRef getName(Fault fault);

/// One fault. Later faults of the same kind at the same location are only
/// counted.
struct Report {
  Fault fault;
  /// Description of the fault, in one line.
  std::string message;
  /// Description of the other access of a race, or of the origin of an address.
  /// May be empty.
  std::string note;
  std::string noteLocation;
  std::string kernel;
  std::array<uint32_t, 3> block;
  std::array<uint32_t, 3> thread;
  /// Location of the fault: "file:line:column", or "<unknown>".
  std::string location;
  uint64_t count = 1;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Report &report);

/// A kernel argument: a pointer, or the bits of a scalar.
class KernelArgument {
public:
  /// Creates a pointer argument. Accesses through it must be inside [data, data
  /// + size) or, if `size` is 0, inside the buffer that contains `data`.
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
  /// Compiles `device` for the host. Fails on inline assembly and on
  /// unsupported constructs; the error names the construct and its source
  /// location.
  static llvm::Expected<std::unique_ptr<Simulator>>
  create(std::unique_ptr<llvm::LLVMContext> context,
         std::unique_ptr<llvm::Module> device, const Options &options = {});
  ~Simulator();

  /// Allocates zero-initialized memory with a gap on both sides. The simulator
  /// owns the memory.
  void *allocate(uint64_t size, llvm::StringRef name);

  /// Registers memory of the caller. The checks reject accesses to unregistered
  /// memory.
  void addBuffer(void *data, uint64_t size, llvm::StringRef name);
  void removeBuffer(void *data);

  /// Runs a kernel to its end. Fails if the arguments do not match the kernel,
  /// or after a fault that stops the kernel; such a fault is also reported.
  llvm::Error launch(llvm::StringRef kernel, Dim3 grid, Dim3 block,
                     uint64_t dynamicSharedBytes,
                     llvm::ArrayRef<KernelArgument> arguments);

  /// Returns the faults of all launches since the last clearReports().
  llvm::ArrayRef<Report> getReports() const;
  void clearReports();

  /// Returns the traffic of all launches so far, if it is counted.
  Traffic getTraffic() const;

  std::vector<std::string> getKernels() const;

private:
  explicit Simulator(std::unique_ptr<SimulatorImpl> impl);
  std::unique_ptr<SimulatorImpl> impl;
};

} // namespace fp8sim

#endif // FP8_SIM_SIMULATOR_H
