//===- Generated.cpp - Kernels that the compiler generates ----------------===//
//
// Each file of `kernels/` contains one function, with one kernel or with ops on
// tensors that become one kernel. Its line "// Arguments: x, y." names the
// buffers. Results that do not update an argument follow the arguments.
//
//===----------------------------------------------------------------------===//

#include "Generated.h"

#include "fp8/InitAll.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Plan/Pipeline.h"
#include "fp8/Target/CPU/KernelJIT.h"
#include "fp8/Target/CPU/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace bench;
using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The code of a kernel and the data that its descriptor points to.
struct Code {
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<KernelJIT> jit;
  std::string name;
};
} // namespace

/// Returns the names between "// Arguments:" and the full stop, which may span
/// several lines.
static std::vector<std::string> readArgumentNames(StringRef text) {
  StringRef list = text.split("// Arguments:").second.split('.').first;
  std::vector<std::string> names;
  SmallVector<StringRef> words;
  list.split(words, ',');
  for (StringRef word : words)
    names.push_back(word.trim(" \n/").str());
  return names;
}

static LogicalResult compileKernel(StringRef file, GeneratedKernel &result) {
  auto code = std::make_shared<Code>();
  DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
  code->context.appendDialectRegistry(registry);
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return emitError(UnknownLoc::get(&code->context))
           << "cannot read " << file << ": " << buffer.getError().message();
  code->module = parseSourceFile<ModuleOp>(file, &code->context);
  if (!code->module)
    return failure();
  PassManager passManager(&code->context);
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  auto main = code->module->lookupSymbol<func::FuncOp>("main");
  if (main && llvm::any_of(main.getArgumentTypes(), isTensor)) {
    FusePipelineOptions fuse;
    fuse.bucketUpdates = false;
    buildBufferPipeline(passManager, fuse);
  }
  passManager.addPass(createExpandMathPass());
  passManager.addPass(createEmitCPUPass({getHostVectorBits(), getHostCPU()}));
  if (failed(passManager.run(*code->module)))
    return failure();

  auto function = code->module->lookupSymbol<func::FuncOp>("main");
  result.benchmark = llvm::sys::path::stem(file).str();
  std::vector<std::string> names = readArgumentNames((*buffer)->getBuffer());
  if (!function || function.getNumArguments() != names.size())
    return emitError(code->module->getLoc(),
                     "expected a function main whose arguments "
                     "are those of the line '// Arguments:'");
  auto launches = llvm::to_vector(function.getOps<LaunchOp>());
  if (launches.size() != 1)
    return function.emitError("expected one kernel, but got ")
           << launches.size();
  LaunchOp launch = launches.front();
  for (ValueRange operands : {launch.getInputs(), launch.getInits()})
    for (Value operand : operands)
      result.buffers.push_back(
          names[cast<BlockArgument>(operand).getArgNumber()]);
  for (Value scratch : launch.getScratch())
    result.scratch.push_back(
        cast<MemRefType>(scratch.getType()).getNumElements());
  result.numItems = launch.getNumItems();
  code->name = launch.getKernel().getLeafReference().str();
  result.kernel.grain = launch.getGrain();
  std::string finish =
      launch.getFinish() ? launch.getFinish()->getLeafReference().str() : "";
  function.erase();

  FailureOr<std::unique_ptr<KernelJIT>> jit = KernelJIT::create(*code->module);
  if (failed(jit))
    return failure();
  code->jit = std::move(*jit);
  result.kernel.name = code->name.c_str();
  result.kernel.body = code->jit->lookup(code->name);
  if (!finish.empty())
    result.kernel.finish = code->jit->lookup(finish);
  result.kernel.num_pointers =
      static_cast<int32_t>(result.buffers.size() + result.scratch.size());
  result.code = std::move(code);
  return success();
}

std::vector<GeneratedKernel>
bench::compileKernels(const std::string &directory) {
  std::vector<GeneratedKernel> kernels;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(directory, error), end;
       it != end && !error; it.increment(error)) {
    if (!StringRef(it->path()).ends_with(".mlir"))
      continue;
    if (failed(compileKernel(it->path(), kernels.emplace_back())))
      return {};
  }
  return kernels;
}

std::string bench::getGeneratedCompiler() {
  return "LLVM " LLVM_VERSION_STRING " for " + getHostCPU();
}

unsigned bench::getGeneratedVectorBits() { return getHostVectorBits(); }
