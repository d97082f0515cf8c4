//===- UpdateOperands.cpp - operands of an update without shapes ----------===//

#include "UpdateReader.h"
#include "fp8/Numerics/SumTree.h"

using namespace mlir;
using namespace mlir::fp8;

/// Distance between buffers in the workspace, as in an arena.
static constexpr int64_t kAlignment = 64;

int64_t UpdateReader::allocate(int64_t &total, int64_t bytes) const {
  int64_t offset = total;
  total = llvm::alignTo(total + bytes, kAlignment);
  return offset;
}

/// Reads arguments of the function: one scalar, or the planes of all tensors.
FailureOr<UpdateOperand>
UpdateReader::readArguments(const UpdateLaunch &launch,
                            const Buffers &buffers) const {
  const Place &first = signature.places[buffers[0].index];
  if (launch.isShared && first.kind != Place::Scalar)
    return report(launch) << "accesses '" << tensors[first.tensor].name
                          << "' but is not launched for each parameter";
  for (auto [t, buffer] : llvm::enumerate(buffers)) {
    bool isArgument =
        buffer.base == BufferRef::Argument && buffer.index != arena;
    const Place *place = isArgument ? &signature.places[buffer.index] : nullptr;
    if (!place || buffer.offset != 0 || place->kind != first.kind ||
        place->index != first.index ||
        (place->kind != Place::Scalar && place->tensor != t))
      return report(launch)
             << "accesses different tensors of '" << tensors[t].name
             << "' and of '" << tensors[0].name << "'";
  }
  switch (first.kind) {
  case Place::Scalar:
    return UpdateOperand{FP8RT_UPDATE_SCALAR, first.index};
  case Place::Plane:
    return UpdateOperand{FP8RT_UPDATE_PLANE, first.index};
  case Place::NewState:
    return UpdateOperand{FP8RT_UPDATE_OWN, 0, newStates.at(first.index)};
  }
  llvm_unreachable("expected a kind of argument");
}

/// Reads intermediate values: scalars of all tensors, or one for each tensor.
FailureOr<UpdateOperand> UpdateReader::readArena(const UpdateLaunch &launch,
                                                 const Buffers &buffers) {
  SmallVector<int64_t> offsets;
  for (const BufferRef &buffer : buffers) {
    if (buffer.base != BufferRef::Argument || buffer.index != arena)
      return report(launch) << "reads an intermediate value of some parameters "
                               "only";
    if (buffer.bytes > kAlignment || buffer.bytes != buffers[0].bytes)
      return report(launch) << "has intermediate values of " << buffer.bytes
                            << " bytes; only scalars pass from "
                            << "one kernel to another";
    offsets.push_back(buffer.offset);
  }
  if (launch.isShared || llvm::all_equal(offsets)) {
    auto [it, isNew] = shared.try_emplace(offsets[0], 0);
    if (isNew)
      it->second = allocate(update.sharedBytes, kAlignment);
    return UpdateOperand{FP8RT_UPDATE_SHARED, 0, it->second};
  }
  auto [it, isNew] = own.try_emplace(offsets, 0);
  if (isNew)
    it->second = allocate(update.ownBytes, kAlignment);
  return UpdateOperand{FP8RT_UPDATE_OWN, 0, it->second};
}

/// Reads the partial results of a reduction: for each tensor, one result per
/// chunk or, for a sum, per block of its sum tree.
FailureOr<UpdateOperand>
UpdateReader::readPartials(const UpdateLaunch &launch,
                           const Buffers &buffers) const {
  SmallVector<UpdateOperand> fitting;
  for (int64_t items : {launch.grain, numerics::sumBlockSize}) {
    int64_t bytes = 0;
    bool isRegular = true;
    for (auto [t, buffer] : llvm::enumerate(buffers)) {
      int64_t numItems =
          launch.numItems ? launch.numItems : tensors[t].numElements;
      int64_t count = llvm::divideCeil(numItems, items);
      if (t == 0)
        bytes = buffer.bytes / count;
      isRegular &= buffer.bytes == count * bytes;
    }
    UpdateOperand operand{FP8RT_UPDATE_PARTIALS, 0, 0, items, bytes};
    if (isRegular && !llvm::is_contained(fitting, operand))
      fitting.push_back(operand);
  }
  if (fitting.empty())
    return report(launch)
           << "has partial results whose number depends on shapes";
  // A launch with a fixed number of items has a fixed number of results.
  if (fitting.size() > 1 && launch.numItems == 0)
    return report(launch) << "has partial results whose number is unclear; "
                             "expected an example of more than "
                          << std::max(fitting[0].items, fitting[1].items)
                          << " elements";
  return fitting.front();
}

/// Reads constants: the same bytes for all tensors, or an i32 that grows evenly
/// from one tensor to the next, such as the number of a random stream.
FailureOr<UpdateOperand> UpdateReader::readConstants(const UpdateLaunch &launch,
                                                     const Buffers &buffers) {
  SmallVector<ArrayRef<char>> values;
  for (const BufferRef &buffer : buffers) {
    if (buffer.base != BufferRef::Constant)
      return report(launch) << "reads a constant for some parameters only";
    values.push_back(plan.constants[buffer.index].bytes().slice(buffer.offset,
                                                                buffer.bytes));
  }
  if (llvm::all_equal(values))
    return UpdateOperand{FP8RT_UPDATE_CONSTANT, buffers[0].index,
                         buffers[0].offset};
  SmallVector<int64_t> numbers;
  for (const BufferRef &buffer : buffers) {
    const HostTensor &constant = plan.constants[buffer.index];
    if (!constant.getElementType().isInteger(32) ||
        constant.getNumElements() != 1)
      return report(launch) << "reads another constant for each parameter";
    numbers.push_back(constant.getInt(0));
  }
  int64_t stride = numbers[1] - numbers[0];
  for (auto [t, number] : llvm::enumerate(numbers))
    if (number != numbers[0] + static_cast<int64_t>(t) * stride)
      return report(launch) << "reads a constant that does not grow by the "
                               "same number from each parameter to the next";
  auto first = static_cast<int32_t>(numbers[0]);
  for (const fp8rt_update_number &known : update.numbers)
    if (known.first == first && known.stride == stride)
      return UpdateOperand{FP8RT_UPDATE_OWN, 0, known.offset};
  int64_t offset = allocate(update.ownBytes, sizeof(int32_t));
  update.numbers.push_back({offset, first, static_cast<int32_t>(stride)});
  return UpdateOperand{FP8RT_UPDATE_OWN, 0, offset};
}

FailureOr<UpdateOperand> UpdateReader::readOperand(const UpdateLaunch &launch,
                                                   const Buffers &buffers,
                                                   bool isScratch) {
  const BufferRef &first = buffers[0];
  if (first.base == BufferRef::Constant)
    return readConstants(launch, buffers);
  if (first.index != arena)
    return readArguments(launch, buffers);
  return isScratch ? readPartials(launch, buffers) : readArena(launch, buffers);
}

/// Checks that `operand` holds the value that the examples read. Buffers in the
/// arena of the examples are reused, but buffers in the workspace share no
/// memory.
LogicalResult UpdateReader::checkWritten(const UpdateLaunch &launch,
                                         const Buffers &buffers,
                                         const UpdateOperand &operand) const {
  for (const BufferRef &buffer : buffers) {
    auto it = written.find(buffer.offset);
    if (it == written.end() || !(it->second == operand))
      return report(launch)
             << "reads values that another kind of kernel computes";
  }
  return success();
}
