//===- Exchange.cpp - exchanges between ranks -----------------------------===//

#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/KernelTraffic.h"

using namespace mlir;
using namespace mlir::fp8;

template <typename OpTy>
static Exchange describe(OpTy op, bool isGather) {
  Exchange exchange;
  exchange.isGather = isGather;
  exchange.axes = getMeshAxes(op.getMesh(), op.getAxes());
  exchange.groupSize = op.getGroupSize();
  for (auto [input, init] : llvm::zip_equal(op.getInputs(), op.getInits())) {
    int64_t inputBytes = getBytes(input.getType());
    int64_t initBytes = getBytes(init.getType());
    exchange.tensors.push_back(
        isGather ? ExchangedTensor{inputBytes, initBytes}
                 : ExchangedTensor{initBytes / exchange.groupSize, inputBytes});
  }
  return exchange;
}

Exchange Exchange::of(Operation *op) {
  if (auto gather = dyn_cast<AllGatherOp>(op))
    return describe(gather, /*isGather=*/true);
  return describe(cast<AllToAllOp>(op), /*isGather=*/false);
}

int64_t Exchange::getSentBytes(int64_t member) const {
  int64_t sent = 0;
  for (const ExchangedTensor &tensor : tensors) {
    int64_t own = std::clamp<int64_t>(
        tensor.totalBytes - member * tensor.pieceBytes, 0, tensor.pieceBytes);
    sent += isGather ? own * (groupSize - 1) : tensor.totalBytes - own;
  }
  return sent;
}
