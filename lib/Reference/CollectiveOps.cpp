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
/// The rows of a tensor that are sent and received.
struct Message {
  /// Size of the rows of one rank, in bytes.
  int64_t pieceBytes;
  ArrayRef<char> sent;
  MutableArrayRef<char> received;
};

/// The part of a collective that does not depend on its kind.
struct Collective {
  Location loc;
  /// The op and its place, for messages of other ranks.
  std::string place;
  MeshAttr mesh;
  /// The axes of a group, and the number of ranks along each.
  SmallVector<unsigned> axes;
  SmallVector<int64_t> axisSizes;
  /// The inputs, and for each input the init and the slot of its result.
  SmallVector<Use> inputs, inits;
  SmallVector<unsigned> slots;

  int64_t getGroupSize() const {
    return llvm::product_of(axisSizes, int64_t(1));
  }

  /// Exchanges rows in the group of this rank. Reports an error if that fails,
  /// or if the program does not run as one of the ranks of its mesh.
  LogicalResult run(Frame &frame, int32_t kind,
                    ArrayRef<Message> messages) const;
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
  Collective collective{op.getLoc(),
                        describePlace(op),
                        mesh,
                        getMeshAxes(mesh, op.getAxes()),
                        op.getAxisSizes(),
                        {},
                        {},
                        {}};
  for (Value input : op.getInputs())
    collective.inputs.push_back(compiler.use(op, input));
  for (Value init : op.getInits())
    collective.inits.push_back(compiler.use(op, init));
  for (Value result : op.getResults())
    collective.slots.push_back(compiler.define(result));
  return collective;
}

LogicalResult Collective::run(Frame &frame, int32_t kind,
                              ArrayRef<Message> messages) const {
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
  SmallVector<fp8rt_exchange> tensors;
  SmallVector<void *> buffers;
  for (const Message &message : messages) {
    size_t total = kind == FP8RT_ALL_GATHER ? message.received.size()
                                            : message.sent.size();
    tensors.push_back(
        {kind, mask, message.pieceBytes, static_cast<int64_t>(total)});
    buffers.push_back(const_cast<char *>(message.sent.data()));
    buffers.push_back(message.received.data());
  }
  if (fp8rt_comm_exchange(comm, tensors.data(), tensors.size(), place.c_str(),
                          buffers.data()) == FP8RT_OK)
    return success();
  return emitError(loc) << "expected all ranks to take part in this op, but "
                        << fp8rt_last_error();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Reduces the tensors in `all`, one for each member of a group and each with
/// `size` elements, into the first of them. Reduces along the last axis first,
/// from the first member to the last.
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

/// Exchanges the inputs of a group and reduces them.
static LogicalResult runReduction(const Collective &collective, Frame &frame,
                                  ReductionKind kind, int32_t exchange) {
  // Results may overwrite the memory of inputs, so the inputs are read first.
  SmallVector<Message> messages;
  std::vector<std::vector<float>> all(collective.inputs.size());
  for (auto [i, input] : llvm::enumerate(collective.inputs)) {
    ArrayRef<char> sent = asBytes(frame.read(input).data<float>());
    size_t size = frame.read(collective.inits[i]).getNumElements();
    all[i].resize(size * collective.getGroupSize());
    messages.push_back({static_cast<int64_t>(size * sizeof(float)), sent,
                        asBytes(MutableArrayRef(all[i]))});
  }
  if (failed(collective.run(frame, exchange, messages)))
    return failure();
  for (auto [i, init] : llvm::enumerate(collective.inits)) {
    MutableTensor result;
    if (failed(frame.take(init, result)))
      return failure();
    size_t size = result->getNumElements();
    reduce(all[i], size, collective.axisSizes, kind);
    llvm::copy(ArrayRef(all[i]).take_front(size),
               result->data<float>().begin());
    frame.set(collective.slots[i], std::move(result));
  }
  return success();
}

static FailureOr<Step> compileAllReduce(AllReduceOp op,
                                        PlanCompiler &compiler) {
  return Step(
      [collective = compile(op, compiler), kind = op.getKind()](Frame &frame) {
        return runReduction(collective, frame, kind, FP8RT_ALL_GATHER);
      });
}

static FailureOr<Step> compileReduceScatter(ReduceScatterOp op,
                                            PlanCompiler &compiler) {
  return Step(
      [collective = compile(op, compiler), kind = op.getKind()](Frame &frame) {
        return runReduction(collective, frame, kind, FP8RT_ALL_TO_ALL);
      });
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

static LogicalResult runExchange(const Collective &collective, Frame &frame,
                                 int32_t kind) {
  SmallVector<Message> messages;
  SmallVector<Tensor> inputs;
  SmallVector<MutableTensor> results(collective.inits.size());
  // In a group of one rank, an input may also be the destination.
  for (const Use &input : collective.inputs)
    inputs.push_back(frame.share(input));
  for (auto [i, init] : llvm::enumerate(collective.inits)) {
    if (failed(frame.take(init, results[i])))
      return failure();
    ArrayRef<char> sent = inputs[i]->bytes();
    MutableArrayRef<char> received = results[i]->bytes();
    int64_t pieceBytes = kind == FP8RT_ALL_GATHER
                             ? sent.size()
                             : received.size() / collective.getGroupSize();
    messages.push_back({pieceBytes, sent, received});
  }
  if (failed(collective.run(frame, kind, messages)))
    return failure();
  for (auto [slot, result] : llvm::zip_equal(collective.slots, results))
    frame.set(slot, std::move(result));
  return success();
}

static FailureOr<Step> compileAllGather(AllGatherOp op,
                                        PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler)](Frame &frame) {
    return runExchange(collective, frame, FP8RT_ALL_GATHER);
  });
}

static FailureOr<Step> compileAllToAll(AllToAllOp op, PlanCompiler &compiler) {
  return Step([collective = compile(op, compiler)](Frame &frame) {
    return runExchange(collective, frame, FP8RT_ALL_TO_ALL);
  });
}

void reference::addCollectiveOps(OpTable &table) {
  table.add<AllGatherOp>(compileAllGather);
  table.add<AllReduceOp>(compileAllReduce);
  table.add<AllToAllOp>(compileAllToAll);
  table.add<ReduceScatterOp>(compileReduceScatter);
}
