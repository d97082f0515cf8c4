//===- SimulatorImpl.h - compiled kernels and launches ----------*- C++ -*-===//

#ifndef FP8_LIB_SIM_SIMULATORIMPL_H
#define FP8_LIB_SIM_SIMULATORIMPL_H

#include "Block.h"
#include "Checker.h"
#include "JIT.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace fp8sim {

struct Parameter {
  bool isPointer;
  uint64_t bytes;
  std::string type;
};

struct Kernel {
  std::vector<Parameter> parameters;
  uint64_t staticShared;
  void (*entry)(void **) = nullptr;
};

/// State of one host thread: its fibers, and the block that they run.
struct Worker {
  explicit Worker(size_t stackSize) : pool(stackSize), block(pool) {}
  FiberPool pool;
  Block block;
};

class SimulatorImpl {
public:
  /// Compiles the device code `module` for the host, in place.
  llvm::Error compile(llvm::Module &module);
  llvm::Error launch(llvm::StringRef name, Dim3 grid, Dim3 block,
                     uint64_t dynamicShared,
                     llvm::ArrayRef<KernelArgument> arguments);

  Options options;
  Checker checker;
  std::vector<Report> reports;
  std::vector<std::unique_ptr<char[]>> allocations;
  llvm::StringMap<Kernel> kernels;

private:
  llvm::Error checkShape(llvm::StringRef name, const Kernel &kernel, Dim3 grid,
                         Dim3 block, uint64_t dynamicShared) const;
  void addReport(const ThreadState &thread, Fault fault, uint32_t site,
                 std::string message, Note note);
  void runBlocks(Launch &launch);

  std::unique_ptr<HostJIT> jit;
  SiteTable sites;
  size_t stackSize = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  std::mutex reportMutex;
  llvm::DenseMap<std::pair<unsigned, uint32_t>, size_t> reportIndex;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_SIMULATORIMPL_H
