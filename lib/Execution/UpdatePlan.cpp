//===- UpdatePlan.cpp - launches of an update without shapes --------------===//

#include "UpdateReader.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the index of the example tensor for each tensor of a bucket.
FailureOr<SmallVector<unsigned>>
UpdateReader::getOrder(const PlannedStep &step) const {
  SmallVector<unsigned> order;
  size_t count = step.getNumPointers();
  for (size_t k = 0; k < step.sizes.size(); ++k)
    for (size_t i = 0; i < count; ++i) {
      const std::optional<BufferRef> &buffer = step.buffers[k * count + i];
      if (!buffer || buffer->base != BufferRef::Argument ||
          buffer->index == arena)
        continue;
      const Place &place = signature.places[buffer->index];
      if (place.kind == Place::Scalar)
        continue;
      order.push_back(place.tensor);
      break;
    }
  SmallVector<unsigned> sorted(order);
  llvm::sort(sorted);
  // A tensor of the bucket that accesses no argument cannot be assigned to an
  // example.
  if (order.size() == step.sizes.size() &&
      llvm::equal(sorted, llvm::seq<unsigned>(0, tensors.size())))
    return order;
  UpdateLaunch launch(step.loc);
  launch.kernel = step.kernel;
  return report(launch) << "processes " << step.sizes.size() << " of "
                        << tensors.size() << " parameters at once";
}

LogicalResult UpdateReader::readItems(const PlannedStep &step,
                                      ArrayRef<unsigned> order,
                                      UpdateLaunch &launch) const {
  bool isPerElement = true;
  for (auto [size, t] : llvm::zip_equal(step.sizes, order))
    isPerElement &= size == tensors[t].numElements;
  if (isPerElement)
    return success();
  launch.numItems = step.sizes[0];
  if (!llvm::all_equal(step.sizes))
    return report(launch) << "has a number of work items that is not the "
                             "number of elements";
  return success();
}

LogicalResult UpdateReader::readLaunch(LaunchOp op, const PlannedStep &step) {
  UpdateLaunch launch(step.loc);
  launch.kernel = step.kernel;
  launch.finish = step.finish;
  launch.grain = step.grain;
  launch.isShared = !step.isBucket();
  unsigned numTensors = op.getNumTensors();
  launch.numInputs = op.getInputs().size() / numTensors;
  launch.numOutputs = op.getInits().size() / numTensors;
  SmallVector<unsigned> order = {0};
  if (launch.isShared) {
    launch.numItems = step.numItems;
  } else {
    FailureOr<SmallVector<unsigned>> found = getOrder(step);
    if (failed(found) || failed(readItems(step, *found, launch)))
      return failure();
    order = std::move(*found);
  }
  std::vector<std::pair<Buffers, UpdateOperand>> outputs;
  size_t count = step.getNumPointers();
  for (size_t i = 0; i < count; ++i) {
    Buffers buffers(numTensors);
    for (auto [k, t] : llvm::enumerate(order))
      buffers[t] = *step.buffers[k * count + i];
    bool isInput = i < launch.numInputs;
    bool isScratch = i >= launch.numInputs + launch.numOutputs;
    FailureOr<UpdateOperand> operand = readOperand(launch, buffers, isScratch);
    if (failed(operand))
      return failure();
    launch.operands.push_back(*operand);
    if (buffers[0].base != BufferRef::Argument || buffers[0].index != arena)
      continue;
    if (isInput && failed(checkWritten(launch, buffers, *operand)))
      return failure();
    if (!isInput)
      outputs.push_back({buffers, *operand});
  }
  for (auto &[buffers, operand] : outputs)
    for (const BufferRef &buffer : buffers)
      written.insert_or_assign(buffer.offset, operand);
  update.launches.push_back(std::move(launch));
  return success();
}

FailureOr<UpdatePlan> UpdateReader::read(func::FuncOp function) {
  FailureOr<StepPlan> read = StepPlan::read(function);
  if (failed(read))
    return failure();
  plan = std::move(*read);
  for (const Place &place : signature.places) {
    if (place.kind != Place::NewState || newStates.count(place.index))
      continue;
    int64_t bytes =
        *HostTensor::getElementSize(signature.planes[place.index].type);
    int64_t offset = allocate(update.ownBytes, bytes);
    newStates[place.index] = offset;
    update.copies.push_back({offset, static_cast<int32_t>(place.index),
                             static_cast<int32_t>(bytes)});
  }
  const PlannedStep *step = plan.steps.data();
  for (Operation &op : function.front()) {
    auto launch = dyn_cast<LaunchOp>(op);
    if (!launch && (isLibraryCall(&op) || isExchange(&op)))
      return mlir::emitError(op.getLoc(),
                             "unsupported in an update without shapes: ")
             << (isa<GemmOp>(op)    ? "a matmul"
                 : isAttention(&op) ? "an attention"
                                    : "an exchange between ranks")
             << "; only kernels are supported";
    if (launch && failed(readLaunch(launch, *step++)))
      return failure();
  }
  update.planes = signature.planes;
  update.scalars = signature.scalars;
  update.constants = std::move(plan.constants);
  return std::move(update);
}

FailureOr<UpdatePlan> UpdatePlan::read(func::FuncOp function,
                                       const StepSignature &signature,
                                       ArrayRef<ExampleTensor> tensors) {
  FailureOr<UpdateSignature> planes =
      UpdateSignature::read(function, signature, tensors);
  if (failed(planes))
    return failure();
  unsigned arena = signature.arguments.size();
  return UpdateReader(*planes, tensors, arena).read(function);
}
