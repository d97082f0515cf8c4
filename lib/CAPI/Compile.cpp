//===- Compile.cpp - from a module to a step of the C API -----------------===//

#include "Ranks.h"
#include "Step.h"
#include "fp8/Driver/InitFunction.h"
#include "fp8/Driver/OptionText.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/QuantizePolicy.h"
#include "fp8/Utils/ArgumentNames.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"

#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::capi;

namespace {
/// Compiles a module into a step. Errors are diagnostics.
class Compiler {
public:
  Compiler(fp8c_step_s &step, const TrainPipelineOptions &train,
           const ChosenTarget &target, const MeshAxes &mesh)
      : step(step), train(train), target(target), mesh(mesh) {}

  LogicalResult compile(StringRef module, StringRef fileName);

private:
  LogicalResult parse(StringRef text, StringRef fileName);
  LogicalResult verifyMesh();
  LogicalResult cutBatches();
  LogicalResult checkInit(func::FuncOp function);
  void takeConversions();
  LogicalResult addTraining(func::FuncOp function, ArrayRef<int64_t> ranges);
  LogicalResult addFunctions();

  fp8c_step_s &step;
  const TrainPipelineOptions &train;
  const ChosenTarget &target;
  const MeshAxes &mesh;
  /// The number of arguments of the step before its states are stored.
  unsigned numOriginal = 0;
  ProgramFactory factory;
};
} // namespace

LogicalResult Compiler::parse(StringRef text, StringRef fileName) {
  // Bytecode is read at aligned addresses.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      text.size(), fileName, llvm::Align(HostTensor::kAlignment));
  MLIRContext *context = &step.context->context;
  if (!buffer)
    return emitError(UnknownLoc::get(context),
                     "out of memory: the text of the module takes ")
           << text.size() << " bytes";
  llvm::copy(text, buffer->getBufferStart());
  step.source = std::move(buffer);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(step.source->getMemBufferRef(),
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  step.training = parseSourceFile<ModuleOp>(sources, context);
  if (!step.training)
    return failure();
  nameArgumentsByText(*step.training, text, fileName);
  return success();
}

/// Reports an error at the module.
static LogicalResult report(ModuleOp module, llvm::Error error) {
  if (!error)
    return success();
  return emitError(module.getLoc(), llvm::toString(std::move(error)));
}

/// Checks that the step has no mesh, or the mesh in the options.
LogicalResult Compiler::verifyMesh() {
  return report(*step.training,
                checkMesh(*step.training,
                          getMeshAttr(mesh, &step.context->context), "mesh",
                          ""));
}

/// Plans the exchanges of the step as fp8-run does, where every rank holds
/// whole states.
LogicalResult Compiler::cutBatches() {
  if (!getMesh(*step.training))
    return success();
  PassManager pm(&step.context->context);
  buildShardedStatesPipeline(pm, train);
  return runAndVerify(pm, *step.training);
}

/// Checks @init against the step before its states are stored.
LogicalResult Compiler::checkInit(func::FuncOp function) {
  if (!step.initial)
    return success();
  FailureOr<Signature> signature = readSignature(function);
  if (failed(signature))
    return failure();
  return verifyInitFunction(
      step.initial->lookupSymbol<func::FuncOp>(kInitFunctionName), *signature);
}

/// Moves @pack and @unpack to a module of their own.
void Compiler::takeConversions() {
  for (StringRef name : {"pack", "unpack"})
    if (auto function = step.training->lookupSymbol<func::FuncOp>(name)) {
      if (!step.conversions)
        step.conversions = ModuleOp::create(step.training->getLoc());
      function->remove();
      step.conversions->push_back(function);
    }
}

/// Compiles a function that trains.
LogicalResult Compiler::addTraining(func::FuncOp func,
                                    ArrayRef<int64_t> ranges) {
  FailureOr<Function> function = Function::create(func, factory, numOriginal);
  if (failed(function) ||
      failed(function->compile(target.target->getProperties().plansMemory)) ||
      (step.ranks && failed(function->connect(step.ranks->comm))))
    return failure();
  function->ranges.assign(ranges.begin(), ranges.end());
  step.functions.push_back(std::move(*function));
  return success();
}

LogicalResult Compiler::addFunctions() {
  FailureOr<StepFunctions> functions = StepFunctions::find(*step.training);
  if (failed(functions))
    return failure();
  FailureOr<ProgramFactory> opened =
      target.target->open(step.training->getLoc(), *target.options);
  if (failed(opened))
    return failure();
  factory = std::move(*opened);
  if (failed(addTraining(functions->step, {})) ||
      (functions->first && failed(addTraining(functions->first, {0, 0}))))
    return failure();
  for (func::FuncOp variant : functions->variants)
    if (failed(addTraining(
            variant, variant->getAttrOfType<DenseI64ArrayAttr>(kStepsAttrName)
                         .asArrayRef())))
      return failure();
  auto add = [&](func::FuncOp func, const ProgramFactory &by) -> LogicalResult {
    FailureOr<Function> function = Function::create(func, by);
    if (failed(function))
      return failure();
    step.functions.push_back(std::move(*function));
    return success();
  };
  if (step.conversions)
    for (auto function : step.conversions->getOps<func::FuncOp>())
      if (failed(add(function, factory)))
        return failure();
  if (!step.initial)
    return success();
  // The evaluator computes the initial values, as in fp8-run.
  const Target *reference = lookupTarget("reference");
  FailureOr<ProgramFactory> evaluator =
      reference->open(step.initial->getLoc(), *reference->createOptions());
  return success(
      succeeded(evaluator) &&
      succeeded(add(step.initial->lookupSymbol<func::FuncOp>(kInitFunctionName),
                    *evaluator)));
}

LogicalResult Compiler::compile(StringRef module, StringRef fileName) {
  if (failed(parse(module, fileName)) || failed(verifyMesh()))
    return failure();
  if (MeshAttr attribute = getMeshAttr(mesh, &step.context->context))
    step.training->getOperation()->setAttr(FP8Dialect::kMeshAttrName,
                                           attribute);
  if (train.entry != kInitFunctionName)
    step.initial = takeInitFunction(*step.training);
  if (failed(lowerToScaledForm(*step.training, train)) || failed(verifyMesh()))
    return failure();
  if (auto function = step.training->lookupSymbol<func::FuncOp>("step")) {
    numOriginal = function.getNumArguments();
    if (failed(checkInit(function)))
      return failure();
  }
  bool storesStates =
      train.storage != StoragePreset::FP32 || !train.storageOverride.empty();
  if (storesStates && failed(storeStates(*step.training, train)))
    return failure();
  takeConversions();
  if (failed(cutBatches()))
    return failure();
  step.target = target.target;
  return addFunctions();
}

/// Returns the text of an option, or `otherwise`.
static StringRef getText(const char *text, StringRef otherwise = "") {
  return text ? StringRef(text) : otherwise;
}

fp8c_status fp8c_compile(fp8c_context context, const void *module, size_t size,
                         const fp8c_options *given, fp8c_step *result) {
  auto refuse = [](const Twine &message) {
    return fail(FP8C_INVALID_ARGUMENT, "fp8c_compile: " + message);
  };
  if (!context || !module || !result)
    return refuse("expected a context, a module and the address of a step, but "
                  "got NULL");
  if (!context->isOwnedByProcess())
    return refuse("the context belongs to the process that has forked this "
                  "one; expected one that this process has created");
  fp8c_options options = {};
  if (given) {
    // Programs that were compiled against an earlier version pass a shorter
    // struct, without a transport or also without a mesh.
    if (!llvm::is_contained({sizeof(fp8c_options),
                             offsetof(fp8c_options, transport),
                             offsetof(fp8c_options, mesh)},
                            given->struct_size))
      return refuse("expected the struct_size " + Twine(sizeof(fp8c_options)) +
                    ", but got " + Twine(given->struct_size));
    std::memcpy(&options, given, given->struct_size);
  }
  TrainPipelineOptions train;
  if (llvm::Error error = parseTrainOptions(getText(options.train), train))
    return fail(FP8C_REJECTED, llvm::toString(std::move(error)));
  llvm::Expected<ChosenTarget> target =
      chooseTarget(getText(options.target, "cpu"),
                   getText(options.target_options), [](const Target &target) {
                     return target.getProperties().usesHostMemory;
                   });
  if (!target)
    return fail(FP8C_REJECTED, llvm::toString(target.takeError()));
  shareChoices(train, *target->options);
  llvm::Expected<MeshAxes> mesh = parseMesh("mesh", getText(options.mesh));
  if (!mesh)
    return fail(FP8C_REJECTED, llvm::toString(mesh.takeError()));
  if (!mesh->empty())
    train.ranks = getNumRanks(*mesh);
  const fp8rt_transport *transport = options.transport;
  if (transport && transport->struct_size != sizeof(fp8rt_transport))
    return refuse("expected the struct_size " + Twine(sizeof(fp8rt_transport)) +
                  " of the transport, but got " +
                  Twine(transport->struct_size));
  if (transport && !transport->self)
    return refuse("expected a 'self' of the transport that is not NULL, since "
                  "steps with the same one share a connection");
  if (transport && transport->num_ranks != getNumRanks(*mesh))
    return fail(FP8C_REJECTED, "expected " + Twine(getNumRanks(*mesh)) +
                                   " processes for the ranks of mesh, but the "
                                   "transport connects " +
                                   Twine(transport->num_ranks));

  std::lock_guard<std::mutex> lock(context->compiling);
  Messages messages;
  auto step = std::make_unique<fp8c_step_s>(context);
  StringRef text(static_cast<const char *>(module), size);
  std::unique_lock<std::mutex> inUse;
  if (getNumRanks(*mesh) > 1) {
    if (llvm::Error error = checkRanks(*mesh, train, *target->target))
      return fail(FP8C_REJECTED, llvm::toString(std::move(error)));
    std::string program =
        (text + "|" + getText(options.train) + "|" +
         getText(options.target, "cpu") + "|" + getText(options.mesh))
            .str();
    if (fp8c_status status = connectRanks(*mesh, transport, step->ranks))
      return status;
    inUse = step->ranks->tryLock();
    if (!inUse)
      return fail(FP8C_BUSY,
                  "fp8c_compile: the ranks of the mesh are in use by "
                  "another thread; expected one thread at a time");
    if (fp8c_status status = step->ranks->comparePrograms(program))
      return status;
  }
  bool hasCompiled =
      succeeded(Compiler(*step, train, *target, *mesh)
                    .compile(text, getText(options.file_name, "module")));
  fp8c_status agreed = step->ranks ? step->ranks->agree(hasCompiled) : FP8C_OK;
  if (!hasCompiled)
    return messages.fail(FP8C_REJECTED);
  if (agreed != FP8C_OK)
    return agreed;
  step->messages = messages.takeOthers();
  for (const Function &function : step->functions)
    step->described.push_back(function.describe());
  *result = step.release();
  return FP8C_OK;
}
