//===- Simulator.cpp - device code on the host CPU ------------------------===//

#include "fp8/Sim/Simulator.h"
#include "SimulatorImpl.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;
using namespace fp8sim;

Simulator::Simulator(std::unique_ptr<SimulatorImpl> impl)
    : impl(std::move(impl)) {}
Simulator::~Simulator() = default;

Expected<std::unique_ptr<Simulator>>
Simulator::create(std::unique_ptr<LLVMContext> context,
                  std::unique_ptr<Module> device, const Options &options) {
  auto impl = std::make_unique<SimulatorImpl>();
  impl->options = options;
  if (options.countTraffic)
    impl->checker.countTraffic();
  Error error = impl->compile(*device);
  // A module must not outlive its context.
  device.reset();
  if (error)
    return std::move(error);
  return std::unique_ptr<Simulator>(new Simulator(std::move(impl)));
}

void *Simulator::allocate(uint64_t size, StringRef name) {
  // The gaps keep slightly out-of-bounds accesses from reaching another buffer.
  constexpr uint64_t kGap = 4096, kAlign = 256;
  uint64_t bytes = size + 2 * kGap + kAlign;
  impl->allocations.push_back(std::make_unique<char[]>(bytes));
  auto begin =
      reinterpret_cast<uintptr_t>(impl->allocations.back().get()) + kGap;
  auto *data = reinterpret_cast<void *>(alignTo(begin, kAlign));
  addBuffer(data, size, name);
  return data;
}

void Simulator::addBuffer(void *data, uint64_t size, StringRef name) {
  impl->checker.addBuffer(data, size, name);
}

void Simulator::removeBuffer(void *data) { impl->checker.removeBuffer(data); }

Error Simulator::launch(StringRef kernel, Dim3 grid, Dim3 block,
                        uint64_t dynamicSharedBytes,
                        ArrayRef<KernelArgument> arguments) {
  return impl->launch(kernel, grid, block, dynamicSharedBytes, arguments);
}

ArrayRef<Report> Simulator::getReports() const { return impl->reports; }

void Simulator::clearReports() { impl->reports.clear(); }

Traffic Simulator::getTraffic() const { return impl->checker.getTraffic(); }

std::vector<std::string> Simulator::getKernels() const {
  std::vector<std::string> names;
  for (StringRef name : impl->kernels.keys())
    names.push_back(name.str());
  llvm::sort(names);
  return names;
}
