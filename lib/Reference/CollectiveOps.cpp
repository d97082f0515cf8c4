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

  /// Exchanges rows in the group of this rank. Reports an error if that fails,
  /// or if the program does not run as one of the ranks of its mesh.
  LogicalResult run(Frame &frame, int32_t kind, int64_t pieceBytes,
                    int64_t totalBytes, ArrayRef<char> sent,
                    MutableArrayRef<char> received) const;
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

LogicalResult Collective::run(Frame &frame, int32_t kind, int64_t pieceBytes,
                              int64_t totalBytes, ArrayRef<char> sent,
                              MutableArrayRef<char> received) const {
  fp8rt_comm comm = frame.getComm();
  int64_t numRanks = fp8rt_comm_num_ranks(comm);
  if (!comm || numRanks != mesh.getNumRanks()) {
    InFlightDiagnostic diag = emitError(loc)
                              << "expected a run of the " << mesh.getNumRanks()
                              << " ranks of " << mesh
                              << ", but the number of ranks is " << numRanks;
    diag.attachNote() << "fp8-run --mesh runs the ranks of a step";
    return diag;
  }
  uint32_t mask = 0;
  for (unsigned axis : axes)
    mask |= uint32_t(1) << axis;
  fp8rt_exchange exchange = {kind, mask, pieceBytes, totalBytes};
  if (fp8rt_comm_exchange(comm, &exchange, place.c_str(), sent.data(),
                          received.data()) == FP8RT_OK)
    return success();
  return emitError(loc) << "expected all ranks to take part in this op, but "
                        << fp8rt_last_error();
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
        ArrayRef<char> sent = asBytes(own);
        MutableArrayRef<char> received = asBytes(MutableArrayRef(all));
        if (failed(collective.run(frame, FP8RT_ALL_GATHER, sent.size(),
                                  received.size(), sent, received)))
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
    std::vector<float> all(size * collective.getGroupSize());
    ArrayRef<char> sent = asBytes(own);
    if (failed(collective.run(frame, FP8RT_ALL_TO_ALL, size * sizeof(float),
                              sent.size(), sent,
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
    // In a group of one rank, the input may also be the destination.
    Tensor input = frame.share(collective.input);
    MutableTensor result;
    if (failed(frame.take(collective.init, result)))
      return failure();
    ArrayRef<char> own = input->bytes();
    if (failed(collective.run(frame, FP8RT_ALL_GATHER, own.size(),
                              result->bytes().size(), own, result->bytes())))
      return failure();
    frame.set(collective.slot, std::move(result));
    return success();
  });
}

static FailureOr<Step> compileAllToAll(AllToAllOp op, PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler)](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(collective.init, result)))
      return failure();
    ArrayRef<char> own = frame.read(collective.input).bytes();
    int64_t pieceBytes = result->bytes().size() / collective.getGroupSize();
    if (failed(collective.run(frame, FP8RT_ALL_TO_ALL, pieceBytes, own.size(),
                              own, result->bytes())))
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
