//===- Toolkit.cpp - NVIDIA's assembler and bundler -----------------------===//

#include "fp8/Target/NVIDIA/Toolkit.h"

#include "Spills.h"
#include "fp8/Support/CodeCache.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::fp8;

/// Default installation folder of CUDA Toolkit packages.
static constexpr StringLiteral kInstallFolder = "/usr/local/cuda";

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Files and processes
//===----------------------------------------------------------------------===//

namespace {
/// A temporary file that is deleted with the object.
class ScratchFile {
public:
  static llvm::Expected<ScratchFile> create(StringRef suffix,
                                            StringRef bytes = "") {
    ScratchFile file;
    int descriptor;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile(
            "fp8", suffix, descriptor, file.path))
      return makeError("cannot create a temporary file: " + error.message());
    file.remover = std::make_unique<llvm::FileRemover>(file.path);
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << bytes;
    os.close();
    if (os.has_error()) {
      std::string message = os.error().message();
      os.clear_error();
      return makeError("cannot write " + file.path + ": " + message);
    }
    return file;
  }

  StringRef getPath() const { return path; }

  llvm::Expected<std::string> read() const {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return makeError("cannot read " + path + ": " +
                       buffer.getError().message());
    return (*buffer)->getBuffer().str();
  }

  /// Reads the code that `program` has written.
  llvm::Expected<std::string> readCode(StringRef program) const {
    llvm::Expected<std::string> code = read();
    if (code && code->empty())
      return makeError("expected " + program +
                       " to write code, but it succeeded and wrote none");
    return code;
  }

private:
  SmallString<128> path;
  std::unique_ptr<llvm::FileRemover> remover;
};
} // namespace

/// Runs `program`. Returns its output, or an error with its output if it fails.
static llvm::Expected<std::string> run(StringRef program,
                                       ArrayRef<StringRef> arguments) {
  llvm::Expected<ScratchFile> output = ScratchFile::create("log");
  if (!output)
    return output.takeError();
  SmallVector<StringRef> all = {program};
  llvm::append_range(all, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), output->getPath(),
                                          output->getPath()};
  std::string reason;
  int status = llvm::sys::ExecuteAndWait(program, all, /*Env=*/std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &reason);
  llvm::Expected<std::string> printed = output->read();
  if (!printed || status == 0)
    return printed;
  StringRef text = StringRef(*printed).trim();
  return makeError(program +
                   " failed: " + (text.empty() ? StringRef(reason) : text));
}

//===----------------------------------------------------------------------===//
// The toolkit
//===----------------------------------------------------------------------===//

static std::string findProgram(StringRef name, ArrayRef<StringRef> folders) {
  auto found = llvm::sys::findProgramByName(name, folders);
  return found ? *found : std::string();
}

llvm::Expected<std::optional<CUDAToolkit>> CUDAToolkit::find(StringRef folder) {
  SmallVector<std::string> folders;
  auto addBin = [&](StringRef toolkit) {
    SmallString<128> bin(toolkit);
    llvm::sys::path::append(bin, "bin");
    folders.push_back(std::string(bin));
  };
  if (!folder.empty()) {
    addBin(folder);
  } else if (auto home = llvm::sys::Process::GetEnv("CUDA_HOME");
             home && !home->empty()) {
    // An empty name would be the current folder.
    addBin(*home);
  } else {
    if (auto path = llvm::sys::Process::GetEnv("PATH"))
      for (StringRef entry : llvm::split(*path, llvm::sys::EnvPathSeparator))
        folders.push_back(entry.str());
    addBin(kInstallFolder);
  }
  SmallVector<StringRef> views(folders.begin(), folders.end());
  std::string ptxas = findProgram("ptxas", views);
  std::string fatbinary = findProgram("fatbinary", views);
  if (!ptxas.empty() && !fatbinary.empty())
    return CUDAToolkit(std::move(ptxas), std::move(fatbinary));
  if (folder.empty())
    return std::nullopt;
  return makeError("expected ptxas and fatbinary in " + views.front() +
                   ", but there is no " +
                   (ptxas.empty() ? "ptxas" : "fatbinary"));
}

llvm::Expected<std::pair<std::string, std::string>>
CUDAToolkit::runPtxas(StringRef ptx, const Chip &chip) const {
  llvm::Expected<ScratchFile> input = ScratchFile::create("ptx", ptx);
  if (!input)
    return input.takeError();
  llvm::Expected<ScratchFile> output = ScratchFile::create("cubin");
  if (!output)
    return output.takeError();
  std::string arch = ("-arch=" + chip.name).str();
  llvm::Expected<std::string> printed =
      run(ptxas, {arch, "-v", "-o", output->getPath(), input->getPath()});
  if (!printed)
    return printed.takeError();
  llvm::Expected<std::string> cubin = output->readCode(ptxas);
  if (!cubin)
    return cubin.takeError();
  return std::pair(std::move(*cubin), std::move(*printed));
}

/// Assembles PTX. If kernels spill registers, assembles once more with a
/// different register bound if that may help.
llvm::Expected<std::string> CUDAToolkit::assembleWithoutCache(
    StringRef ptx, const Chip &chip,
    function_ref<void(StringRef, unsigned)> warn) const {
  auto code = runPtxas(ptx, chip);
  if (!code)
    return code.takeError();
  SmallVector<SpilledKernel> spills = findSpills(code->second);
  if (std::string bound = boundSpilledKernels(ptx, spills); !bound.empty()) {
    auto other = runPtxas(bound, chip);
    if (!other)
      return other.takeError();
    SmallVector<SpilledKernel> otherSpills = findSpills(other->second);
    if (countSpilledBytes(otherSpills) < countSpilledBytes(spills)) {
      code = std::move(other);
      spills = std::move(otherSpills);
    }
  }
  for (const SpilledKernel &kernel : spills)
    warn(kernel.name, kernel.bytes);
  return std::move(code->first);
}

llvm::Expected<std::string>
CUDAToolkit::assemble(StringRef ptx, const Chip &chip,
                      function_ref<void(StringRef, unsigned)> warnOfSpills,
                      function_ref<void(const Twine &)> warn) const {
  std::optional<CodeCache> cache = CodeCache::openDefault(warn);
  if (!cache)
    return assembleWithoutCache(ptx, chip, warnOfSpills);
  llvm::Expected<std::string> version = run(ptxas, {"--version"});
  if (!version)
    return version.takeError();
  std::string name =
      getHash((chip.name + "\n" + *version + "\n" + ptx).str()) + ".cubin";
  if (std::optional<std::string> kept = cache->read(name))
    return std::move(*kept);
  llvm::Expected<std::string> cubin =
      assembleWithoutCache(ptx, chip, warnOfSpills);
  if (cubin)
    cache->keep(name, *cubin);
  return cubin;
}

llvm::Expected<std::string>
CUDAToolkit::bundle(ArrayRef<DeviceImage> images) const {
  llvm::Expected<ScratchFile> output = ScratchFile::create("fatbin");
  if (!output)
    return output.takeError();
  std::vector<std::string> arguments = {
      "-64", ("--create=" + output->getPath()).str()};
  std::vector<ScratchFile> files;
  for (const DeviceImage &image : images) {
    bool isCubin = image.kind == DeviceImage::Cubin;
    llvm::Expected<ScratchFile> file =
        ScratchFile::create(isCubin ? "cubin" : "ptx", image.bytes);
    if (!file)
      return file.takeError();
    arguments.push_back((Twine("--image3=kind=") + (isCubin ? "elf" : "ptx") +
                         ",sm=" + image.chip->name.drop_front(3) +
                         ",file=" + file->getPath())
                            .str());
    files.push_back(std::move(*file));
  }
  SmallVector<StringRef> views(arguments.begin(), arguments.end());
  llvm::Expected<std::string> printed = run(fatbinary, views);
  if (!printed)
    return printed.takeError();
  return output->readCode(fatbinary);
}
