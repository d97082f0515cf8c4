//===- StepTable.cpp - step plans as constants of LLVM IR -----------------===//
//
// The constants have the layout of fp8rt_step, so an object file contains code
// only for its kernels.
//
//===----------------------------------------------------------------------===//

#include "fp8/Execution/StepTable.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/ConstantTable.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::fp8;
using llvm::Constant;

namespace {
class TableBuilder : ConstantTable {
public:
  TableBuilder(llvm::Module &module, const StepSignature &signature,
               const StepPlan &plan)
      : ConstantTable(module), signature(signature), plan(plan) {}

  LogicalResult addFunction();

private:
  void addConstants();
  Constant *getBuffer(const std::optional<BufferRef> &buffer);
  Constant *getBucket(const PlannedStep &step);
  FailureOr<Constant *> getOp(const PlannedStep &step);
  FailureOr<Constant *> addStep();

  const StepSignature &signature;
  const StepPlan &plan;
  SmallVector<Constant *> constants;
};
} // namespace

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Adds the constants of the step, in the order of the plan.
void TableBuilder::addConstants() {
  for (const HostTensor &tensor : plan.constants) {
    ArrayRef<char> bytes = tensor.bytes();
    constants.push_back(addBytes(StringRef(bytes.data(), bytes.size()),
                                 "constant", HostTensor::kAlignment));
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns an fp8rt_buffer.
Constant *TableBuilder::getBuffer(const std::optional<BufferRef> &buffer) {
  bool isArgument = buffer && buffer->base == BufferRef::Argument;
  Constant *address = getNull();
  if (buffer && !isArgument)
    address = constants[buffer->index];
  int64_t argument = -1;
  if (isArgument)
    argument = buffer->index;
  return getStruct(
      {address, b.getInt64(argument), b.getInt64(buffer ? buffer->offset : 0)});
}

/// Returns an fp8rt_bucket.
Constant *TableBuilder::getBucket(const PlannedStep &step) {
  return addGlobal(getStruct({b.getInt64(step.sizes.size()),
                              addNumbers(ArrayRef(step.sizes), "sizes"),
                              addNumbers(ArrayRef(step.starts), "starts")}),
                   "bucket");
}

/// Returns an fp8rt_op.
FailureOr<Constant *> TableBuilder::getOp(const PlannedStep &step) {
  FailureOr<Constant *> kernel = getNull();
  if (!step.kernel.empty())
    kernel = addKernel(step.loc, step.kernel, step.finish, step.grain,
                       step.getNumPointers());
  if (failed(kernel))
    return failure();
  SmallVector<Constant *> buffers;
  for (const std::optional<BufferRef> &buffer : step.buffers)
    buffers.push_back(getBuffer(buffer));
  std::string place = getPlace(step.loc);
  SmallVector<int32_t> waits(step.order.getWaits());
  std::optional<int64_t> event = step.order.getEvent();
  return getStruct(
      {*kernel, step.isProduct() ? addProduct(step.gemm) : getNull(),
       b.getInt64(step.numItems), addArray(buffers, "buffers"),
       addString(place.empty() ? "an unknown location" : place),
       step.isBucket() ? getBucket(step) : getNull(),
       addExchanged(step.exchanged), b.getInt64(step.exchanged.size()),
       b.getInt32(step.order.getStream()), b.getInt32(event ? *event : -1),
       b.getInt32(waits.size()),
       waits.empty() ? getNull() : addNumbers(ArrayRef(waits), "waits")});
}

/// Adds the fp8rt_step, which the header declares, too.
FailureOr<Constant *> TableBuilder::addStep() {
  addConstants();
  SmallVector<Constant *> names, ops;
  for (const StepArgument &argument : signature.arguments)
    names.push_back(addString(argument.identifier));
  names.push_back(addString("arena"));
  for (const PlannedStep &step : plan.steps) {
    FailureOr<Constant *> op = getOp(step);
    if (failed(op))
      return failure();
    ops.push_back(*op);
  }
  Constant *step = addGlobal(
      getStruct({b.getInt32(FP8RT_ABI_VERSION), b.getInt32(names.size()),
                 addString(signature.name), addArray(names, "names"),
                 addArray(ops, "ops"), b.getInt64(ops.size())}),
      signature.getDescName());
  cast<llvm::GlobalVariable>(step)->setLinkage(
      llvm::GlobalValue::ExternalLinkage);
  return step;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// Returns the number of pointer arguments that are passed in registers, if the
/// ABI passes the remaining ones contiguously on the stack, like an array
/// passed by value.
static std::optional<unsigned> getRegisterPointers(const llvm::Triple &triple) {
  // The System V ABI.
  if (triple.getArch() == llvm::Triple::x86_64 && !triple.isOSWindows() &&
      !triple.isX32())
    return 6;
  return std::nullopt;
}

/// Adds the function `status name(context, stream, arguments..., arena)`.
LogicalResult TableBuilder::addFunction() {
  FailureOr<Constant *> step = addStep();
  if (failed(step))
    return failure();
  constexpr unsigned numHandles = 2;
  unsigned numPointers = signature.arguments.size() + 1;
  // If possible, pass the remaining arguments as one array: with thousands of
  // arguments, LLVM takes 30 us for each.
  unsigned numSingle = std::min(
      numPointers,
      getRegisterPointers(module.getTargetTriple()).value_or(UINT_MAX) -
          numHandles);
  auto *rest = llvm::ArrayType::get(b.getPtrTy(), numPointers - numSingle);
  bool hasRest = numSingle != numPointers;
  SmallVector<llvm::Type *> types(numHandles + numSingle + hasRest,
                                  b.getPtrTy());
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(b.getInt32Ty(), types, /*isVarArg=*/false),
      llvm::Function::ExternalLinkage, signature.name, module);
  // The function only copies pointers. Scheduling thousands of copies takes
  // LLVM seconds.
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::OptimizeNone);
  b.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  auto *pointers =
      b.CreateAlloca(llvm::ArrayType::get(b.getPtrTy(), numPointers));
  auto getPlace = [&](unsigned i) {
    return b.CreateConstInBoundsGEP1_64(b.getPtrTy(), pointers, i);
  };
  for (unsigned i = 0; i < numSingle; ++i)
    b.CreateStore(function->getArg(numHandles + i), getPlace(i));
  if (hasRest) {
    llvm::Argument *array = function->getArg(numHandles + numSingle);
    array->addAttr(
        llvm::Attribute::getWithByValType(module.getContext(), rest));
    const llvm::DataLayout &layout = module.getDataLayout();
    llvm::Align alignment = layout.getPointerABIAlignment(0);
    array->addAttr(
        llvm::Attribute::getWithAlignment(module.getContext(), alignment));
    b.CreateMemCpy(getPlace(numSingle), alignment, array, alignment,
                   layout.getTypeAllocSize(rest));
  }
  llvm::FunctionCallee run =
      module.getOrInsertFunction("fp8rt_run_step", b.getInt32Ty(), b.getPtrTy(),
                                 b.getPtrTy(), b.getPtrTy(), b.getPtrTy());
  b.CreateRet(b.CreateCall(
      run, {function->getArg(0), function->getArg(1), *step, pointers}));
  return success();
}

LogicalResult fp8::addStepFunction(llvm::Module &module,
                                   const StepSignature &signature,
                                   const StepPlan &plan) {
  return TableBuilder(module, signature, plan).addFunction();
}
