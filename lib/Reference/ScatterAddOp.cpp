//===- ScatterAddOp.cpp - fp8.scatter_add ---------------------------------===//

#include "FP8Support.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

static FailureOr<Step> compileScatterAdd(ScatterAddOp op,
                                         PlanCompiler &compiler) {
  return Step([updates = compiler.use(op, op.getUpdates()),
               indices = compiler.use(op, op.getIndices()),
               init = compiler.use(op, op.getInit()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(init, result)))
      return failure();
    const HostTensor &at = frame.read(indices);
    FloatReader values(frame.read(updates));
    FloatCodec codec = *FloatCodec::get(result->getElementType());
    int64_t numSlices = at.getShape()[0], numIndices = at.getShape()[1];
    ArrayRef<int64_t> shape = result->getShape();
    SmallVector<int64_t> strides = getRowMajorStrides(shape);
    int64_t sliceSize = strides[numIndices - 1];
    for (int64_t i = 0; i < numSlices; ++i) {
      int64_t start = 0;
      bool isInside = true;
      for (int64_t k = 0; k < numIndices; ++k) {
        int64_t index = at.getInt(i * numIndices + k);
        isInside &= index >= 0 && index < shape[k];
        // Skip the computation if it could overflow: the slice is dropped.
        start += isInside ? index * strides[k] : 0;
      }
      for (int64_t j = 0; isInside && j < sliceSize; ++j) {
        float sum = codec.decodeF32(loadBits(*result, start + j)) +
                    values[i * sliceSize + j];
        storeBits(*result, start + j,
                  codec.encodeF32(sum, numerics::Overflow::Infinity));
      }
    }
    frame.set(slot, std::move(result));
    return success();
  });
}

void reference::addScatterAddOp(OpTable &table) {
  table.add<ScatterAddOp>(compileScatterAdd);
}
