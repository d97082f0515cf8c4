//===- CUDAProgram.cpp - functions compiled for an NVIDIA GPU -------------===//

#include "fp8/Target/NVIDIA/CUDAProgram.h"
#include "CUDAAttention.h"
#include "CUDACode.h"
#include "CUDAMemory.h"
#include "CUDAStep.h"
#include "CUDAStepTable.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Target/NVIDIA/GPUPlan.h"
#include "fp8/Target/NVIDIA/Products.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum size of results that are copied to the host at every step, in bytes.
static constexpr int64_t kSmallResult = 1024;

namespace {
/// Sizes of the arguments and results of a function as host tensors, in bytes.
struct Signature {
  SmallVector<int64_t> arguments, results;
};

/// A program that runs the step as one CUDA graph on shared memory.
class CUDAProgram : public Program {
public:
  CUDAProgram(Location loc, PlannedFunction planned, Signature signature,
              std::shared_ptr<CUDAMemory> memory)
      : loc(loc), plan(std::move(planned.plan)), updated(planned.updated),
        signature(std::move(signature)), memory(std::move(memory)) {}
  ~CUDAProgram() override;

  /// Creates the resources of the program. Reports insufficient memory.
  LogicalResult prepare(StringRef name, StringRef image, uint32_t flags);

  LogicalResult connect(fp8rt_comm comm) override;
  LogicalResult run(ArrayRef<const HostTensor *> arguments,
                    MutableArrayRef<HostTensor> results) override;
  LogicalResult step(StateStore &states,
                     MutableArrayRef<HostTensor> results) override;
  bool isAsynchronous() const override { return true; }
  bool keepsPrevious(unsigned i) const override {
    return !updated[i] && signature.results[i] <= kSmallResult;
  }
  LogicalResult fetch(unsigned i, HostTensor &result, bool previous) override;
  std::optional<double> getDeviceSeconds(bool previous) override;
  void timeOps() override { isTimed = true; }
  ArrayRef<double> getOpSeconds() const override { return opSeconds; }

private:
  /// Returns the first exchange between ranks, or null.
  const PlannedStep *getFirstExchange() const;
  LogicalResult bind();
  LogicalResult readOpSeconds();
  /// Starts the step and the copies of its small results.
  LogicalResult start();
  LogicalResult createBlocks();
  LogicalResult report(fp8rt_status status) const {
    return CUDAMemory::report(loc, status);
  }
  fp8rt_cuda getDevice() const { return memory->getDevice(); }
  int64_t getOwnBytes() const;

  Location loc;
  StepPlan plan;
  SmallVector<std::optional<unsigned>> updated;
  Signature signature;
  std::shared_ptr<CUDAMemory> memory;
  std::unique_ptr<CUDAStepTable> table;
  /// Communicator of the exchanges, or null.
  fp8rt_comm comm = nullptr;
  int64_t reservedBytes = 0;
  /// True if the reserved bytes are allocated.
  bool isTaken = false;

  fp8rt_cuda_module module = nullptr;
  fp8rt_cuda_step graph = nullptr;
  /// Generation of the memory on which the graph was captured.
  unsigned generation = 0;
  /// True if the next run, or the captured graph, measures each op.
  bool isTimed = false, isGraphTimed = false;
  SmallVector<double> opSeconds;
  /// Memory of this program: results that update no argument, small results
  /// first, and constants.
  fp8rt_address ownBlock = 0;
  SmallVector<fp8rt_address> resultAddresses, constantAddresses;
  int64_t smallBytes = 0;
  /// Resources of one run: the destination of small results, and its events.
  struct Trail {
    char *pinned = nullptr;
    fp8rt_cuda_event begun = nullptr, done = nullptr, fetched = nullptr;
  };
  Trail &getTrail(bool previous) { return trails[last ^ unsigned(previous)]; }
  Trail trails[2];
  /// Index of the trail of the last run.
  unsigned last = 0;
};
} // namespace

static int64_t alignUp(int64_t bytes) {
  return llvm::alignTo(std::max<int64_t>(bytes, 1), kCUDAAlignment);
}

CUDAProgram::~CUDAProgram() {
  // Errors have already been reported.
  fp8rt_cuda_stream_synchronize(getDevice(), memory->getStream());
  if (graph)
    fp8rt_cuda_step_destroy(getDevice(), graph);
  if (module)
    fp8rt_cuda_module_unload(getDevice(), module);
  fp8rt_cuda_free(getDevice(), ownBlock);
  for (Trail &trail : trails) {
    fp8rt_cuda_free_host(getDevice(), trail.pinned);
    for (fp8rt_cuda_event event : {trail.begun, trail.done, trail.fetched})
      if (event)
        fp8rt_cuda_event_destroy(getDevice(), event);
  }
  memory->release(reservedBytes, isTaken);
}

//===----------------------------------------------------------------------===//
// Before the first run
//===----------------------------------------------------------------------===//

int64_t CUDAProgram::getOwnBytes() const {
  int64_t bytes = 0;
  for (auto [argument, size] : llvm::zip_equal(updated, signature.results))
    if (!argument)
      bytes += alignUp(size);
  for (const HostTensor &constant : plan.constants)
    bytes += alignUp(constant.bytes().size());
  return bytes;
}

/// Checks that the GPU and its library support all matmuls of `plan`. This runs
/// before kernels are compiled, which takes longer.
static LogicalResult checkProducts(const StepPlan &plan, CUDAMemory &memory) {
  auto isProduct = [](const PlannedStep &step) { return step.isProduct(); };
  for (const PlannedStep &step : llvm::make_filter_range(plan.steps, isProduct))
    if (failed(checkProduct(step.loc, step.gemm, "this GPU",
                            memory.getInfo().capability)))
      return failure();
  auto product = llvm::find_if(plan.steps, isProduct);
  if (product == plan.steps.end())
    return success();
  return CUDAMemory::report(product->loc,
                            fp8rt_cuda_open_products(memory.getDevice()));
}

LogicalResult CUDAProgram::prepare(StringRef name, StringRef image,
                                   uint32_t flags) {
  int32_t capability = memory->getInfo().capability;
  // Results that update no argument are arguments here, followed by the arena.
  unsigned numArguments =
      signature.arguments.size() + 1 + llvm::count(updated, std::nullopt);
  table = std::make_unique<CUDAStepTable>(plan, name, numArguments, flags);
  uint64_t stepBytes = 0;
  if (failed(
          report(fp8rt_cuda_step_bytes(&table->get(), capability, &stepBytes))))
    return failure();
  llvm::BitVector isState(signature.arguments.size());
  for (std::optional<unsigned> argument : updated)
    if (argument)
      isState.set(*argument);
  int64_t otherBytes = getOwnBytes() + int64_t(stepBytes);
  if (failed(memory->reserve(loc, signature.arguments, isState,
                             std::max<int64_t>(plan.arenaBytes, 1),
                             otherBytes)))
    return failure();
  reservedBytes = otherBytes;
  for (Trail &trail : trails)
    for (auto [event, timed] :
         {std::pair(&trail.begun, 1), std::pair(&trail.done, 1),
          std::pair(&trail.fetched, 0)})
      if (failed(report(fp8rt_cuda_event_create(getDevice(), timed, event))))
        return failure();
  if (image.empty())
    return success();
  return report(fp8rt_cuda_module_load(getDevice(), image.data(), &module));
}

/// Allocates the memory that only this program uses.
LogicalResult CUDAProgram::createBlocks() {
  if (failed(report(fp8rt_cuda_alloc(getDevice(), getOwnBytes(), &ownBlock))))
    return failure();
  fp8rt_address next = ownBlock;
  resultAddresses.assign(updated.size(), 0);
  for (bool isSmall : {true, false}) {
    for (auto [i, bytes] : llvm::enumerate(signature.results)) {
      if (updated[i] || (bytes <= kSmallResult) != isSmall)
        continue;
      resultAddresses[i] = next;
      next += alignUp(bytes);
    }
    if (isSmall)
      smallBytes = next - ownBlock;
  }
  for (const HostTensor &constant : plan.constants) {
    constantAddresses.push_back(next);
    if (failed(memory->upload(loc, next, constant.bytes())))
      return failure();
    next += alignUp(constant.bytes().size());
  }
  for (Trail &trail : trails)
    if (failed(report(
            fp8rt_cuda_alloc_host(getDevice(), smallBytes,
                                  reinterpret_cast<void **>(&trail.pinned)))))
      return failure();
  return success();
}

const PlannedStep *CUDAProgram::getFirstExchange() const {
  auto first = llvm::find_if(
      plan.steps, [](const PlannedStep &step) { return step.isExchange(); });
  return first == plan.steps.end() ? nullptr : &*first;
}

LogicalResult CUDAProgram::connect(fp8rt_comm ranks) {
  comm = ranks;
  if (failed(report(fp8rt_cuda_set_comm(getDevice(), comm))))
    return failure();
  // A missing library is found here, before the ranks start.
  const PlannedStep *exchange = getFirstExchange();
  if (!exchange || fp8rt_comm_num_ranks(comm) == 1)
    return success();
  return CUDAMemory::report(exchange->loc,
                            fp8rt_cuda_open_exchanges(getDevice()));
}

/// Captures the step for the current addresses.
LogicalResult CUDAProgram::bind() {
  const PlannedStep *exchange = getFirstExchange();
  if (exchange && !comm)
    return reportMissingRanks(exchange->loc);
  if (failed(memory->allocate(loc)))
    return failure();
  bool wasTimed = std::exchange(isGraphTimed, std::exchange(isTimed, false));
  if (graph && generation == memory->getGeneration() &&
      wasTimed == isGraphTimed)
    return success();
  if (!ownBlock && failed(createBlocks()))
    return failure();
  if (graph) {
    if (failed(report(
            fp8rt_cuda_stream_synchronize(getDevice(), memory->getStream()))) ||
        failed(report(fp8rt_cuda_step_destroy(getDevice(), graph))))
      return failure();
    graph = nullptr;
  }
  SmallVector<fp8rt_address> addresses;
  for (unsigned i = 0; i < signature.arguments.size(); ++i)
    addresses.push_back(memory->getArgument(i));
  for (auto [argument, address] : llvm::zip_equal(updated, resultAddresses))
    if (!argument)
      addresses.push_back(address);
  addresses.push_back(memory->getArena());
  llvm::append_range(addresses, constantAddresses);
  generation = memory->getGeneration();
  fp8rt_cuda_step_desc desc = table->get();
  desc.flags |= isGraphTimed ? FP8RT_CUDA_TIMED : 0;
  if (failed(report(fp8rt_cuda_step_create(getDevice(), module, &desc,
                                           addresses.data(), &graph))))
    return failure();
  if (!isTaken)
    memory->take(reservedBytes);
  isTaken = true;
  return success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

LogicalResult CUDAProgram::start() {
  last ^= 1;
  const Trail &trail = trails[last];
  fp8rt_cuda_stream stream = memory->getStream();
  if (failed(
          report(fp8rt_cuda_event_record(getDevice(), trail.begun, stream))) ||
      failed(report(fp8rt_cuda_step_run(getDevice(), stream, graph))) ||
      failed(
          report(fp8rt_cuda_event_record(getDevice(), trail.done, stream))) ||
      failed(report(fp8rt_cuda_download(getDevice(), stream, trail.pinned,
                                        ownBlock, smallBytes))) ||
      failed(
          report(fp8rt_cuda_event_record(getDevice(), trail.fetched, stream))))
    return failure();
  return isGraphTimed ? readOpSeconds() : success();
}

/// Waits for a timed step, and keeps the times of its ops.
LogicalResult CUDAProgram::readOpSeconds() {
  SmallVector<float> milliseconds(plan.steps.size());
  if (failed(report(fp8rt_cuda_step_times(getDevice(), memory->getStream(),
                                          graph, milliseconds.data()))))
    return failure();
  opSeconds.assign(milliseconds.size(), 0);
  llvm::transform(milliseconds, opSeconds.begin(),
                  [](float time) { return double(time) / 1000; });
  return success();
}

LogicalResult CUDAProgram::step(StateStore &states,
                                MutableArrayRef<HostTensor> results) {
  if (failed(bind()) || failed(states.bind(*memory)) ||
      failed(memory->upload(loc, states)) || failed(start()))
    return failure();
  states.commitOnDevice();
  return success();
}

LogicalResult CUDAProgram::fetch(unsigned i, HostTensor &result,
                                 bool previous) {
  assert(!updated[i] && "expected a result that is not a state");
  if (signature.results[i] > kSmallResult)
    return memory->download(loc, result.bytes(), resultAddresses[i]);
  const Trail &trail = getTrail(previous);
  if (failed(report(fp8rt_cuda_event_synchronize(getDevice(), trail.fetched))))
    return failure();
  const char *from = trail.pinned + (resultAddresses[i] - ownBlock);
  std::copy_n(from, result.bytes().size(), result.bytes().begin());
  return success();
}

LogicalResult CUDAProgram::run(ArrayRef<const HostTensor *> arguments,
                               MutableArrayRef<HostTensor> results) {
  if (failed(bind()) || failed(memory->vacate()))
    return failure();
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (failed(memory->upload(loc, memory->getArgument(i), argument->bytes())))
      return failure();
  if (failed(start()))
    return failure();
  for (auto [i, result] : llvm::enumerate(results))
    if (failed(updated[i] ? memory->download(*updated[i], result)
                          : fetch(i, result, /*previous=*/false)))
      return failure();
  return success();
}

std::optional<double> CUDAProgram::getDeviceSeconds(bool previous) {
  const Trail &trail = getTrail(previous);
  float milliseconds = 0;
  if (failed(report(fp8rt_cuda_event_synchronize(getDevice(), trail.done))) ||
      failed(report(fp8rt_cuda_elapsed(getDevice(), trail.begun, trail.done,
                                       &milliseconds))))
    return std::nullopt;
  return double(milliseconds) / 1000;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static int64_t countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  return (tensor ? tensor.getNumElements() : 1) *
         int64_t(*HostTensor::getElementSize(element));
}

FailureOr<std::unique_ptr<Program>>
fp8::createCUDAProgram(ModuleOp module, StringRef function,
                       const CUDAProgramOptions &options, StepReport *info) {
  Location loc = getFirstPlace(module);
  std::shared_ptr<CUDAMemory> memory = options.memory;
  if (!memory) {
    FailureOr<std::shared_ptr<CUDAMemory>> opened = CUDAMemory::open(loc);
    if (failed(opened))
      return failure();
    memory = std::move(*opened);
  }
  FailureOr<DeviceTarget> target =
      chooseChip(loc, options.chip, memory->getInfo().capability,
                 memory->getInfo().driver_version);
  if (failed(target))
    return failure();
  FailureOr<uint64_t> dnnVersion = uint64_t{0};
  if (options.attention == AttentionLowering::Library)
    dnnVersion = openCUDAAttention(module, *memory);
  if (failed(dnnVersion))
    return failure();
  bool hasAttention = *dnnVersion != 0;
  FailureOr<PlannedFunction> planned = planGPUFunction(
      module, function,
      {{target->chip->name.str()},
       options.decodeBlocks,
       options.numStreams,
       options.maxOutstandingBytes,
       options.attention,
       hasAttention,
       /*cudnnCapability=*/
       hasAttention ? unsigned(memory->getInfo().capability) : 0,
       options.deterministic});
  if (failed(planned))
    return failure();
  if (info) {
    *info = planned->report;
    info->attention = describeCUDAAttention(planned->plan, *dnnVersion,
                                            options.deterministic);
  }
  auto entry = module.lookupSymbol<func::FuncOp>(function);
  Signature signature = {
      llvm::map_to_vector(entry.getArgumentTypes(), countBytes),
      llvm::map_to_vector(entry.getResultTypes(), countBytes)};
  if (failed(checkProducts(planned->plan, *memory)))
    return failure();
  FailureOr<CUDAImage> image =
      compileImage(*planned->kernels, *target,
                   /*wantsDeviceIR=*/!options.saveFolder.empty(),
                   /*warnsOfPTX=*/memory->isFirstCompilation());
  if (failed(image) ||
      failed(saveImage(loc, options.saveFolder, function, *image)))
    return failure();
  uint32_t flags = (options.fastSums ? FP8RT_CUDA_FAST_SUMS : 0) |
                   (options.useTF32 ? FP8RT_CUDA_TF32 : 0) |
                   (options.deterministic ? FP8RT_CUDA_ORDERED : 0);
  auto program = std::make_unique<CUDAProgram>(
      entry.getLoc(), std::move(*planned), std::move(signature), memory);
  if (failed(program->prepare(function, image->bytes, flags)))
    return failure();
  return std::unique_ptr<Program>(std::move(program));
}
