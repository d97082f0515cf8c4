//===- UpdateInPlace.cpp - --fp8-update-in-place --------------------------===//

#include "CopyKernel.h"
#include "StateOrder.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Reshape.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/Plan/BufferSharing.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPDATEINPLACEPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

/// Returns the result of an equal reshape before `made`, and erases `made`;
/// returns the result of `made` if there is none. Bufferization treats two
/// equal reshapes as two tensors.
static Value reuseReshape(Operation *made) {
  for (Operation *user : made->getOperand(0).getUsers())
    if (user->getBlock() == made->getBlock() && user->isBeforeInBlock(made) &&
        OperationEquivalence::isEquivalentTo(
            user, made, OperationEquivalence::IgnoreLocations)) {
      made->erase();
      return user->getResult(0);
    }
  return made->getResult(0);
}

/// Merges equal reshapes of arguments.
static void shareReshapes(func::FuncOp function) {
  SmallVector<Value> values(function.getArguments());
  while (!values.empty()) {
    SmallVector<Operation *> reshapes;
    for (Operation *user : values.pop_back_val().getUsers())
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) &&
          user->getBlock() == &function.getBody().front())
        reshapes.push_back(user);
    llvm::sort(reshapes, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    SmallVector<Operation *> kept;
    for (Operation *reshape : reshapes) {
      auto *equal = llvm::find_if(kept, [&](Operation *other) {
        return OperationEquivalence::isEquivalentTo(
            other, reshape, OperationEquivalence::IgnoreLocations);
      });
      if (equal == kept.end()) {
        kept.push_back(reshape);
        values.push_back(reshape->getResult(0));
        continue;
      }
      reshape->replaceAllUsesWith(*equal);
      reshape->erase();
    }
  }
}

/// Gives every op a separate destination. In the analysis, values that share a
/// `tensor.empty` alias, and its time is quadratic in the number of aliases.
static void separateDestinations(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  for (auto empty :
       llvm::make_early_inc_range(function.getOps<tensor::EmptyOp>()))
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      if (empty->hasOneUse())
        break;
      builder.setInsertionPoint(use.getOwner());
      use.set(builder.clone(*empty)->getResult(0));
    }
}

/// Returns true if an op that depends on the producer of `result` reads the old
/// one-element value of `argument`. For example, the scale for the next step is
/// computed before the update that still decodes with the old scale. Such an
/// element is computed in another buffer and copied to the state. For larger
/// states, late readers read a copy of the old value instead.
static bool isReadLater(Value result, BlockArgument argument) {
  Operation *maker = getMovedRoot(result, Move::View).getDefiningOp();
  if (!maker ||
      cast<RankedTensorType>(argument.getType()).getNumElements() != 1)
    return false;
  Block *block = maker->getBlock();
  SetVector<Operation *> later;
  later.insert(maker);
  for (size_t i = 0; i < later.size(); ++i)
    for (Operation *user : later[i]->getUsers())
      if (Operation *ancestor = block->findAncestorOpInBlock(*user))
        later.insert(ancestor);
  return llvm::any_of(getReads(argument), [&](OpOperand *read) {
    Operation *reader = block->findAncestorOpInBlock(*read->getOwner());
    return reader != maker && later.contains(reader);
  });
}

/// Returns the operands of `op` other than `init` that are `argument` or views
/// of it.
static SmallVector<OpOperand *> getOtherReads(Operation *op, OpOperand *init,
                                              BlockArgument argument) {
  SmallVector<OpOperand *> reads;
  for (OpOperand &operand : op->getOpOperands())
    if (&operand != init && getMovedRoot(operand.get(), Move::View) == argument)
      reads.push_back(&operand);
  return reads;
}

/// Returns true if `op` may write `init` in the buffer that it reads through
/// `reads`.
static bool canOverwrite(BufferSharing &sharing, Operation *op, OpOperand *init,
                         ArrayRef<OpOperand *> reads) {
  auto kernel = dyn_cast<KernelOp>(op);
  SmallVector<OpOperand *> operands = {init};
  llvm::append_range(operands, reads);
  return reads.empty() || (kernel && sharing.canShareBuffer(kernel, operands));
}

/// Returns the operand that the producer of `value` overwrites.
static OpOperand *getOverwritten(Value value) {
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  return op ? op.getTiedOpOperand(cast<OpResult>(value)) : nullptr;
}

/// Returns true if only the op that overwrites `init` may need its old value.
/// An insertion may have a destination with other readers; bufferization
/// determines whether they precede it.
static bool isOverwritten(OpOperand *init) {
  return isa<tensor::InsertSliceOp>(init->getOwner()) ||
         init->get().hasOneUse();
}

/// Returns the operand through which the first op of a chain overwrites
/// `argument`, if `value` is the result of the chain. Each op of the chain
/// overwrites the result of the previous op, and nothing else reads these
/// results. Otherwise returns null.
static OpOperand *getWriter(Value value, BlockArgument argument) {
  while (OpOperand *init = getOverwritten(getMovedRoot(value, Move::Reshape))) {
    if (getMovedRoot(init->get(), Move::View) == argument)
      return init;
    if (!isOverwritten(init))
      break;
    value = init->get();
  }
  return nullptr;
}

/// Makes the kernel of `init` overwrite one of its inputs. The input must
/// already be in the buffer of `argument` and have no other reader. Returns the
/// operand through which the first op writes that buffer, or null.
static OpOperand *continueFrom(BufferSharing &sharing, OpOperand *init,
                               BlockArgument argument) {
  auto kernel = dyn_cast<KernelOp>(init->getOwner());
  if (!kernel)
    return nullptr;
  for (OpOperand *input : kernel.getDpsInputOperands()) {
    Value value = input->get();
    if (value.getType() != init->get().getType() || !value.hasOneUse())
      continue;
    OpOperand *writer = getWriter(value, argument);
    if (!writer || !sharing.canShareBuffer(kernel, {init, input}))
      continue;
    init->set(value);
    return writer;
  }
  return nullptr;
}

/// Redirects the destinations of the ops that compute `value` to `destination`,
/// which covers `argument`, if nothing else reads these destinations. Returns
/// the operand through which the first op writes there, or null on failure.
static OpOperand *redirect(OpBuilder &builder, BufferSharing &sharing,
                           Value value, Value destination,
                           BlockArgument argument) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  builder.setInsertionPoint(op);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return redirect(builder, sharing, op->getOperand(0),
                    reuseReshape(undoReshape(builder, op, destination,
                                             op->getOperand(0).getType())
                                     .getDefiningOp()),
                    argument);
  OpOperand *init = getOverwritten(value);
  if (!init)
    return nullptr;
  SmallVector<OpOperand *> reads = getOtherReads(op, init, argument);
  if (init->get().getDefiningOp<tensor::EmptyOp>()) {
    if (OpOperand *writer =
            reads.empty() ? continueFrom(sharing, init, argument) : nullptr)
      return writer;
    if (!canOverwrite(sharing, op, init, reads))
      return nullptr;
    init->set(destination);
    return init;
  }
  if (getMovedRoot(init->get(), Move::View) == argument) {
    // An op that cannot overwrite its other reads of the old value, such as a
    // scatter that adds rows of a table to the same table, reads a copy there.
    if (!isa<tensor::InsertSliceOp>(op) &&
        !canOverwrite(sharing, op, init, reads))
      copyOldValue(builder, argument, reads);
    return init;
  }
  return isOverwritten(init)
             ? redirect(builder, sharing, init->get(), destination, argument)
             : nullptr;
}

/// Makes `writer`, if there is one, the only operand that overwrites the old
/// value of `argument`. Other ops that insert into it or add to it write to a
/// copy.
static void copyForOtherWriters(OpBuilder &builder, BlockArgument argument,
                                OpOperand *writer) {
  for (OpOperand *read : getReads(argument)) {
    auto op = dyn_cast<DestinationStyleOpInterface>(read->getOwner());
    if (op && op.isDpsInit(read) && read != writer)
      copyOldValue(builder, argument, read,
                   "a value computed from it in place is not the new one");
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// A result that a kernel copies to the state that it updates.
using Copy = std::pair<unsigned, BlockArgument>;

/// Upper bound of the scalars that one kernel copies, since a launch has a
/// limited number of pointers. More scalars form a multi-tensor launch.
static constexpr size_t kMaxCopies = 64;

static KernelOp copyToStates(OpBuilder &builder, func::ReturnOp returnOp,
                             ArrayRef<Copy> copies) {
  SmallVector<Value> sources, states;
  for (auto [result, argument] : copies) {
    sources.push_back(returnOp.getOperand(result));
    states.push_back(argument);
  }
  builder.setInsertionPoint(returnOp);
  KernelOp kernel =
      createCopyKernel(builder, returnOp.getLoc(), sources, states);
  for (auto [copy, value] : llvm::zip_equal(copies, kernel.getResults()))
    returnOp.setOperand(copy.first, value);
  return kernel;
}

static void copyScalarsToStates(OpBuilder &builder, func::ReturnOp returnOp,
                                ArrayRef<Copy> copies) {
  if (copies.empty())
    return;
  if (copies.size() <= kMaxCopies) {
    copyToStates(builder, returnOp, copies);
    return;
  }
  int64_t next = 0;
  for (auto kernel : returnOp->getBlock()->getOps<KernelOp>())
    next = std::max<int64_t>(next, kernel.getBucket().value_or(-1) + 1);
  llvm::MapVector<Type, SmallVector<Copy>> byType;
  for (Copy copy : copies)
    byType[copy.second.getType()].push_back(copy);
  for (auto &[type, equal] : byType) {
    for (Copy copy : equal)
      copyToStates(builder, returnOp, copy)
          .setBucketAttr(builder.getI64IntegerAttr(next));
    ++next;
  }
}

namespace {
struct UpdateInPlace : fp8::impl::UpdateInPlacePassBase<UpdateInPlace> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          function.getBody().hasOneBlock()) {
        if (failed(checkStates(function)))
          return signalPassFailure();
        shareReshapes(function);
        separateDestinations(function);
        updateStates(function);
      }
  }

  /// Checks that states have static sizes, which an arena requires, and types
  /// that kernels can copy.
  static LogicalResult checkStates(func::FuncOp function) {
    Operation *returnOp = function.getBody().front().getTerminator();
    for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function))) {
      auto type = number ? dyn_cast<RankedTensorType>(
                               function.getArgument(*number).getType())
                         : RankedTensorType();
      if (type && !type.hasStaticShape())
        return emitError(function.getArgument(*number).getLoc())
               << "expected a state of a static shape, but '"
               << fp8::getArgumentName(function, *number) << "' is " << type;
      if (!type || isKernelElementType(type.getElementType()))
        continue;
      // The other types are floats and integers that are not signless. Such an
      // integer needs no copy if it keeps its value.
      bool isKept = returnOp->getOperand(i) == function.getArgument(*number);
      if (isa<FloatType>(type.getElementType()) || !isKept) {
        InFlightDiagnostic diag =
            emitError(function.getArgument(*number).getLoc())
            << "unsupported by fp8-update-in-place: a state of "
            << type.getElementType() << ", '"
            << fp8::getArgumentName(function, *number) << "'";
        diag.attachNote() << "supported are f32, bf16, f16, 8-bit floats and "
                             "signless integers; other integers can only "
                             "keep their values";
        return diag;
      }
    }
    return success();
  }

  void updateStates(func::FuncOp function) {
    Block &block = function.getBody().front();
    auto returnOp = cast<func::ReturnOp>(block.getTerminator());
    OpBuilder builder(returnOp);
    SmallVector<BlockArgument> updated;
    SmallVector<Copy> scalars;
    ArgumentAttributes attributes(function);
    BufferSharing sharing;
    for (auto [i, number] : llvm::enumerate(getUpdatedArguments(function))) {
      if (!number)
        continue;
      BlockArgument argument = function.getArgument(*number);
      attributes.remove(*number,
                        bufferization::BufferizationDialect::kWritableAttrName);
      Value result = returnOp.getOperand(i);
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      if (result == argument) {
        copyForOtherWriters(builder, argument, /*writer=*/nullptr);
        continue;
      }
      updated.push_back(argument);
      OpOperand *writer = nullptr;
      if (!isReadLater(result, argument))
        writer = redirect(builder, sharing, result, argument, argument);
      copyForOtherWriters(builder, argument, writer);
      if (writer)
        continue;
      if (cast<RankedTensorType>(argument.getType()).getRank() == 0)
        scalars.emplace_back(i, argument);
      else
        copyToStates(builder, returnOp, Copy(i, argument));
    }
    copyScalarsToStates(builder, returnOp, scalars);
    orderByStates(builder, block, updated);
  }
};
} // namespace
