//===- StepPlan.cpp - steps as lists of launches and matmuls --------------===//

#include "fp8/Execution/StepPlan.h"
#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/StepOrder.h"
#include "fp8/IR/BlockWarps.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/FP8.h"
#include "fp8/Kernels/GemmCall.h"
#include "fp8/Runtime/WorkItems.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class PlanReader {
public:
  explicit PlanReader(func::FuncOp function) : function(function) {}

  FailureOr<StepPlan> read();

private:
  LogicalResult readLaunch(LaunchOp launch);
  LogicalResult readGemm(GemmOp gemm);
  LogicalResult readAttention(Operation *op);
  LogicalResult readExchange(Operation *op);
  LogicalResult checkInside(Value buffer, const BufferRange &range);
  FailureOr<BufferRef> resolve(Value buffer);
  /// Adds the range of `buffer`, or nothing for null, to the operands of
  /// `step`.
  LogicalResult addBuffer(Value buffer, PlannedStep &step);
  FailureOr<unsigned> addConstant(memref::GetGlobalOp get);

  func::FuncOp function;
  StepPlan plan;
  llvm::DenseMap<StringRef, unsigned> constants;
};
} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Copies `attribute` to the layout of HostTensor, in which an i1 takes one
/// byte.
static LogicalResult copyElements(Attribute attribute, HostTensor &tensor) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (dense && dense.getElementType().isInteger(1)) {
    for (auto [i, value] : llvm::enumerate(dense.getValues<bool>()))
      tensor.setInt(i, value);
    return success();
  }
  ArrayRef<char> data;
  if (dense)
    data = dense.getRawData();
  else if (auto resource =
               dyn_cast_or_null<DenseResourceElementsAttr>(attribute))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      data = blob->getData();
  MutableArrayRef<char> bytes = tensor.bytes();
  if (data.empty() || bytes.size() % data.size() != 0)
    return success(bytes.empty());
  // A splat stores one element.
  for (size_t i = 0; i < bytes.size(); i += data.size())
    llvm::copy(data, bytes.begin() + i);
  return success();
}

FailureOr<unsigned> PlanReader::addConstant(memref::GetGlobalOp get) {
  auto [it, isNew] =
      constants.try_emplace(get.getName(), plan.constants.size());
  if (!isNew)
    return it->second;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  MemRefType type = get.getType();
  FailureOr<HostTensor> tensor = HostTensor::allocate(
      RankedTensorType::get(type.getShape(), type.getElementType()),
      [&] { return get.emitError(); });
  if (failed(tensor))
    return failure();
  if (!global || failed(copyElements(global.getInitialValueAttr(), *tensor)))
    return get.emitError("expected a constant with elements to read");
  plan.constants.push_back(std::move(*tensor));
  return it->second;
}

/// Fails unless `range` lies inside the buffer that `buffer` is a view of.
LogicalResult PlanReader::checkInside(Value buffer, const BufferRange &range) {
  FailureOr<BufferRange> whole = getBufferRange(range.root);
  if (failed(whole))
    return failure();
  if (range.root == function.getArguments().back())
    whole->bytes = plan.arenaBytes;
  bool isInside = range.offset >= whole->offset && range.bytes >= 0 &&
                  range.bytes <= whole->bytes &&
                  range.offset - whole->offset <= whole->bytes - range.bytes;
  if (isInside || range.bytes == 0)
    return success();
  return emitError(buffer.getLoc(), "expected a view inside of the ")
         << whole->bytes << " bytes of its buffer, but it takes " << range.bytes
         << " from byte " << range.offset - whole->offset << " on";
}

FailureOr<BufferRef> PlanReader::resolve(Value buffer) {
  FailureOr<BufferRange> range = getBufferRange(buffer);
  if (failed(range) || failed(checkInside(buffer, *range)))
    return failure();
  if (auto argument = dyn_cast<BlockArgument>(range->root))
    return BufferRef{BufferRef::Argument, argument.getArgNumber(),
                     range->offset, range->bytes};
  FailureOr<unsigned> index =
      addConstant(range->root.getDefiningOp<memref::GetGlobalOp>());
  if (failed(index))
    return failure();
  return BufferRef{BufferRef::Constant, *index, range->offset, range->bytes};
}

LogicalResult PlanReader::addBuffer(Value buffer, PlannedStep &step) {
  std::optional<BufferRef> &added = step.buffers.emplace_back();
  if (!buffer)
    return success();
  FailureOr<BufferRef> resolved = resolve(buffer);
  if (succeeded(resolved))
    added = *resolved;
  return resolved;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getStarts(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> starts = {0};
  for (int64_t size : sizes)
    starts.push_back(starts.back() + size + fp8rt::itemsPerStart);
  return starts;
}

LogicalResult PlanReader::readLaunch(LaunchOp launch) {
  PlannedStep step(launch.getLoc(), getStreamOrder(launch));
  step.kernel = launch.getKernel().getLeafReference().str();
  if (SymbolRefAttr finish = launch.getFinishAttr())
    step.finish = finish.getLeafReference().str();
  step.numItems = launch.getNumItems();
  step.grain = launch.getGrain();
  step.blockWarps = getBlockWarps(launch);
  if (auto sizes = launch.getSizes()) {
    step.sizes.assign(sizes->begin(), sizes->end());
    step.starts = getStarts(step.sizes);
  }
  for (unsigned t = 0; t < launch.getNumTensors(); ++t)
    for (OpOperand *operand : launch.getOperandsOfTensor(t))
      if (failed(addBuffer(operand->get(), step)))
        return failure();
  plan.steps.push_back(std::move(step));
  return success();
}

LogicalResult PlanReader::readGemm(GemmOp gemm) {
  FailureOr<GemmCall> described = describeGemm(gemm);
  if (failed(described))
    return failure();
  PlannedStep step(gemm.getLoc(), getStreamOrder(gemm));
  step.gemm = described->desc;
  SmallVector<Value> values = {gemm.getLhs(),         gemm.getRhs(),
                               gemm.getInit(),        gemm.getLhsScaleInv(),
                               gemm.getRhsScaleInv(), gemm.getBias()};
  if (described->isSwapped) {
    std::swap(values[FP8RT_GEMM_LHS], values[FP8RT_GEMM_RHS]);
    std::swap(values[FP8RT_GEMM_LHS_SCALE_INV],
              values[FP8RT_GEMM_RHS_SCALE_INV]);
  }
  for (Value value : values)
    if (failed(addBuffer(value, step)))
      return failure();
  plan.steps.push_back(std::move(step));
  return success();
}

LogicalResult PlanReader::readAttention(Operation *op) {
  FailureOr<AttentionCall> call =
      describeAttention(op, [&](Location loc, const Twine &reason) {
        mlir::emitError(op->getLoc(), "unsupported attention: ")
                .append(reason.str())
                .attachNote(loc)
            << "compile the step from Scaled form: --fp8-cpu-pipeline with "
               "attention=library turns such attention into kernels";
      });
  if (failed(call))
    return failure();
  PlannedStep step(op->getLoc(), getStreamOrder(op));
  step.kernel = kAttentionKernel.str();
  step.numItems = 1;
  FailureOr<HostTensor> description = HostTensor::allocate(
      RankedTensorType::get({sizeof(call->desc)},
                            IntegerType::get(op->getContext(), 8)),
      [&] { return op->emitError(); });
  if (failed(description))
    return failure();
  std::memcpy(description->bytes().data(), &call->desc, sizeof(call->desc));
  unsigned index = plan.constants.size();
  plan.constants.push_back(std::move(*description));
  step.buffers.push_back(
      BufferRef{BufferRef::Constant, index, 0, sizeof(call->desc)});
  for (Value value : call->buffers)
    if (failed(addBuffer(value, step)))
      return failure();
  plan.steps.push_back(std::move(step));
  return success();
}

LogicalResult PlanReader::readExchange(Operation *op) {
  Exchange exchange = Exchange::of(op);
  uint32_t axes = 0;
  for (unsigned axis : exchange.axes)
    axes |= uint32_t(1) << axis;
  PlannedStep step(op->getLoc(), getStreamOrder(op));
  int32_t kind = exchange.isGather ? FP8RT_ALL_GATHER : FP8RT_ALL_TO_ALL;
  for (const ExchangedTensor &tensor : exchange.tensors)
    step.exchanged.push_back(
        {kind, axes, tensor.pieceBytes, tensor.totalBytes});
  auto destination = cast<DestinationStyleOpInterface>(op);
  for (auto [input, init] :
       llvm::zip_equal(destination.getDpsInputs(), destination.getDpsInits()))
    for (Value value : {input, init})
      if (failed(addBuffer(value, step)))
        return failure();
  plan.steps.push_back(std::move(step));
  return success();
}

FailureOr<StepPlan> PlanReader::read() {
  IntegerAttr size;
  if (unsigned numArguments = function.getNumArguments())
    size = function.getArgAttrOfType<IntegerAttr>(
        numArguments - 1, LLVM::LLVMDialect::getDereferenceableAttrName());
  if (!size)
    return emitError(function.getLoc(),
                     "expected an arena as the last argument, with "
                     "its size in 'llvm.dereferenceable'");
  plan.arenaBytes = size.getInt();
  for (Operation &op : function.front()) {
    if (auto launch = dyn_cast<LaunchOp>(op)) {
      if (failed(readLaunch(launch)))
        return failure();
    } else if (auto gemm = dyn_cast<GemmOp>(op)) {
      if (failed(readGemm(gemm)))
        return failure();
    } else if (isAttention(&op)) {
      if (failed(readAttention(&op)))
        return failure();
    } else if (isExchange(&op)) {
      if (failed(readExchange(&op)))
        return failure();
    }
  }
  return std::move(plan);
}

FailureOr<StepPlan> StepPlan::read(func::FuncOp function) {
  return PlanReader(function).read();
}
