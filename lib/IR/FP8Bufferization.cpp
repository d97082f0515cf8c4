//===- FP8Bufferization.cpp - one-shot bufferization of fp8 ops -----------===//
//
// On memrefs, an op with destinations is the same op without results; the
// buffers of its destinations replace its results. A state of fp8.update may
// share the buffer of its destination, so a training step can run in place.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/CloneOp.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::bufferization;

namespace {

template <typename OpTy>
struct DestinationModel
    : DstBufferizableOpInterfaceExternalModel<DestinationModel<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto destination = cast<OpTy>(op);
    return !destination.isDpsInit(&operand) || destination.readsInit(operand);
  }

  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto update = dyn_cast<UpdateOp>(op);
    return update && areOnePlane(update, operands);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto destination = cast<DestinationStyleOpInterface>(op);
    if (destination.hasPureBufferSemantics())
      return success();
    SmallVector<Value> operands;
    for (Value value : op->getOperands()) {
      if (!isa<TensorType>(value.getType())) {
        operands.push_back(value);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    SmallVector<Value> results;
    for (OpOperand &init : destination.getDpsInitsMutable())
      results.push_back(operands[init.getOperandNumber()]);
    rewriter.setInsertionPoint(op);
    cloneWithOperands(rewriter, op, /*types=*/TypeRange(), operands);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }

private:
  /// Returns the index in `states` of the plane that `operand` reads, or whose
  /// destination it is.
  static std::optional<unsigned> getPlane(UpdateOp update, OpOperand &operand) {
    unsigned i = operand.getOperandNumber();
    if (i < update.getStates().size())
      return i;
    SmallVector<UpdatePlane> written = update.getWrittenPlanes();
    unsigned firstInit = update.getInits().getBeginOperandIndex();
    if (i < firstInit || i - firstInit >= written.size() ||
        written[i - firstInit].isCopy)
      return std::nullopt;
    return llvm::count_if(
        ArrayRef(written).take_front(i - firstInit),
        [](const UpdatePlane &plane) { return !plane.isCopy; });
  }

  /// Returns true if the operands are a plane and its own destination. They may
  /// share a buffer, because the update decodes each granule before it encodes
  /// it.
  static bool areOnePlane(UpdateOp update, ArrayRef<OpOperand *> operands) {
    std::optional<unsigned> plane = getPlane(update, *operands.front());
    return plane && llvm::all_of(operands, [&](OpOperand *operand) {
             return getPlane(update, *operand) == plane;
           });
  }
};

/// The result of a barrier is the buffer of its source. No op is needed,
/// because ops on buffers run in program order.
struct BarrierModel
    : BufferizableOpInterface::ExternalModel<BarrierModel, BarrierOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (operand.get() != cast<BarrierOp>(op).getSource())
      return {};
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    FailureOr<Value> buffer =
        getBuffer(rewriter, cast<BarrierOp>(op).getSource(), options, state);
    if (failed(buffer))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *buffer);
    return success();
  }
};

} // namespace

template <typename... OpTys>
static void attachModels(MLIRContext *context) {
  (OpTys::template attachInterface<DestinationModel<OpTys>>(*context), ...);
}

void fp8::registerFP8Dialect(DialectRegistry &registry) {
  registry.insert<FP8Dialect>();
  registry.addExtension(+[](MLIRContext *context, FP8Dialect *) {
    attachModels<QuantizeOp, DequantizeOp, AmaxOp, ContractOp, UpdateOp,
                 AttentionOp, AttentionBackwardOp, ScatterAddOp, InitOp,
                 AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp, GemmOp>(
        context);
    BarrierOp::attachInterface<BarrierModel>(*context);
  });
}
