//===- PlanMemory.cpp - --fp8-plan-memory ---------------------------------===//
//
// One arena replaces all allocations. Nothing needs to be freed, there are no
// page faults after the first step, and buffers with disjoint lifetimes share
// memory.
//
//===----------------------------------------------------------------------===//

#include "AddedNames.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr int64_t kAlignment = 64;
/// Upper bound of sizes, in bytes. No machine has this much memory, and the sum
/// of two such sizes does not overflow.
static constexpr int64_t kMaxBytes = int64_t(1) << 61;

namespace {
/// The live range of a buffer, counted in ops of the entry block.
struct Buffer {
  memref::AllocOp alloc;
  int64_t size = 0;
  int64_t first = 0;
  int64_t last = 0;
  int64_t offset = 0;
};
} // namespace

/// Returns true for emitted kernels, which take bare pointers and allocate
/// nothing.
static bool isKernelFunction(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(),
                      llvm::IsaPred<LLVM::LLVMPointerType>);
}

static bool isMemRef(Value value) { return isa<MemRefType>(value.getType()); }

/// Collects the ops that may access the buffer `root`, through views and
/// through operands and results of ops with regions.
static void collectUsers(Value root, SetVector<Operation *> &users) {
  SetVector<Value> aliases;
  aliases.insert(root);
  for (size_t i = 0; i < aliases.size(); ++i) {
    for (OpOperand &use : aliases[i].getUses()) {
      Operation *user = use.getOwner();
      users.insert(user);
      auto follow = [&](Operation *op) {
        for (Value result : llvm::make_filter_range(op->getResults(), isMemRef))
          aliases.insert(result);
        for (Region &region : op->getRegions())
          for (Value argument :
               llvm::make_filter_range(region.getArguments(), isMemRef))
            aliases.insert(argument);
      };
      follow(user);
      if (user->hasTrait<OpTrait::IsTerminator>() && !isa<func::ReturnOp>(user))
        follow(user->getParentOp());
    }
  }
}

/// Returns, for each exchange, the position of the op that ends it: the first
/// later op that accesses its results, or the next exchange. An exchange runs
/// concurrently with the ops before that op. They do not reuse its memory,
/// because they would have to wait for the exchange.
static DenseMap<Operation *, int64_t>
findEnds(Block &entry, const DenseMap<Operation *, int64_t> &positions) {
  DenseMap<Operation *, int64_t> ends;
  int64_t next = positions.lookup(entry.getTerminator());
  for (Operation &op : llvm::reverse(entry)) {
    if (!isExchange(&op))
      continue;
    int64_t own = positions.lookup(&op), end = next;
    for (Value init : cast<DestinationStyleOpInterface>(op).getDpsInits()) {
      SetVector<Operation *> users;
      collectUsers(memref::skipViewLikeOps(cast<MemrefValue>(init)), users);
      for (Operation *user : users) {
        int64_t position = positions.lookup(entry.findAncestorOpInBlock(*user));
        if (position > own && !isMemoryEffectFree(user))
          end = std::min(end, position);
      }
    }
    ends[&op] = end;
    next = own;
  }
  return ends;
}

/// Returns the size of `type` in bytes, aligned. Saturates above `kMaxBytes`.
static int64_t getBytes(MemRefType type, const DataLayout &layout) {
  // An i1 occupies one byte.
  uint64_t bytes =
      std::max<uint64_t>(1, layout.getTypeSize(type.getElementType()));
  for (int64_t extent : type.getShape())
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
  return llvm::alignTo(std::min<uint64_t>(bytes, kMaxBytes + 1), kAlignment);
}

/// Assigns each buffer the lowest offset that no buffer with an overlapping
/// lifetime occupies, largest first. Returns the size of the arena, or more
/// than `kMaxBytes` if it is larger.
static int64_t assignOffsets(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order =
      llvm::map_to_vector(buffers, [](Buffer &buffer) { return &buffer; });
  llvm::sort(order, [](Buffer *a, Buffer *b) {
    return std::make_pair(-a->size, a) < std::make_pair(-b->size, b);
  });
  int64_t total = 0;
  SmallVector<Buffer *> placed; // by offset
  for (Buffer *buffer : order) {
    if (total > kMaxBytes)
      break;
    int64_t offset = 0;
    for (Buffer *other : placed) {
      if (other->last < buffer->first || buffer->last < other->first)
        continue;
      if (offset + buffer->size <= other->offset)
        break;
      offset = std::max(offset, other->offset + other->size);
    }
    buffer->offset = offset;
    total = std::max(total, offset + buffer->size);
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](Buffer *a, Buffer *b) {
                                      return a->offset < b->offset;
                                    }),
                  buffer);
  }
  return total;
}

namespace {
struct PlanMemory : fp8::impl::PlanMemoryPassBase<PlanMemory> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.isPublic() &&
          !isKernelFunction(function))
        functions.push_back(function);
    if (failed(verifyNoUses(getOperation(), functions, getArgument(),
                            "which is public")))
      return signalPassFailure();
    for (func::FuncOp function : functions)
      if (failed(plan(function)))
        return signalPassFailure();
    WalkResult result = getOperation()->walk([&](Operation *op) {
      if (!isa<memref::AllocOp, memref::ReallocOp>(op))
        return WalkResult::advance();
      InFlightDiagnostic diag =
          op->emitError("unsupported by fp8-plan-memory: ")
          << op->getName() << " of type " << op->getResult(0).getType();
      diag.attachNote() << "supported are buffers of static size in functions "
                           "that are public or inlined into one";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult plan(func::FuncOp function) {
    Block &entry = function.front();
    DenseMap<Operation *, int64_t> positions;
    for (auto [i, op] : llvm::enumerate(entry))
      positions[&op] = i;
    DenseMap<Operation *, int64_t> ends = findEnds(entry, positions);
    DataLayout layout = DataLayout::closest(function);
    SmallVector<Buffer> buffers;
    function.walk([&](memref::AllocOp alloc) {
      if (!alloc.getType().hasStaticShape() ||
          !alloc.getType().getLayout().isIdentity())
        return;
      SetVector<Operation *> users;
      collectUsers(alloc, users);
      Buffer buffer;
      buffer.alloc = alloc;
      buffer.size = getBytes(alloc.getType(), layout);
      if (users.empty())
        users.insert(alloc);
      buffer.first = std::numeric_limits<int64_t>::max();
      for (Operation *user : users) {
        int64_t position = positions.lookup(entry.findAncestorOpInBlock(*user));
        buffer.first = std::min(buffer.first, position);
        buffer.last = std::max({buffer.last, position, ends.lookup(user)});
      }
      buffers.push_back(buffer);
    });

    int64_t size = assignOffsets(buffers);
    if (size > kMaxBytes) {
      Buffer *largest = llvm::max_element(
          buffers, [](Buffer &a, Buffer &b) { return a.size < b.size; });
      InFlightDiagnostic diag =
          largest->alloc.emitError("unsupported by fp8-plan-memory: ");
      diag << largest->alloc->getName() << " of type "
           << largest->alloc.getType();
      diag.attachNote()
          << "supported are buffers of at most 2^61 bytes, all together";
      return failure();
    }
    OpBuilder builder(function.getContext());
    auto type = MemRefType::get({size}, builder.getI8Type());
    NamedAttrList attributes;
    attributes.set(LLVM::LLVMDialect::getNoAliasAttrName(),
                   builder.getUnitAttr());
    attributes.set(LLVM::LLVMDialect::getDereferenceableAttrName(),
                   builder.getI64IntegerAttr(size));
    unsigned position = function.getNumArguments();
    AddedNames(function).add(position, attributes, builder);
    if (failed(function.insertArgument(
            position, type, attributes.getDictionary(builder.getContext()),
            function.getLoc())))
      return failure();
    Value arena = function.getArgument(position);
    DenseMap<int64_t, Value> offsets;
    for (Buffer &buffer : buffers) {
      builder.setInsertionPointToStart(&entry);
      Value &offset = offsets[buffer.offset];
      if (!offset)
        offset = arith::ConstantIndexOp::create(builder, function.getLoc(),
                                                buffer.offset);
      builder.setInsertionPointAfterValue(offset);
      Value view = memref::ViewOp::create(builder, buffer.alloc.getLoc(),
                                          buffer.alloc.getType(), arena, offset,
                                          ValueRange{});
      for (Operation *user :
           llvm::make_early_inc_range(buffer.alloc.getResult().getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      buffer.alloc.replaceAllUsesWith(view);
      buffer.alloc.erase();
    }
    return success();
  }
};
} // namespace
