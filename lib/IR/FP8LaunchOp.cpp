//===- FP8LaunchOp.cpp - accessors and verifier of fp8.launch -------------===//
//
// A comment `launch_cN` marks the check of constraint (CN) in the description
// of the op.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Tensors of a launch
//===----------------------------------------------------------------------===//

unsigned LaunchOp::getNumTensors() {
  return getSizes() ? getSizes()->size() : 1;
}

SmallVector<OpOperand *> LaunchOp::getOperandsOfTensor(unsigned t) {
  SmallVector<OpOperand *> operands;
  unsigned begin = 0;
  for (size_t length :
       {getInputs().size(), getInits().size(), getScratch().size()}) {
    unsigned share = length / getNumTensors();
    for (unsigned i = 0; i < share; ++i)
      operands.push_back(&(*this)->getOpOperand(begin + t * share + i));
    begin += length;
  }
  return operands;
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void LaunchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto add = [&](MemoryEffects::Effect *effect, OpOperand &operand) {
    effects.emplace_back(effect, &operand, /*stage=*/0,
                         /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
  };
  for (OpOperand &operand : (*this)->getOpOperands()) {
    add(MemoryEffects::Read::get(), operand);
    if (operand.getOperandNumber() >= getInputs().size())
      add(MemoryEffects::Write::get(), operand);
  }
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  if (!getSizes())
    return success();
  ArrayRef<int64_t> sizes = *getSizes();
  if (sizes.empty()) // launch_c2
    return emitOpError("expected a size per tensor, but got no sizes");
  int64_t sum = 0;
  for (int64_t size : sizes) {
    if (size < 0) // launch_c1
      return emitOpError("expected sizes that are not negative, but got ")
             << size;
    sum += size;
  }
  if (sum != static_cast<int64_t>(getNumItems())) // launch_c1
    return emitOpError("expected ")
           << sum << " items, the sum of the sizes, but got " << getNumItems();
  auto check = [&](StringRef what, size_t length) -> LogicalResult {
    if (length % sizes.size() == 0) // launch_c2
      return success();
    return emitOpError("expected the number of ")
           << what << " to be divisible by the number of sizes, "
           << sizes.size() << ", but it is " << length;
  };
  return success(succeeded(check("inputs", getInputs().size())) &&
                 succeeded(check("inits", getInits().size())) &&
                 succeeded(check("scratch buffers", getScratch().size())));
}

/// Returns the parameter types that the functions of a launch must have: CPU
/// functions, or kernels of a `gpu.module` if `isOnGPU`.
static SmallVector<Type> getParameters(LaunchOp launch, bool isOnGPU) {
  MLIRContext *context = launch.getContext();
  if (!isOnGPU) {
    Type item = IntegerType::get(context, 64);
    Type address = LLVM::LLVMPointerType::get(context);
    return {item, item, address, address};
  }
  unsigned numPointers =
      launch.getSizes() ? 2 : launch.getOperandsOfTensor(0).size();
  return SmallVector<Type>(numPointers,
                           LLVM::LLVMPointerType::get(context, /*global=*/1));
}

/// Checks that the function `name`, an attribute of `launch`, exists and has
/// the right parameters.
static LogicalResult verifyCallee(LaunchOp launch, SymbolRefAttr name,
                                  SymbolTableCollection &symbols) {
  Operation *root =
      symbols.lookupNearestSymbolFrom(launch, name.getRootReference());
  bool isOnGPU = !isa<FlatSymbolRefAttr>(name);
  // The kernels in a compiled binary cannot be checked.
  if (isOnGPU && isa_and_nonnull<gpu::BinaryOp>(root))
    return success();
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      isOnGPU ? symbols.lookupNearestSymbolFrom(launch, name) : root);
  bool isKernel = function && isOnGPU == gpu::GPUDialect::isKernel(function);
  if (!isKernel || (isOnGPU && !isa<gpu::GPUModuleOp>(root))) { // launch_c3
    InFlightDiagnostic diag = launch.emitOpError("expected ");
    diag << name << " to be "
         << (isOnGPU ? "a kernel of a 'gpu.module', or of a 'gpu.binary'"
                     : "a function")
         << ", but there is none of this name";
    return diag;
  }
  SmallVector<Type> expected = getParameters(launch, isOnGPU);
  // A function in the LLVM dialect has a result of type void.
  bool hasResult = !llvm::all_of(function.getResultTypes(),
                                 llvm::IsaPred<LLVM::LLVMVoidType>);
  if (function.getArgumentTypes() == ArrayRef<Type>(expected) &&
      !hasResult) // launch_c4
    return success();
  InFlightDiagnostic diag = launch.emitOpError("expected ");
  diag << name << " to be of type "
       << FunctionType::get(launch.getContext(), expected, {})
       << ", but it is of type "
       << FunctionType::get(launch.getContext(), function.getArgumentTypes(),
                            function.getResultTypes());
  diag.attachNote(function.getLoc()) << "the function is here";
  return diag;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyCallee(*this, getKernel(), symbols)))
    return failure();
  return success(!getFinish() ||
                 succeeded(verifyCallee(*this, *getFinish(), symbols)));
}
