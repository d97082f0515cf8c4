//===- KernelTraffic.cpp - memory traffic of kernels ----------------------===//

#include "fp8/Analysis/KernelTraffic.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::fp8;

int64_t fp8::getElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Upper bound of the size of an operand, in bytes. No machine moves this much
/// in one op, and the sum of all operands of a step does not overflow.
static constexpr uint64_t kMaxBytes = uint64_t{1} << 48;

/// Returns the size of a box of elements in bytes, up to `kMaxBytes`.
static int64_t countBytes(ArrayRef<int64_t> extents, Type element) {
  if (llvm::is_contained(extents, 0))
    return 0;
  uint64_t bytes = getElementBytes(element);
  for (int64_t extent : extents)
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
  return std::min(bytes, kMaxBytes);
}

int64_t fp8::getBytes(Type type) {
  auto shaped = cast<ShapedType>(type);
  return countBytes(shaped.getShape(), shaped.getElementType());
}

/// Returns the number of bytes that `extract` reads, one element per point of
/// its generic.
static int64_t getBytesRead(tensor::ExtractOp extract) {
  auto generic = extract->getParentOfType<linalg::GenericOp>();
  return countBytes(generic ? generic.getStaticLoopRanges()
                            : SmallVector<int64_t>(),
                    extract.getType());
}

/// Returns the bytes that a kernel reads of an argument. If the kernel only
/// gathers from it, counts only the gathered elements.
static int64_t getBytesRead(BlockArgument argument) {
  int64_t gathered = 0;
  for (Operation *user : argument.getUsers()) {
    auto extract = dyn_cast<tensor::ExtractOp>(user);
    if (!extract)
      return getBytes(argument.getType());
    gathered += getBytesRead(extract);
  }
  return gathered;
}

KernelTraffic fp8::getTraffic(KernelOp kernel) {
  KernelTraffic traffic;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (kernel.readsOperand(argument.getArgNumber()))
      traffic.read += getBytesRead(argument);
  for (Value init : kernel.getInits())
    traffic.written += getBytes(init.getType());
  return traffic;
}

KernelTraffic fp8::getTraffic(GemmOp gemm) {
  KernelTraffic traffic;
  traffic.written = getBytes(gemm.getInit().getType());
  for (Value input : {gemm.getLhs(), gemm.getRhs(), gemm.getLhsScaleInv(),
                      gemm.getRhsScaleInv(), gemm.getBias()})
    if (input)
      traffic.read += getBytes(input.getType());
  if (gemm.getAccumulate())
    traffic.read += traffic.written;
  return traffic;
}

KernelTraffic fp8::getTraffic(LaunchOp launch) {
  KernelTraffic traffic;
  for (Value input : launch.getInputs())
    traffic.read += getBytes(input.getType());
  for (Value init : launch.getInits())
    traffic.written += getBytes(init.getType());
  return {
      static_cast<int64_t>(launch.getBytesRead().value_or(traffic.read)),
      static_cast<int64_t>(launch.getBytesWritten().value_or(traffic.written))};
}
