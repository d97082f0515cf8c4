//===- StepPlan.cpp - a step as launches and products ---------------------===//

#include "StepPlan.h"
#include "GemmCall.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

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
  FailureOr<BufferRef> resolve(Value buffer);
  FailureOr<BufferRef> resolveRoot(Value buffer);
  FailureOr<unsigned> addConstant(memref::GetGlobalOp get);

  func::FuncOp function;
  StepPlan plan;
  llvm::DenseMap<StringRef, unsigned> constants;
};
} // namespace

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Copies `attribute` in the layout of HostTensor, where an i1 is a byte.
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
  // A splat holds one element.
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

/// Where a buffer lies that is no view of another.
FailureOr<BufferRef> PlanReader::resolveRoot(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return BufferRef{BufferRef::Argument, argument.getArgNumber()};
  if (auto get = buffer.getDefiningOp<memref::GetGlobalOp>()) {
    FailureOr<unsigned> index = addConstant(get);
    if (failed(index))
      return failure();
    return BufferRef{BufferRef::Constant, *index};
  }
  // The arena; its views begin at constants.
  auto view = buffer.getDefiningOp<memref::ViewOp>();
  APInt shift;
  if (view && matchPattern(view.getByteShift(), m_ConstantInt(&shift)))
    if (auto argument = dyn_cast<BlockArgument>(view.getSource()))
      return BufferRef{BufferRef::Argument, argument.getArgNumber(),
                       shift.getSExtValue()};
  return mlir::emitError(buffer.getLoc(), "expected a view of an argument, of "
                                          "a constant or of the arena, but "
                                          "this is none");
}

FailureOr<BufferRef> PlanReader::resolve(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value root = buffer;
  while (!root.getDefiningOp<memref::ViewOp>()) {
    auto view = root.getDefiningOp<ViewLikeOpInterface>();
    if (!view)
      break;
    root = view.getViewSource();
  }
  FailureOr<BufferRef> ref = resolveRoot(root);
  if (failed(ref))
    return failure();
  SmallVector<int64_t> strides;
  int64_t offset;
  // The offset of a type counts from the root, which begins at 0.
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return mlir::emitError(buffer.getLoc(), "expected a view at a constant "
                                            "offset, but its type is ")
           << type;
  int64_t elementSize = *HostTensor::getElementSize(type.getElementType());
  ref->offset += offset * elementSize;
  int64_t last = 0;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    last += (extent - 1) * stride;
  ref->bytes = type.getNumElements() == 0 ? 0 : (last + 1) * elementSize;
  return ref;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult PlanReader::readLaunch(LaunchOp launch) {
  PlannedStep step(launch.getLoc());
  step.kernel = launch.getKernel().getLeafReference().str();
  if (SymbolRefAttr finish = launch.getFinishAttr())
    step.finish = finish.getLeafReference().str();
  step.numItems = launch.getNumItems();
  step.grain = launch.getGrain();
  for (Value operand : launch->getOperands()) {
    FailureOr<BufferRef> buffer = resolve(operand);
    if (failed(buffer))
      return failure();
    step.buffers.push_back(*buffer);
  }
  plan.steps.push_back(std::move(step));
  return success();
}

LogicalResult PlanReader::readGemm(GemmOp gemm) {
  FailureOr<GemmCall> described = describeGemm(gemm);
  if (failed(described))
    return failure();
  PlannedStep step(gemm.getLoc());
  step.gemm = described->desc;
  SmallVector<Value> values = {gemm.getLhs(), gemm.getRhs(), gemm.getInit(),
                               gemm.getLhsScaleInv(), gemm.getRhsScaleInv()};
  if (described->isSwapped) {
    std::swap(values[0], values[1]);
    std::swap(values[3], values[4]);
  }
  for (Value value : values) {
    if (!value) {
      step.buffers.push_back(std::nullopt);
      continue;
    }
    FailureOr<BufferRef> buffer = resolve(value);
    if (failed(buffer))
      return failure();
    step.buffers.push_back(*buffer);
  }
  plan.steps.push_back(std::move(step));
  return success();
}

FailureOr<StepPlan> PlanReader::read() {
  IntegerAttr size;
  if (unsigned numArguments = function.getNumArguments())
    size = function.getArgAttrOfType<IntegerAttr>(
        numArguments - 1, LLVM::LLVMDialect::getDereferenceableAttrName());
  if (!size)
    return function.emitError("expected an arena as the last argument, with "
                              "its size in 'llvm.dereferenceable'");
  plan.arenaBytes = size.getInt();
  for (Operation &op : function.front()) {
    if (auto launch = dyn_cast<LaunchOp>(op)) {
      if (failed(readLaunch(launch)))
        return failure();
    } else if (auto gemm = dyn_cast<GemmOp>(op)) {
      if (failed(readGemm(gemm)))
        return failure();
    }
  }
  return std::move(plan);
}

FailureOr<StepPlan> StepPlan::read(func::FuncOp function) {
  return PlanReader(function).read();
}
