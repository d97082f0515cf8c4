//===- StepExchanges.cpp - exchanges of a step ----------------------------===//

#include "fp8/Analysis/StepExchanges.h"
#include "fp8/Analysis/Exchange.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::fp8;

StringRef fp8::getUseName(ExchangeUse use) {
  switch (use) {
  case ExchangeUse::Parameters:
    return "parameters";
  case ExchangeUse::Gradients:
    return "gradients";
  case ExchangeUse::Scalars:
    return "scalars";
  }
  llvm_unreachable("every use has a name");
}

StepExchanges::StepExchanges(const StepOrder &order, const RankSizes &sizes,
                             func::FuncOp function) {
  addParameters(function);
  MeshAttr mesh = getMesh(function);
  numRanks = mesh ? mesh.getNumRanks() : 1;
  std::vector<int64_t> sentBytes(numRanks);
  for (Operation *op : order.getOps())
    if (isExchange(op))
      addExchange(op, sizes, sentBytes);
  auto [least, most] = std::minmax_element(sentBytes.begin(), sentBytes.end());
  leastSentBytes = *least;
  mostSentBytes = *most;
  addRounds(order, sizes);
}

void StepExchanges::addParameters(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto state =
        function.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (!state || state.getValue() != StateKind::Param)
      continue;
    ArrayRef<int64_t> local = cast<ShapedType>(argument.getType()).getShape();
    std::vector<int64_t> shape(local.begin(), local.end());
    if (auto shard =
            function.getArgAttrOfType<ShardAttr>(i, FP8Dialect::kShardAttrName))
      shape.front() = shard.getRows();
    numParameters += llvm::product_of(shape, int64_t(1));
    shapes.insert(std::move(shape));
  }
}

ExchangeUse StepExchanges::getUse(const ExchangeOperand &operand,
                                  bool isGather) const {
  if (!isGather || operand.origin == ExchangeOperand::Parts)
    return ExchangeUse::Gradients;
  if (operand.origin == ExchangeOperand::BlockSums)
    return ExchangeUse::Scalars;
  if (operand.origin != ExchangeOperand::Piece)
    return ExchangeUse::Parameters;
  ArrayRef<int64_t> shape =
      cast<ShapedType>(operand.input.getType()).getShape().drop_front();
  return shape.empty() ||
                 !shapes.count(std::vector<int64_t>(shape.begin(), shape.end()))
             ? ExchangeUse::Scalars
             : ExchangeUse::Gradients;
}

ExchangeUse StepExchanges::getUse(ArrayRef<ExchangeOperand> operands,
                                  bool isGather) const {
  const ExchangeOperand *largest = llvm::max_element(
      operands, [](const ExchangeOperand &a, const ExchangeOperand &b) {
        return a.bytes.totalBytes < b.bytes.totalBytes;
      });
  return getUse(*largest, isGather);
}

double StepExchanges::getBytesPerParameter(ExchangeUse use) const {
  if (numParameters == 0 || numRanks == 1)
    return 0;
  return static_cast<double>(totals[unsigned(use)].allSentBytes) /
         static_cast<double>(numParameters) / static_cast<double>(numRanks - 1);
}

void StepExchanges::addExchange(Operation *op, const RankSizes &sizes,
                                std::vector<int64_t> &sentBytes) {
  Exchange exchange = Exchange::of(op);
  ExchangeTotals &total =
      totals[unsigned(getUse(sizes.getOperands(op), exchange.isGather))];
  ++total.calls;
  total.sentBytes += exchange.getSentBytes(/*member=*/0);
  llvm::BitVector done(numRanks);
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    if (done.test(rank))
      continue;
    for (auto [member, other] :
         llvm::enumerate(getMesh(op).getGroup(rank, exchange.axes))) {
      int64_t sent = exchange.getSentBytes(static_cast<int64_t>(member));
      sentBytes[other] += sent;
      total.allSentBytes += sent;
      done.set(other);
    }
  }
}

/// Returns true if `op` reads a value that `predecessor` writes.
static bool isRead(Operation *op, const Predecessor &predecessor) {
  if (predecessor.isRead)
    return true;
  auto gemm = dyn_cast<GemmOp>(op);
  return gemm && gemm.getAccumulate() &&
         op->getOperand(predecessor.operand) == gemm.getInit();
}

void StepExchanges::addRounds(const StepOrder &order, const RankSizes &sizes) {
  size_t numOps = order.getOps().size();
  // Number of exchanges, and of exchanges of scalars, in the longest chain that
  // ends at each op.
  std::vector<int64_t> all(numOps), scalars(numOps);
  for (auto [i, op] : llvm::enumerate(order.getOps())) {
    for (const Predecessor &predecessor : order.getPredecessors(i)) {
      if (!isRead(op, predecessor))
        continue;
      all[i] = std::max(all[i], all[predecessor.position]);
      scalars[i] = std::max(scalars[i], scalars[predecessor.position]);
    }
    if (isExchange(op)) {
      bool isGather = Exchange::of(op).isGather;
      ++all[i];
      scalars[i] +=
          getUse(sizes.getOperands(op), isGather) == ExchangeUse::Scalars;
    }
    rounds = std::max(rounds, all[i]);
    scalarRounds = std::max(scalarRounds, scalars[i]);
  }
}
