//===- StepReport.cpp - cost of a compiled step ---------------------------===//

#include "fp8/Analysis/StepReport.h"
#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool fp8::isStepFunction(func::FuncOp function) {
  return function.isPublic() && !function.isExternal() &&
         llvm::none_of(function.getArgumentTypes(),
                       llvm::IsaPred<LLVM::LLVMPointerType>);
}

static bool isWork(Operation *op) {
  return isa<KernelOp, LaunchOp>(op) || isLibraryCall(op) || isExchange(op);
}

static std::string getKind(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    if (std::optional<StringRef> name = launch.getKernelName())
      return name->str();
  return getOpLabel(op);
}

using Exchanges = std::map<std::pair<std::string, std::string>, ExchangeReport>;

static void addExchange(Operation *op, Exchanges &exchanges) {
  Exchange exchange = Exchange::of(op);
  std::string kind = op->getName().stripDialect().str();
  MeshAttr mesh = getMesh(op);
  std::string axes =
      llvm::join(llvm::map_range(exchange.axes,
                                 [&](unsigned axis) {
                                   return mesh.getAxes()[axis].getValue();
                                 }),
                 ",");
  ExchangeReport &entry = exchanges[{kind, axes}];
  entry.kind = kind;
  entry.axes = axes;
  ++entry.numCalls;
  entry.sentBytes += exchange.getSentBytes(/*member=*/0);
}

static void addOps(func::FuncOp function, StepReport &report) {
  std::map<std::string, KernelKindReport> kinds;
  Exchanges exchanges;
  llvm::DenseSet<Attribute> functions;
  report.products.kind = "product";
  report.total.kind = "total";
  for (Operation &op : function.front()) {
    if (isExchange(&op))
      addExchange(&op, exchanges);
    if (!isWork(&op) || isExchange(&op))
      continue;
    bool isProduct = isa<GemmOp>(op);
    report.productFlops += countLibraryFlops(&op);
    std::string kind = getKind(&op);
    KernelKindReport &entry = isProduct ? report.products : kinds[kind];
    entry.kind = kind;
    KernelTraffic traffic = getTrafficOf(&op);
    bool isNew = false;
    if (auto launch = dyn_cast<LaunchOp>(op))
      isNew = functions.insert(launch.getKernel()).second;
    for (KernelKindReport *sum : {&entry, &report.total}) {
      sum->numLaunches += sum == &entry || !isProduct;
      sum->numFunctions += isNew;
      sum->traffic.read += traffic.read;
      sum->traffic.written += traffic.written;
    }
  }
  for (auto &[kind, entry] : kinds)
    report.kernels.push_back(std::move(entry));
  for (auto &[key, entry] : exchanges)
    report.exchanges.push_back(std::move(entry));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// A view of the arena, which is live from the first to the last op that
/// accesses it.
struct LiveBuffer {
  memref::ViewOp view;
  int64_t bytes;
  unsigned first, last;
};
} // namespace

/// Returns the arena, which is the last argument in Planned form, or
/// std::nullopt.
static std::optional<BlockArgument> getArena(func::FuncOp function) {
  if (function.getNumArguments() == 0)
    return std::nullopt;
  BlockArgument last = function.getArgument(function.getNumArguments() - 1);
  auto type = dyn_cast<MemRefType>(last.getType());
  if (!type || !type.getElementType().isInteger(8) ||
      !function.getArgAttr(last.getArgNumber(),
                           LLVM::LLVMDialect::getDereferenceableAttrName()))
    return std::nullopt;
  return last;
}

/// Returns the lifetime of `view`: the positions of the first and the last op
/// that access it or a view of it. Returns std::nullopt if no op does.
static std::optional<LiveBuffer>
getLiveBuffer(memref::ViewOp view,
              const DenseMap<Operation *, unsigned> &positions) {
  LiveBuffer buffer{view, getBytes(view.getType()), ~0u, 0};
  SetVector<Value> aliases;
  aliases.insert(view.getResult());
  for (size_t i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      if (isa<ViewLikeOpInterface>(user)) {
        aliases.insert(user->getResult(0));
        continue;
      }
      auto position = positions.find(user);
      if (position == positions.end())
        continue;
      buffer.first = std::min(buffer.first, position->second);
      buffer.last = std::max(buffer.last, position->second);
    }
  if (buffer.first > buffer.last)
    return std::nullopt;
  return buffer;
}

/// Returns the maximum number of bytes that are live at one op, and the
/// position of this op.
static std::pair<int64_t, unsigned> findPeak(ArrayRef<LiveBuffer> buffers,
                                             size_t numOps) {
  // Bytes of the buffers whose lifetime begins at each op, and of those whose
  // lifetime has ended before it.
  SmallVector<int64_t> begins(numOps + 1), ends(numOps + 1);
  for (const LiveBuffer &buffer : buffers) {
    begins[buffer.first] += buffer.bytes;
    ends[buffer.last + 1] += buffer.bytes;
  }
  int64_t live = 0, most = 0;
  unsigned peak = 0;
  for (unsigned i = 0; i < numOps; ++i) {
    live += begins[i] - ends[i];
    if (live <= most)
      continue;
    most = live;
    peak = i;
  }
  return {most, peak};
}

/// Adds the bytes of those `buffers` that updates of states with more than one
/// element read. These are gradients and other values that wait for an update.
static void addGradients(ArrayRef<LiveBuffer> buffers,
                         ArrayRef<Operation *> ops, StepMemory &memory) {
  llvm::DenseSet<Operation *> updates;
  for (Operation *op : ops)
    if (auto launch = dyn_cast<LaunchOp>(op))
      if (llvm::any_of(launch.getInits(), [](Value init) {
            return cast<MemRefType>(init.getType()).getNumElements() > 1 &&
                   isUpdatedInPlace(init);
          }))
        updates.insert(op);
  SmallVector<LiveBuffer> gradients;
  for (LiveBuffer buffer : buffers) {
    SetVector<Value> aliases;
    aliases.insert(buffer.view.getResult());
    bool isRead = false;
    for (size_t i = 0; i < aliases.size(); ++i)
      for (OpOperand &use : aliases[i].getUses()) {
        auto launch = dyn_cast<LaunchOp>(use.getOwner());
        if (isa<ViewLikeOpInterface>(use.getOwner()))
          aliases.insert(use.getOwner()->getResult(0));
        else
          isRead |= launch && updates.contains(launch) &&
                    use.getOperandNumber() < launch.getInputs().size();
      }
    if (isRead && cast<MemRefType>(buffer.view.getType()).getNumElements() > 1)
      gradients.push_back(buffer);
  }
  for (const LiveBuffer &gradient : gradients)
    memory.gradientBytes += gradient.bytes;
  memory.liveGradientBytes = findPeak(gradients, ops.size()).first;
}

static void addPeak(BlockArgument arena, ArrayRef<Operation *> ops,
                    StepMemory &memory) {
  DenseMap<Operation *, unsigned> positions;
  for (auto [i, op] : llvm::enumerate(ops))
    positions[op] = i;
  SmallVector<LiveBuffer> buffers;
  for (Operation *user : arena.getUsers())
    if (auto view = dyn_cast<memref::ViewOp>(user))
      if (std::optional<LiveBuffer> buffer = getLiveBuffer(view, positions))
        buffers.push_back(*buffer);

  unsigned peak;
  std::tie(memory.livePeakBytes, peak) = findPeak(buffers, ops.size());
  addGradients(buffers, ops, memory);
  if (buffers.empty())
    return;
  memory.peakOp = getOpLabel(ops[peak]);
  memory.peakTensor = getAddedName(ops[peak]->getLoc()).str();
  memory.peakLocation = getPlace(ops[peak]->getLoc());
  llvm::erase_if(buffers, [&](const LiveBuffer &buffer) {
    return buffer.first > peak || buffer.last < peak;
  });
  llvm::sort(buffers, [](const LiveBuffer &a, const LiveBuffer &b) {
    return std::make_pair(-a.bytes, a.first) <
           std::make_pair(-b.bytes, b.first);
  });
  for (LiveBuffer &buffer : buffers) {
    Operation *first = ops[buffer.first];
    BufferReport entry{buffer.bytes, "", getOpLabel(first),
                       getAddedName(first->getLoc()).str(),
                       getPlace(first->getLoc())};
    llvm::raw_string_ostream(entry.type) << buffer.view.getType();
    memory.peakBuffers.push_back(std::move(entry));
  }
}

static StepMemory getMemory(func::FuncOp function, BlockArgument arena) {
  StepMemory memory;
  for (BlockArgument argument : function.getArguments().drop_back()) {
    unsigned i = argument.getArgNumber();
    int64_t bytes = getBytes(argument.getType());
    if (function.getArgAttr(i, FP8Dialect::kInPlaceAttrName))
      memory.stateBytes += bytes;
    else if (function.getArgAttr(i, FP8Dialect::kResultAttrName))
      memory.resultBytes += bytes;
    else
      memory.inputBytes += bytes;
  }
  memory.arenaBytes = getBytes(arena.getType());
  llvm::DenseSet<StringRef> constants;
  SmallVector<Operation *> ops;
  for (Operation &op : function.front()) {
    if (isWork(&op))
      ops.push_back(&op);
    if (auto get = dyn_cast<memref::GetGlobalOp>(op))
      if (constants.insert(get.getName()).second)
        memory.constantBytes += getBytes(get.getType());
  }
  addPeak(arena, ops, memory);
  return memory;
}

static std::optional<StepRemat> getRemat(func::FuncOp function) {
  auto counts =
      function->getAttrOfType<DictionaryAttr>(FP8Dialect::kRematAttrName);
  if (!counts)
    return std::nullopt;
  auto get = [&](StringRef name) {
    return counts.getAs<IntegerAttr>(name).getInt();
  };
  return StepRemat{get("kept_bytes"), get("recomputed_values"),
                   get("recomputed_bytes"), get("recomputed_flops")};
}

static void addPlannedForm(func::FuncOp function, BlockArgument arena,
                           StepReport &report) {
  report.memory = getMemory(function, arena);
  FailureOr<StepOrder> order = StepOrder::compute(function);
  // compute() cannot fail here, because the form of the step was verified.
  if (failed(order))
    return;
  RankSizes sizes(*order, function);
  StepExchanges exchanges(*order, sizes, function);
  report.ops.emplace(function, *order, sizes, exchanges);
  if (!report.exchanges.empty())
    report.uses = std::move(exchanges);
}

StepReport StepReport::compute(func::FuncOp function) {
  StepReport report;
  report.function = function.getName().str();
  addOps(function, report);
  report.remat = getRemat(function);
  if (std::optional<BlockArgument> arena = getArena(function))
    addPlannedForm(function, *arena, report);
  return report;
}
