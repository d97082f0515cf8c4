//===- ObjectCode.cpp - LLVM IR as an object file -------------------------===//

#include "fp8/Support/ObjectCode.h"
#include "fp8/Support/CodeCache.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include <dlfcn.h>
#include <link.h>

using namespace mlir;
using namespace mlir::fp8;

/// Returns a string that identifies the build: the size and the modification
/// time of the program or library that contains this code. Returns an empty
/// string on failure.
static std::string getBuild() {
  Dl_info info;
  link_map *map = nullptr;
  StringRef path;
  if (::dladdr1(reinterpret_cast<void *>(&getBuild), &info,
                reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) != 0 &&
      map)
    path = map->l_name;
  llvm::sys::fs::file_status status;
  // The path of the program itself is empty in the list of libraries.
  if (llvm::sys::fs::status(path.empty() ? "/proc/self/exe" : path, status))
    return "";
  return std::to_string(status.getSize()) + " " +
         std::to_string(
             status.getLastModificationTime().time_since_epoch().count());
}

/// Returns the name of the cache entry of `module`, or an empty string if it
/// cannot be cached.
static std::string getEntry(const llvm::Module &module,
                            const llvm::TargetMachine &machine) {
  std::string build = getBuild();
  if (build.empty())
    return "";
  std::string key;
  llvm::raw_string_ostream os(key);
  os << LLVM_VERSION_STRING << '\n'
     << build << '\n'
     << machine.getTargetTriple().str() << '\n'
     << machine.getTargetCPU() << '\n'
     << machine.getTargetFeatureString() << '\n'
     << static_cast<int>(machine.getOptLevel()) << ' '
     << static_cast<int>(machine.getCodeModel()) << ' '
     << static_cast<int>(machine.getRelocationModel()) << ' '
     << static_cast<int>(machine.Options.AllowFPOpFusion) << '\n';
  llvm::WriteBitcodeToFile(module, os);
  return getHash(key) + ".o";
}

llvm::Error fp8::emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                            SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager codegen;
  if (machine.addPassesToEmitFile(codegen, os, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("the target has no object files");
  codegen.run(module);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
fp8::compileWithCache(llvm::Module &module, llvm::TargetMachine &machine,
                      function_ref<llvm::Error(llvm::Module &)> optimize,
                      const CodeCache *cache) {
  std::string entry = cache ? getEntry(module, machine) : "";
  std::optional<CodeCache::Lock> lock;
  if (!entry.empty()) {
    lock.emplace(cache->lock(entry));
    if (std::optional<std::string> object = cache->read(entry))
      return llvm::MemoryBuffer::getMemBufferCopy(*object, module.getName());
  }
  if (llvm::Error error = optimize(module))
    return std::move(error);
  SmallVector<char, 0> object;
  if (llvm::Error error = emitObject(module, machine, object))
    return std::move(error);
  if (!entry.empty())
    cache->keep(entry, StringRef(object.data(), object.size()));
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(object), module.getName(), /*RequiresNullTerminator=*/false);
}
