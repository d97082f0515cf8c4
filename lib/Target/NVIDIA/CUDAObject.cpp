//===- CUDAObject.cpp - a step for GPUs as an object file -----------------===//
//
// The object holds only data: the image of the kernels, and the list of
// launches in the layout of fp8rt_cuda_step_desc.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/NVIDIA/CUDAObject.h"
#include "CUDAStep.h"
#include "CUDAStepTable.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/ArgumentTable.h"
#include "fp8/Execution/ConstantTable.h"
#include "fp8/Support/ObjectCode.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "llvm/Target/TargetMachine.h"

#include <type_traits>

using namespace mlir;
using namespace mlir::fp8;
using llvm::Constant;

/// Alignment that the driver requires for an image in memory and that host
/// vector code requires for constants, in bytes.
static constexpr unsigned kAlignment = 64;

namespace {
/// Adds constants of type fp8rt_cuda_compiled to a module.
class CompiledStepTable : ConstantTable {
public:
  explicit CompiledStepTable(llvm::Module &module) : ConstantTable(module) {}

  void add(const StepSignature &signature, const CompiledCUDAStep &step);

private:
  Constant *addDesc(const fp8rt_cuda_step_desc &desc);
  Constant *addArguments(const CompiledCUDAStep &step);
  Constant *getLaunch(const fp8rt_cuda_launch &launch);
  Constant *addBucket(const fp8rt_cuda_bucket &bucket);
  Constant *addAttention(const fp8rt_attention_desc &attention);
  Constant *getOp(const fp8rt_cuda_op &op);

  /// The globals of attention by their bytes, which equal calls share.
  llvm::StringMap<Constant *> attentions;
};
} // namespace

Constant *CompiledStepTable::getLaunch(const fp8rt_cuda_launch &launch) {
  return getStruct({launch.kernel ? addString(launch.kernel) : getNull(),
                    b.getInt64(launch.num_blocks),
                    b.getInt32(launch.num_threads)});
}

Constant *CompiledStepTable::addBucket(const fp8rt_cuda_bucket &bucket) {
  ArrayRef sizes(bucket.sizes, bucket.num_tensors);
  ArrayRef chunks(bucket.chunks, bucket.num_chunk_words);
  return addGlobal(
      getStruct({b.getInt64(sizes.size()), addNumbers(sizes, "sizes"),
                 b.getInt64(chunks.size()), addNumbers(chunks, "chunks")}),
      "bucket");
}

/// Emits the bytes of the description, which consists of numbers only.
Constant *
CompiledStepTable::addAttention(const fp8rt_attention_desc &attention) {
  using Desc = fp8rt_attention_desc;
  using Tensor = fp8rt_attention_tensor;
  static_assert(std::has_unique_object_representations_v<Tensor> &&
                    std::has_unique_object_representations_v<fp8rt_score_op> &&
                    sizeof(Desc) ==
                        sizeof(Desc::is_backward) + 3 * sizeof(int32_t) +
                            sizeof(Desc::rows) + 3 * sizeof(int64_t) +
                            sizeof(Desc::tensors) + sizeof(Desc::captured) +
                            sizeof(Desc::num_ops) + 3 * sizeof(int32_t) +
                            sizeof(Desc::ops) + sizeof(Desc::causal_dim) +
                            sizeof(Desc::causal_fill),
                "expected a struct without padding");
  StringRef bytes(reinterpret_cast<const char *>(&attention),
                  sizeof(attention));
  Constant *&known = attentions[bytes];
  if (!known)
    known = addBytes(bytes, "attention");
  return known;
}

Constant *CompiledStepTable::getOp(const fp8rt_cuda_op &op) {
  SmallVector<Constant *> buffers;
  for (const fp8rt_cuda_buffer &buffer : ArrayRef(op.buffers, op.num_buffers))
    buffers.push_back(
        getStruct({b.getInt64(buffer.argument), b.getInt64(buffer.offset)}));
  ArrayRef waits(op.waits, op.num_waits);
  return getStruct({getLaunch(op.main), getLaunch(op.finish),
                    op.product ? addProduct(*op.product) : getNull(),
                    op.bucket ? addBucket(*op.bucket) : getNull(),
                    addExchanged(ArrayRef(op.tensors, op.num_tensors)),
                    b.getInt64(op.num_tensors), b.getInt64(op.num_buffers),
                    addArray(buffers, "buffers"), b.getInt32(op.stream),
                    b.getInt32(op.event), b.getInt32(op.num_waits),
                    waits.empty() ? getNull() : addNumbers(waits, "waits"),
                    op.location ? addString(op.location) : getNull(),
                    op.attention ? addAttention(*op.attention) : getNull()});
}

Constant *CompiledStepTable::addDesc(const fp8rt_cuda_step_desc &desc) {
  SmallVector<Constant *> ops;
  for (const fp8rt_cuda_op &op : ArrayRef(desc.ops, desc.num_ops))
    ops.push_back(getOp(op));
  return addGlobal(
      getStruct({b.getInt32(desc.abi_version), b.getInt32(desc.flags),
                 b.getInt32(desc.num_arguments), b.getInt32(desc.num_streams),
                 b.getInt32(desc.num_events), addString(desc.name),
                 addArray(ops, "ops"), b.getInt64(desc.num_ops)}),
      "desc");
}

/// Adds the arguments of the function, the last of which is the arena, and the
/// constants.
Constant *CompiledStepTable::addArguments(const CompiledCUDAStep &step) {
  SmallVector<Constant *> arguments;
  func::FuncOp entry = *step.planned.entry;
  for (Type type : entry.getArgumentTypes().drop_back()) {
    int64_t bytes = *HostTensor::countBytes(cast<MemRefType>(type));
    arguments.push_back(getStruct({b.getInt64(bytes), getNull()}));
  }
  arguments.push_back(
      getStruct({b.getInt64(std::max<int64_t>(step.planned.plan.arenaBytes, 1)),
                 getNull()}));
  for (const HostTensor &constant : step.planned.plan.constants) {
    ArrayRef<char> bytes = constant.bytes();
    arguments.push_back(
        getStruct({b.getInt64(bytes.size()),
                   addBytes(StringRef(bytes.data(), bytes.size()), "constant",
                            kAlignment)}));
  }
  return addArray(arguments, "arguments");
}

void CompiledStepTable::add(const StepSignature &signature,
                            const CompiledCUDAStep &step) {
  CUDAStepTable table(step.planned.plan, signature.name,
                      signature.arguments.size() + 1, step.flags);
  const std::string &image = step.image.bytes;
  Constant *compiled = getStruct(
      {addDesc(table.get()),
       image.empty() ? getNull() : addBytes(image, "image", kAlignment),
       addArguments(step)});
  auto *global = new llvm::GlobalVariable(
      module, compiled->getType(), /*isConstant=*/true,
      llvm::GlobalValue::ExternalLinkage, compiled, signature.name);
  global->setAlignment(llvm::Align(8));
}

FailureOr<ObjectFile> fp8::compileCUDAObject(ModuleOp module, StringRef name,
                                             const ObjectOptions &object,
                                             const CUDAFileOptions &options) {
  Location loc = getFirstPlace(module);
  auto target = createCPUMachine(loc, object.cpu);
  if (failed(target))
    return failure();
  llvm::LLVMContext context;
  llvm::Module constants(name, context);
  constants.setTargetTriple((*target)->getTargetTriple());
  constants.setDataLayout((*target)->createDataLayout());
  CompiledStepTable table(constants);
  std::vector<StepSignature> signatures;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isStepFunction(function))
      continue;
    FailureOr<CompiledCUDAStep> step =
        compileCUDAStep(module, function.getName(), options);
    if (failed(step))
      return failure();
    FailureOr<StepSignature> signature =
        StepSignature::read(*step->planned.entry, object.prefix);
    if (failed(signature))
      return failure();
    table.add(*signature, *step);
    addArgumentTable(constants, *signature);
    signature->numConstants = step->planned.plan.constants.size();
    signature->hasExchanges =
        llvm::any_of(step->planned.plan.steps,
                     [](const PlannedStep &op) { return op.isExchange(); });
    signatures.push_back(std::move(*signature));
  }
  if (signatures.empty())
    return mlir::emitError(loc, "expected a public function with a body, but "
                                "there is none");
  ObjectFile file;
  if (llvm::Error error = emitObject(constants, **target, file.object))
    return mlir::emitError(loc, "cannot write an object: ")
           << llvm::toString(std::move(error));
  file.header = printCUDAHeader(name, signatures);
  return file;
}
