//===- Kernels.cpp - Kernels of an image ----------------------------------===//

#include "Kernels.h"
#include "fp8/Support/CodeCache.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mock;

/// The length of `image` is unknown, so do not read bytes after the first
/// difference.
static bool startsWith(const char *image, llvm::StringRef text) {
  for (char expected : text)
    if (*image++ != expected)
      return false;
  return true;
}

/// Returns the path of NAME.ll for the file NAME.image with which `image`
/// begins.
static std::string findDeviceCode(llvm::StringRef folder, const void *image) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    llvm::StringRef path = it->path();
    if (!path.ends_with(".image"))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (buffer && (*buffer)->getBufferSize() != 0 &&
        startsWith(static_cast<const char *>(image), (*buffer)->getBuffer()))
      return (path.drop_back(strlen(".image")) + ".ll").str();
  }
  return "";
}

std::unique_ptr<Kernels> Kernels::load(Machine &machine, const void *image,
                                       std::string &error) {
  auto kernels = std::make_unique<Kernels>();
  if (machine.kernelFolder.empty())
    return kernels;
  std::string path = findDeviceCode(machine.kernelFolder, image);
  if (path.empty()) {
    // Use several lines, as the assembler does in its log.
    error = "no device code of the image\nin " + machine.kernelFolder;
    return nullptr;
  }
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(path, diagnostic, *context);
  if (!module) {
    error = path + ": " + diagnostic.getMessage().str();
    return nullptr;
  }
  for (const llvm::Function &function : *module)
    if (!function.isDeclaration())
      kernels->numParameters[function.getName().str()] =
          int(function.arg_size());
  auto cache =
      mlir::fp8::CodeCache::openDefault([](const llvm::Twine &warning) {
        llvm::WithColor::warning() << warning << '\n';
      });
  fp8sim::Options options;
  options.cache = cache ? &*cache : nullptr;
  auto simulator =
      fp8sim::Simulator::create(std::move(context), std::move(module), options);
  if (!simulator) {
    error = llvm::toString(simulator.takeError());
    return nullptr;
  }
  kernels->simulator = std::move(*simulator);
  return kernels;
}

int Kernels::getNumParameters(const std::string &name) const {
  auto it = numParameters.find(name);
  if (it != numParameters.end())
    return it->second;
  Machine &machine = Machine::get();
  auto host = machine.hostKernels.find(name);
  return host == machine.hostKernels.end() ? -1 : host->second.first;
}

Code Kernels::launch(Machine &machine, const std::string &name,
                     unsigned numBlocks, unsigned numThreads,
                     std::vector<Address> arguments) {
  if (numParameters.find(name) == numParameters.end()) {
    std::vector<void *> parameters;
    for (Address &argument : arguments)
      parameters.push_back(&argument);
    machine.hostKernels[name].second(numBlocks, numThreads, parameters.data());
    return Success;
  }
  std::vector<fp8sim::KernelArgument> pointers;
  for (Address argument : arguments)
    pointers.push_back(
        fp8sim::KernelArgument::pointer(reinterpret_cast<void *>(argument)));
  for (auto &[address, block] : machine.memory)
    simulator->addBuffer(reinterpret_cast<void *>(address), block.bytes,
                         "block" + std::to_string(block.number));
  simulator->clearReports();
  llvm::Error error = simulator->launch(name, {numBlocks}, {numThreads},
                                        /*dynamicSharedBytes=*/0, pointers);
  for (auto &[address, block] : machine.memory)
    simulator->removeBuffer(reinterpret_cast<void *>(address));
  bool isFaulty = !simulator->getReports().empty();
  for (const fp8sim::Report &report : simulator->getReports()) {
    std::string text;
    llvm::raw_string_ostream(text) << "in kernel " << name << ": " << report;
    machine.violate(text);
  }
  if (error) {
    machine.violate("kernel " + name + ": " + llvm::toString(std::move(error)));
    return IllegalAddress;
  }
  return isFaulty ? IllegalAddress : Success;
}
