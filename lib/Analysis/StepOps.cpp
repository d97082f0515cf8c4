//===- StepOps.cpp - ops of a step, for planners --------------------------===//

#include "fp8/Analysis/StepOps.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "fp8/Analysis/SourceName.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;

std::string fp8::getOpLabel(Operation *op) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return launch.getKernel().getLeafReference().str();
  if (auto kernel = dyn_cast<KernelOp>(op))
    return kernel.getNameOrDefault().str();
  return isa<GemmOp>(op) ? "product" : op->getName().stripDialect().str();
}

int64_t fp8::countFlops(GemmOp gemm) {
  SmallVector<AffineMap> maps = gemm.getIndexingMapsArray();
  Value values[] = {gemm.getLhs(), gemm.getRhs(), gemm.getInit()};
  SmallVector<int64_t> extents(maps[0].getNumDims(), 1);
  for (auto [map, value] : llvm::zip_equal(maps, values))
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      extents[cast<AffineDimExpr>(expr).getPosition()] =
          cast<ShapedType>(value.getType()).getDimSize(i);
  return 2 * llvm::product_of(extents);
}

/// Returns the FLOP in the contractions of an attention.
template <typename OpTy>
static int64_t countAttentionFlops(OpTy op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  int64_t e = extents.pop_back_val(), d = extents.pop_back_val();
  constexpr bool isBackward = std::is_same_v<OpTy, AttentionBackwardOp>;
  return 2 * llvm::product_of(extents) * (isBackward ? 3 * d + 2 * e : d + e);
}

int64_t fp8::countLibraryFlops(Operation *op) {
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([](GemmOp op) { return countFlops(op); })
      .Case<AttentionOp, AttentionBackwardOp>(
          [](auto op) { return countAttentionFlops(op); })
      .Default(int64_t(0));
}

/// Returns the traffic of fp8.attention or fp8.attention_backward.
static KernelTraffic getAttentionTraffic(Operation *op) {
  KernelTraffic traffic;
  auto destination = cast<DestinationStyleOpInterface>(op);
  for (Value input : destination.getDpsInputs())
    traffic.read += getBytes(input.getType());
  for (Value init : destination.getDpsInits())
    traffic.written += getBytes(init.getType());
  return traffic;
}

KernelTraffic fp8::getTrafficOf(Operation *op) {
  if (auto kernel = dyn_cast<KernelOp>(op))
    return getTraffic(kernel);
  if (auto launch = dyn_cast<LaunchOp>(op))
    return getTraffic(launch);
  if (isAttention(op))
    return getAttentionTraffic(op);
  return getTraffic(cast<GemmOp>(op));
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Appends the sizes of those `values` whose size depends on the number of
/// ranks.
static void addSized(ValueRange values, const RankSizes &sizes,
                     std::vector<SizedBytes> &list) {
  for (Value value : values) {
    RankSize size = sizes.get(value);
    if (size.kind == RankSize::Fixed)
      continue;
    int64_t bytes = getBytes(value.getType());
    auto same = llvm::find_if(
        list, [&](const SizedBytes &entry) { return entry.size == size; });
    if (same != list.end())
      same->bytes += bytes;
    else
      list.push_back({bytes, size});
  }
}

/// Returns the offset of `view` in the arena, in bytes.
static int64_t getOffset(memref::ViewOp view) {
  return getConstantIntValue(view.getByteShift()).value_or(0);
}

/// Sets the FLOP and formats of a matmul or an attention. The formats are the
/// types of the first two operands.
static void describeLibraryCall(Operation *op, OpReport &report) {
  report.flops = countLibraryFlops(op);
  llvm::raw_string_ostream os(report.formats);
  os << getElementTypeOrSelf(op->getOperand(0).getType()) << ','
     << getElementTypeOrSelf(op->getOperand(1).getType());
}

static void describeExchange(Operation *op, const RankSizes &sizes,
                             const StepExchanges &exchanges, OpReport &report) {
  Exchange exchange = Exchange::of(op);
  report.isExchange = true;
  report.isGather = exchange.isGather;
  report.axes = exchange.axes;
  SmallVector<ExchangeOperand> operands = sizes.getOperands(op);
  ExchangeUse use = exchanges.getUse(operands, exchange.isGather);
  for (const ExchangeOperand &operand : operands)
    report.sent.push_back({use, operand.size, operand.bytes});
}

StepOps::StepOps(func::FuncOp function, const StepOrder &order,
                 const RankSizes &sizes, const StepExchanges &exchanges)
    : mesh(getMesh(function)) {
  for (BlockArgument argument : function.getArguments().drop_back())
    arguments.push_back({getBytes(argument.getType()), sizes.get(argument)});
  llvm::DenseSet<StringRef> constants;
  for (auto get : function.front().getOps<memref::GetGlobalOp>())
    if (constants.insert(get.getName()).second)
      arguments.push_back({getBytes(get.getType()), RankSize()});

  llvm::MapVector<Value, OpBuffer> live;
  for (auto [i, op] : llvm::enumerate(order.getOps())) {
    OpReport &report = ops.emplace_back();
    report.name = getOpLabel(op);
    report.tensor = getAddedName(op->getLoc()).str();
    report.place = getPlace(op->getLoc());
    report.stream = getStreamOrder(op).getStream();
    for (const Predecessor &predecessor : order.getPredecessors(i))
      report.after.push_back(predecessor.position);
    for (Value operand : op->getOperands()) {
      Value whole = getWholeBuffer(operand);
      auto view = whole.getDefiningOp<memref::ViewOp>();
      if (!view)
        continue;
      SizedBytes bytes{getBytes(whole.getType()), sizes.get(whole)};
      OpBuffer buffer{bytes, unsigned(i), unsigned(i), getOffset(view)};
      live.try_emplace(whole, buffer).first->second.last = i;
    }
    if (isExchange(op)) {
      describeExchange(op, sizes, exchanges, report);
      continue;
    }
    report.traffic = getTrafficOf(op);
    if (auto launch = dyn_cast<LaunchOp>(op)) {
      addSized(launch.getInputs(), sizes, report.read);
      addSized(launch.getInits(), sizes, report.written);
    } else if (isLibraryCall(op)) {
      describeLibraryCall(op, report);
    }
  }
  for (auto &[buffer, entry] : live)
    buffers.push_back(entry);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
class Printer {
public:
  Printer(llvm::json::OStream &os, MeshAttr mesh) : os(os), mesh(mesh) {}

  void printSize(const RankSize &size) {
    static constexpr StringLiteral names[] = {"fixed", "rows", "padded_rows",
                                              "pieces"};
    if (size.kind == RankSize::Fixed)
      return;
    os.attribute("size", names[size.kind]);
    printAxes(size.axes);
    if (size.kind == RankSize::Pieces)
      return;
    os.attribute("rows", size.rows);
    os.attribute("unit", size.unit);
  }

  void printAxes(ArrayRef<unsigned> axes) {
    os.attributeArray("axes", [&] {
      for (unsigned axis : axes)
        os.value(mesh.getAxes()[axis].getValue());
    });
  }

  void printBytes(StringRef name, ArrayRef<SizedBytes> list) {
    if (list.empty())
      return;
    os.attributeArray(name, [&] {
      for (const SizedBytes &entry : list)
        os.object([&] {
          os.attribute("bytes", entry.bytes);
          printSize(entry.size);
        });
    });
  }

  void printOp(const OpReport &op) {
    os.attribute("name", op.name);
    if (!op.tensor.empty())
      os.attribute("tensor", llvm::json::fixUTF8(op.tensor));
    if (!op.place.empty())
      os.attribute("place", llvm::json::fixUTF8(op.place));
    os.attribute("stream", op.stream);
    os.attributeArray("after", [&] {
      for (unsigned position : op.after)
        os.value(position);
    });
    if (op.isExchange)
      return printExchange(op);
    os.attribute("bytes_read", op.traffic.read);
    os.attribute("bytes_written", op.traffic.written);
    printBytes("read_by_ranks", op.read);
    printBytes("written_by_ranks", op.written);
    if (op.formats.empty())
      return;
    os.attribute("flops", op.flops);
    os.attribute("formats", op.formats);
  }

private:
  void printExchange(const OpReport &op) {
    printAxes(op.axes);
    os.attributeArray("sent", [&] {
      for (const SentTensor &tensor : op.sent)
        os.object([&] {
          os.attribute("use", getUseName(tensor.use));
          os.attribute("piece_bytes", tensor.bytes.pieceBytes);
          os.attribute("total_bytes", tensor.bytes.totalBytes);
          if (tensor.size.kind == RankSize::Fixed)
            return;
          os.attribute("rows", tensor.size.rows);
          os.attribute("unit", tensor.size.unit);
        });
    });
  }

  llvm::json::OStream &os;
  MeshAttr mesh;
};
} // namespace

void StepOps::printJSON(llvm::json::OStream &os) const {
  Printer printer(os, mesh);
  os.attributeArray("mesh", [&] {
    for (size_t i = 0; mesh && i < mesh.getAxes().size(); ++i)
      os.object([&] {
        os.attribute("axis", mesh.getAxes()[i].getValue());
        os.attribute("ranks", mesh.getSizes()[i]);
      });
  });
  printer.printBytes("arguments", arguments);
  os.attributeArray("ops", [&] {
    for (const OpReport &op : ops)
      os.object([&] { printer.printOp(op); });
  });
  os.attributeArray("buffers", [&] {
    for (const OpBuffer &buffer : buffers)
      os.object([&] {
        os.attribute("bytes", buffer.size.bytes);
        os.attribute("first", buffer.first);
        os.attribute("last", buffer.last);
        os.attribute("offset", buffer.offset);
        printer.printSize(buffer.size.size);
      });
  });
}
