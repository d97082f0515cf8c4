//===- Streams.cpp - non-temporal stores of results -----------------------===//
//
// A non-temporal store of a whole cache line does not read the line first. Such
// stores need aligned registers, but pointers may have any alignment. Two
// versions of the traversal of a chunk are therefore emitted, and a run-time
// test of the pointers selects one. The CPU combines consecutive stores of
// partial lines, such as bytes in a kernel whose other results are floats.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Size of the smallest vector register, in bytes.
static constexpr int64_t kRegisterBytes = 16;

/// Returns the alignment, in bytes, of a vector of `count` elements of `access`
/// along a dimension, if the operand itself is aligned to a cache line.
int64_t FunctionEmitter::getLineAlignment(const Access &access, unsigned along,
                                          int64_t count) const {
  int64_t bytes = getByteWidth(access.elementType);
  int64_t alignment = std::gcd(access.alignment, count * bytes);
  for (auto [dim, stride] : llvm::enumerate(access.strides)) {
    if (dim == along)
      continue;
    // A vector of several rows of a batch starts at the first of these rows.
    int64_t rows = 1;
    if (plan.batch && dim == plan.itemDims.back())
      rows = std::max<int64_t>(1, count / model.getExtents()[plan.vectorDim]);
    alignment = std::gcd(alignment, stride * rows * bytes);
  }
  return alignment;
}

/// Returns the number of elements of `access` that consecutive stores of
/// `count` elements write as whole lines.
int64_t FunctionEmitter::getStreamedCount(const Access &access,
                                          int64_t count) const {
  int64_t bytes = getByteWidth(access.elementType);
  if (!plan.as<FlatPlan>() || count * bytes < kRegisterBytes)
    return count;
  return std::max(count, kLineBytes / bytes);
}

/// Returns true if result `i` consists of whole lines that are not read before
/// they are stored.
bool FunctionEmitter::isOfLines(unsigned i) const {
  const Access &access = model.getOutputAccess(i);
  if (!plan.streamsResults || !plan.isInnerOutput(i) || model.isUpdated(i) ||
      model.getKernel().readsOperand(access.pointer))
    return false;
  int64_t count = plan.batch ? plan.batch->width : plan.width;
  return llvm::any_of(
      ArrayRef{plan.vectorDim, plan.getRowDim()}, [&](unsigned dim) {
        return dim != Plan::kNoDim && access.strides[dim] == 1 &&
               getLineAlignment(access, dim, getStreamedCount(access, count)) %
                       kLineBytes ==
                   0;
      });
}

/// Returns true if vectors of `access` along dimension `dim` use non-temporal
/// stores at the current position.
bool FunctionEmitter::isStreamedAlong(const Access &access,
                                      unsigned dim) const {
  if (!streams || mask || access.strides[dim] != 1 ||
      getLineAlignment(access, dim, getStreamedCount(access, width)) %
              kLineBytes !=
          0)
    return false;
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    if (&model.getOutputAccess(i) == &access)
      return isOfLines(i);
  return false;
}

/// Emits `body` twice: with non-temporal stores if all results start at a cache
/// line, and without. Emits it once if no result consists of whole lines.
void FunctionEmitter::emitStreaming(llvm::function_ref<void()> body) {
  Type i64 = b.getI64Type();
  Value bits;
  for (unsigned i = 0; i < model.getOutputs().size(); ++i) {
    if (!isOfLines(i))
      continue;
    Value address = LLVM::PtrToIntOp::create(
        b, i64, frame.pointers[model.getOutputAccess(i).pointer]);
    bits = bits ? b.orBits(bits, address) : address;
  }
  if (!bits)
    return body();
  Value rest = b.andBits(bits, kLineBytes - 1);
  auto hasRest = [&](arith::CmpIPredicate predicate) {
    return b.compare(predicate, rest, 0);
  };
  emitIf(hasRest(arith::CmpIPredicate::eq), [&] {
    llvm::SaveAndRestore saved(streams, true);
    body();
    target.endStreams(b);
  });
  emitIf(hasRest(arith::CmpIPredicate::ne), body);
}
