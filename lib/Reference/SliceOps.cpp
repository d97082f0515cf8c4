//===- SliceOps.cpp - slices of tensors -----------------------------------===//

#include "BoxWalk.h"
#include "ResultStep.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// extract_slice and insert_slice
//===----------------------------------------------------------------------===//

namespace {
/// A strided box in a tensor. A slice of lower rank has the same elements in
/// the same order.
struct Slice {
  Location loc;
  MixedInts offsets, strides;
  SmallVector<int64_t> sizes;

  /// Returns the traversal of the elements in a tensor of `shape`. Reports an
  /// error if an element is out of bounds.
  FailureOr<BoxWalk> walk(const Frame &frame, ArrayRef<int64_t> shape) const;
};
} // namespace

FailureOr<BoxWalk> Slice::walk(const Frame &frame,
                               ArrayRef<int64_t> shape) const {
  Access access{0, getRowMajorStrides(shape)};
  for (auto [d, size, extent] : llvm::enumerate(sizes, shape)) {
    int64_t offset = offsets.get(d, frame), stride = strides.get(d, frame);
    int64_t last = 0; // index of the last element of the slice
    bool overflows = size > 0 && (llvm::MulOverflow(size - 1, stride, last) ||
                                  llvm::AddOverflow(last, offset, last));
    if (size > 0 && (overflows || offset < 0 || offset >= extent || last < 0 ||
                     last >= extent))
      return emitError(loc)
             << "expected a slice inside of dimension " << d << " of extent "
             << extent << ", but its offset is " << offset << ", its size "
             << size << " and its stride " << stride;
    access.start += offset * access.strides[d];
    access.strides[d] *= stride;
  }
  return BoxWalk(getAllDims(sizes.size()), sizes, access);
}

/// Returns the slice of an op. Fails if its sizes are not constants.
template <typename OpTy>
static FailureOr<Slice> getSlice(OpTy op, PlanCompiler &compiler) {
  if (ShapedType::isDynamicShape(op.getStaticSizes()))
    return emitUnsupported(op, " with sizes that are not constants");
  return Slice{op.getLoc(), MixedInts(op, op.getMixedOffsets(), compiler),
               MixedInts(op, op.getMixedStrides(), compiler),
               SmallVector<int64_t>(op.getStaticSizes())};
}

static FailureOr<Step> compileExtractSlice(tensor::ExtractSliceOp op,
                                           PlanCompiler &compiler) {
  FailureOr<Slice> slice = getSlice(op, compiler);
  if (failed(slice))
    return failure();
  auto extract = [slice = *slice, use = compiler.use(op, op.getSource())](
                     Frame &frame, HostTensor &result) -> LogicalResult {
    const HostTensor &source = frame.read(use);
    FailureOr<BoxWalk> walk = slice.walk(frame, source.getShape());
    if (failed(walk))
      return failure();
    for (int64_t i = 0; !walk->isDone(); walk->advance(), ++i)
      storeBits(result, i, loadBits(source, walk->getPosition(0)));
    return success();
  };
  return makeResultStep(op, compiler, std::move(extract));
}

static FailureOr<Step> compileInsertSlice(tensor::InsertSliceOp op,
                                          PlanCompiler &compiler) {
  FailureOr<Slice> slice = getSlice(op, compiler);
  if (failed(slice))
    return failure();
  return Step([slice = *slice, source = compiler.use(op, op.getSource()),
               dest = compiler.use(op, op.getDest()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<BoxWalk> walk = slice.walk(frame, frame.read(dest).getShape());
    if (failed(walk))
      return failure();
    MutableTensor result;
    if (failed(frame.take(dest, result)))
      return failure();
    const HostTensor &part = frame.read(source);
    for (int64_t i = 0; !walk->isDone(); walk->advance(), ++i)
      storeBits(*result, walk->getPosition(0), loadBits(part, i));
    frame.set(slot, std::move(result));
    return success();
  });
}

//===----------------------------------------------------------------------===//
// concat, pad and gather
//===----------------------------------------------------------------------===//

/// Writes the part of `part` that is inside `whole`, if its first element is at
/// `offsets`.
static void place(const HostTensor &part, HostTensor &whole,
                  ArrayRef<int64_t> offsets) {
  Access to{0, getRowMajorStrides(whole.getShape())};
  Access from{0, getRowMajorStrides(part.getShape())};
  SmallVector<int64_t> extents;
  for (auto [d, offset] : llvm::enumerate(offsets)) {
    int64_t first = std::max<int64_t>(0, -offset);
    int64_t end =
        std::min<int64_t>(part.getShape()[d], whole.getShape()[d] - offset);
    extents.push_back(std::max<int64_t>(0, end - first));
    to.start += (first + offset) * to.strides[d];
    from.start += first * from.strides[d];
  }
  BoxWalk walk(getAllDims(offsets.size()), extents, {to, from});
  for (; !walk.isDone(); walk.advance())
    storeBits(whole, walk.getPosition(0), loadBits(part, walk.getPosition(1)));
}

static FailureOr<Step> compileConcat(tensor::ConcatOp op,
                                     PlanCompiler &compiler) {
  auto join = [dim = op.getDim(), uses = compiler.use(op, op.getInputs())](
                  Frame &frame, HostTensor &result) {
    SmallVector<int64_t> offsets(result.getShape().size(), 0);
    for (Use use : uses) {
      const HostTensor &part = frame.read(use);
      place(part, result, offsets);
      offsets[dim] += part.getShape()[dim];
    }
  };
  return makeResultStep(op, compiler, std::move(join));
}

/// Compiles tensor.pad. The body computes the padding from the indices of the
/// result. Negative padding removes elements.
static FailureOr<Step> compilePad(tensor::PadOp op, PlanCompiler &compiler) {
  if (ShapedType::isDynamicShape(op.getStaticLow()) ||
      ShapedType::isDynamicShape(op.getStaticHigh()))
    return emitUnsupported(op, " with padding that is not constant");
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, op.getRegion().front(), compiler);
  if (failed(program))
    return failure();
  auto pad = [low = SmallVector<int64_t>(op.getStaticLow()),
              program = std::move(*program),
              use = compiler.use(op, op.getSource())](
                 Frame &frame, HostTensor &result) -> LogicalResult {
    if (failed(program.generate(frame, result)))
      return failure();
    place(frame.read(use), result, low);
    return success();
  };
  return makeResultStep(op, compiler, std::move(pad));
}

/// Compiles tensor.gather. Row `i` of the indices is the position of slice `i`
/// in the source.
static FailureOr<Step> compileGather(tensor::GatherOp op,
                                     PlanCompiler &compiler) {
  auto gather = [loc = op.getLoc(),
                 dims = SmallVector<int64_t>(op.getGatherDims()),
                 source = compiler.use(op, op.getSource()),
                 indices = compiler.use(op, op.getIndices())](
                    Frame &frame, HostTensor &result) -> LogicalResult {
    const HostTensor &from = frame.read(source), &at = frame.read(indices);
    SmallVector<int64_t> sizes(from.getShape());
    for (int64_t dim : dims)
      sizes[dim] = 1;
    Access access{0, getRowMajorStrides(from.getShape())};
    int64_t numSlices = at.getNumElements() / dims.size(), position = 0;
    for (int64_t i = 0; i < numSlices; ++i) {
      access.start = 0;
      for (auto [j, dim] : llvm::enumerate(dims)) {
        int64_t index = at.getInt(i * dims.size() + j);
        int64_t extent = from.getShape()[dim];
        if (index < 0 || index >= extent)
          return emitError(loc)
                 << "index " << index << " is outside of dimension " << dim
                 << " of extent " << extent;
        access.start += index * access.strides[dim];
      }
      BoxWalk walk(getAllDims(sizes.size()), sizes, access);
      for (; !walk.isDone(); walk.advance())
        storeBits(result, position++, loadBits(from, walk.getPosition(0)));
    }
    return success();
  };
  return makeResultStep(op, compiler, std::move(gather));
}

void reference::addSliceOps(OpTable &table) {
  table.add<tensor::ConcatOp>(compileConcat);
  table.add<tensor::ExtractSliceOp>(compileExtractSlice);
  table.add<tensor::GatherOp>(compileGather);
  table.add<tensor::InsertSliceOp>(compileInsertSlice);
  table.add<tensor::PadOp>(compilePad);
}
