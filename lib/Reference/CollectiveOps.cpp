//===- CollectiveOps.cpp - collectives between ranks ----------------------===//
//
// Ranks exchange bytes. Each rank then computes sums and maxima itself, in the
// order of the ranks.
//
//===----------------------------------------------------------------------===//

#include "FP8Support.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// The part of a collective that does not depend on its kind.
struct Collective {
  Location loc;
  /// The op and its place, for messages of other ranks.
  std::string place;
  MeshAttr mesh;
  /// The axes of a group, and the number of ranks along each.
  SmallVector<unsigned> axes;
  SmallVector<int64_t> axisSizes;
  Use input, init;
  unsigned slot;

  int64_t getGroupSize() const {
    return llvm::product_of(axisSizes, int64_t(1));
  }

  /// A method of the communicator that exchanges bytes in a group.
  using Exchange = llvm::Error (Communicator::*)(const ExchangePlace &,
                                                 ArrayRef<char>,
                                                 MutableArrayRef<char>);
  /// Performs `exchange` in the group of this rank. Reports an error if it
  /// fails, or if the program does not run as one of the ranks of its mesh.
  LogicalResult run(Frame &frame, Exchange exchange, ArrayRef<char> sent,
                    MutableArrayRef<char> received) const;

private:
  FailureOr<Communicator *> getCommunicator(Frame &frame) const;
};
} // namespace

/// Returns "'fp8.all_reduce' at FILE:LINE:COLUMN".
static std::string describePlace(Operation *op) {
  std::string text = ("'" + op->getName().getStringRef() + "'").str();
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += (" at " + loc.getFilename().getValue() + ":" +
             Twine(loc.getLine()) + ":" + Twine(loc.getColumn()))
                .str();
  return text;
}

template <typename OpTy>
static Collective compile(OpTy op, PlanCompiler &compiler) {
  MeshAttr mesh = op.getMesh();
  return {op.getLoc(),
          describePlace(op),
          mesh,
          getMeshAxes(mesh, op.getAxes()),
          op.getAxisSizes(),
          compiler.use(op, op.getInput()),
          compiler.use(op, op.getInit()),
          compiler.define(op.getResult())};
}

FailureOr<Communicator *> Collective::getCommunicator(Frame &frame) const {
  Communicator *communicator = frame.getCommunicator();
  int64_t numRanks = communicator ? communicator->getNumRanks() : 1;
  if (communicator && numRanks == mesh.getNumRanks())
    return communicator;
  InFlightDiagnostic diag = emitError(loc)
                            << "expected a run of the " << mesh.getNumRanks()
                            << " ranks of " << mesh
                            << ", but the number of ranks is " << numRanks;
  diag.attachNote() << "fp8-run --mesh runs the ranks of a step";
  return diag;
}

LogicalResult Collective::run(Frame &frame, Exchange exchange,
                              ArrayRef<char> sent,
                              MutableArrayRef<char> received) const {
  FailureOr<Communicator *> communicator = getCommunicator(frame);
  if (failed(communicator))
    return failure();
  SmallVector<int64_t> group = mesh.getGroup((*communicator)->getRank(), axes);
  if (llvm::Error error =
          ((*communicator)->*exchange)({group, place}, sent, received))
    return emitError(loc) << "expected all ranks to take part in this op, but "
                          << llvm::toString(std::move(error));
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Reduces the tensors in `all`, one for each member of a group and each of
/// `size` elements, to the first of them: along the last axis first, from the
/// first member to the last.
static void reduce(MutableArrayRef<float> all, size_t size,
                   ArrayRef<int64_t> axisSizes, ReductionKind kind) {
  size_t stride = size;
  for (int64_t extent : llvm::reverse(axisSizes)) {
    size_t block = stride * extent;
    for (size_t begin = 0; begin < all.size(); begin += block)
      for (int64_t member = 1; member < extent; ++member)
        for (size_t i = 0; i < size; ++i) {
          float &total = all[begin + i];
          float value = all[begin + member * stride + i];
          total = kind == ReductionKind::Sum ? total + value
                                             : maximum(total, value);
        }
    stride = block;
  }
}

static ArrayRef<char> asBytes(ArrayRef<float> values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(float)};
}

static MutableArrayRef<char> asBytes(MutableArrayRef<float> values) {
  return {reinterpret_cast<char *>(values.data()),
          values.size() * sizeof(float)};
}

static FailureOr<Step> compileAllReduce(AllReduceOp op,
                                        PlanCompiler &compiler) {
  return Step(
      [collective = compile(op, compiler), kind = op.getKind()](Frame &frame) {
        MutableTensor result;
        ArrayRef<float> own = frame.read(collective.input).data<float>();
        std::vector<float> all(own.size() * collective.getGroupSize());
        if (failed(collective.run(frame, &Communicator::allGather, asBytes(own),
                                  asBytes(MutableArrayRef(all)))))
          return failure();
        reduce(all, own.size(), collective.axisSizes, kind);
        if (failed(frame.take(collective.init, result)))
          return failure();
        llvm::copy(ArrayRef(all).take_front(result->getNumElements()),
                   result->data<float>().begin());
        frame.set(collective.slot, std::move(result));
        return success();
      });
}

static FailureOr<Step> compileReduceScatter(ReduceScatterOp op,
                                            PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler),
               kind = op.getKind()](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(collective.init, result)))
      return failure();
    ArrayRef<float> own = frame.read(collective.input).data<float>();
    size_t size = result->getNumElements();
    // Rows beyond the input are zeros on all ranks.
    std::vector<float> sent(size * collective.getGroupSize());
    llvm::copy(own, sent.begin());
    std::vector<float> all(sent.size());
    if (failed(collective.run(frame, &Communicator::allToAll,
                              asBytes(ArrayRef(sent)),
                              asBytes(MutableArrayRef(all)))))
      return failure();
    reduce(all, size, collective.axisSizes, kind);
    llvm::copy(ArrayRef(all).take_front(size), result->data<float>().begin());
    frame.set(collective.slot, std::move(result));
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileAllGather(AllGatherOp op,
                                        PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler)](Frame &frame) {
    MutableTensor result;
    ArrayRef<char> own = frame.read(collective.input).bytes();
    std::vector<char> all(own.size() * collective.getGroupSize());
    if (failed(collective.run(frame, &Communicator::allGather, own, all)) ||
        failed(frame.take(collective.init, result)))
      return failure();
    llvm::copy(ArrayRef(all).take_front(result->bytes().size()),
               result->bytes().begin());
    frame.set(collective.slot, std::move(result));
    return success();
  });
}

static FailureOr<Step> compileAllToAll(AllToAllOp op, PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler)](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(collective.init, result)))
      return failure();
    // Rows beyond the input are zeros on all ranks.
    std::vector<char> sent(result->bytes().size());
    llvm::copy(frame.read(collective.input).bytes(), sent.begin());
    if (failed(collective.run(frame, &Communicator::allToAll, sent,
                              result->bytes())))
      return failure();
    frame.set(collective.slot, std::move(result));
    return success();
  });
}

void reference::addCollectiveOps(OpTable &table) {
  table.add<AllGatherOp>(compileAllGather);
  table.add<AllReduceOp>(compileAllReduce);
  table.add<AllToAllOp>(compileAllToAll);
  table.add<ReduceScatterOp>(compileReduceScatter);
}
