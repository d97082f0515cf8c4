//===- Streams.cpp - results that go past the cache -----------------------===//
//
// A line that is stored as a whole past the cache is not read before. Such
// stores are those of aligned registers, and pointers may come from anywhere:
// of the walk over a chunk there are two versions, and the pointers are asked.
// Registers that are parts of a line, such as bytes beside floats, are combined
// by the CPU where they follow each other.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// The smallest vector register.
static constexpr int64_t kRegisterBytes = 16;

/// What the address of a vector of `count` elements of `access` along a
/// dimension is a multiple of, if that of the operand is one of a line.
int64_t FunctionEmitter::getLineAlignment(const Access &access, unsigned along,
                                          int64_t count) const {
  int64_t bytes = getByteWidth(access.elementType);
  int64_t alignment = std::gcd(access.alignment, count * bytes);
  for (auto [dim, stride] : llvm::enumerate(access.strides)) {
    if (dim == along)
      continue;
    // Vectors of several rows of a batch begin with the first of them.
    int64_t rows = 1;
    if (plan.batchItems != 0 && dim == plan.itemDims.back())
      rows = std::max<int64_t>(1, count / model.getExtents()[plan.vectorDim]);
    alignment = std::gcd(alignment, stride * rows * bytes);
  }
  return alignment;
}

/// Elements of `access` that make whole lines where stores of `count` follow
/// each other along the vector.
int64_t FunctionEmitter::getStreamedCount(const Access &access,
                                          int64_t count) const {
  int64_t bytes = getByteWidth(access.elementType);
  if (plan.schedule != Schedule::Flat || count * bytes < kRegisterBytes)
    return count;
  return std::max(count, kLineBytes / bytes);
}

/// Whether result `i` is made of whole lines that nobody reads before they are
/// stored.
bool FunctionEmitter::isOfLines(unsigned i) const {
  const Access &access = model.getOutputAccess(i);
  if (!plan.streamsResults || !plan.isInnerOutput(model, i) ||
      model.isUpdated(i) || model.getKernel().readsOperand(access.pointer))
    return false;
  int64_t count = plan.batchItems != 0 ? plan.stripWidth : plan.width;
  return llvm::any_of(ArrayRef{plan.vectorDim, plan.rowDim}, [&](unsigned dim) {
    return dim != Plan::kNoDim && access.strides[dim] == 1 &&
           getLineAlignment(access, dim, getStreamedCount(access, count)) %
                   kLineBytes ==
               0;
  });
}

/// Whether vectors of `access` along dimension `dim` go past the cache where
/// the walk is now.
bool FunctionEmitter::isStreamedAlong(const Access &access,
                                      unsigned dim) const {
  if (!streams || mask || access.strides[dim] != 1 ||
      getLineAlignment(access, dim, getStreamedCount(access, getWidth())) %
              kLineBytes !=
          0)
    return false;
  for (unsigned i = 0; i < model.getKernel().getNumDpsInits(); ++i)
    if (&model.getOutputAccess(i) == &access)
      return isOfLines(i);
  return false;
}

/// Emits `body` twice: with stores past the cache, if the results begin with a
/// line, and without. Once where no result is one of lines.
void FunctionEmitter::emitStreaming(llvm::function_ref<void()> body) {
  Type i64 = b.getI64Type();
  Value bits;
  for (unsigned i = 0; i < model.getKernel().getNumDpsInits(); ++i) {
    if (!isOfLines(i))
      continue;
    Value address = LLVM::PtrToIntOp::create(
        b, i64, frame.pointers[model.getOutputAccess(i).pointer]);
    bits = bits ? arith::OrIOp::create(b, bits, address).getResult() : address;
  }
  if (!bits)
    return body();
  Value rest = arith::AndIOp::create(b, bits, constant(kLineBytes - 1));
  auto hasRest = [&](arith::CmpIPredicate predicate) {
    return arith::CmpIOp::create(b, predicate, rest, constant(0));
  };
  emitIf(hasRest(arith::CmpIPredicate::eq), [&] {
    llvm::SaveAndRestore saved(streams, true);
    body();
    target.endStreams(b);
  });
  emitIf(hasRest(arith::CmpIPredicate::ne), body);
}
