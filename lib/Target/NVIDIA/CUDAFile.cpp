//===- CUDAFile.cpp - a step for hosts without a compiler -----------------===//

#include "fp8/Target/NVIDIA/CUDAFile.h"
#include "CUDAStep.h"
#include "CUDAStepTable.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Writes the members of fp8rt_cuda_step_desc under their names.
class DescriptionWriter {
public:
  DescriptionWriter(raw_ostream &os) : json(os) {}

  void write(func::FuncOp function, const PlannedFunction &planned,
             ArrayRef<std::string> chips);

private:
  void writeArguments(func::FuncOp function, const PlannedFunction &planned);
  void writeTensor(StringRef kind, StringRef name, Type type);
  void writeOp(const fp8rt_cuda_op &op);
  void writeProduct(const fp8rt_gemm_desc &desc);
  template <typename T>
  void writeList(StringRef name, ArrayRef<T> values) {
    json.attributeArray(name, [&] {
      for (T value : values)
        json.value(int64_t(value));
    });
  }

  llvm::json::OStream json;
};
} // namespace

void DescriptionWriter::writeTensor(StringRef kind, StringRef name, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  ArrayRef<int64_t> shape = tensor ? tensor.getShape() : ArrayRef<int64_t>();
  std::string text;
  llvm::raw_string_ostream(text) << element;
  json.attribute("kind", kind);
  json.attribute("name", llvm::json::fixUTF8(name));
  json.attribute("type", text);
  writeList("shape", shape);
  json.attribute("bytes", llvm::product_of(shape, int64_t{1}) *
                              int64_t(*HostTensor::getElementSize(element)));
}

/// Writes the arguments in the order of the step: arguments, results that
/// update no argument, the arena, constants.
void DescriptionWriter::writeArguments(func::FuncOp function,
                                       const PlannedFunction &planned) {
  llvm::SmallDenseSet<unsigned> states;
  for (std::optional<unsigned> argument : planned.updated)
    if (argument)
      states.insert(*argument);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    json.objectBegin();
    writeTensor(states.contains(i) ? "state" : "input",
                getArgumentName(function, i), type);
    json.objectEnd();
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    if (planned.updated[i])
      continue;
    json.objectBegin();
    writeTensor("result", getResultName(function, i), type);
    json.objectEnd();
  }
  json.object([&] {
    json.attribute("kind", "arena");
    json.attribute("bytes", planned.plan.arenaBytes);
  });
  for (const HostTensor &constant : planned.plan.constants) {
    ArrayRef<char> bytes = constant.bytes();
    json.object([&] {
      json.attribute("kind", "constant");
      json.attribute("bytes", int64_t(bytes.size()));
      json.attribute("data",
                     llvm::encodeBase64(StringRef(bytes.data(), bytes.size())));
    });
  }
}

void DescriptionWriter::writeProduct(const fp8rt_gemm_desc &desc) {
  writeList<int64_t>("extents", {desc.m, desc.n, desc.k});
  writeList<int64_t>("batch", {desc.batch[0], desc.batch[1]});
  std::pair<StringRef, const fp8rt_matrix *> matrices[] = {
      {"lhs", &desc.lhs}, {"rhs", &desc.rhs}, {"out", &desc.out}};
  for (auto [name, matrix] : matrices)
    writeList<int64_t>(name,
                       {matrix->dtype, matrix->scaling, matrix->row_stride,
                        matrix->col_stride, matrix->batch_stride[0],
                        matrix->batch_stride[1]});
  json.attribute("beta", desc.beta);
  writeList<int64_t>("epilogue",
                     {desc.has_bias, desc.bias_dtype, desc.activation});
}

void DescriptionWriter::writeOp(const fp8rt_cuda_op &op) {
  std::pair<StringRef, const fp8rt_cuda_launch *> launches[] = {
      {"main", &op.main}, {"finish", &op.finish}};
  for (auto [name, launch] : launches) {
    if (!launch->kernel)
      continue;
    json.attributeBegin(name);
    json.arrayBegin();
    json.value(launch->kernel);
    json.value(launch->num_blocks);
    json.value(launch->num_threads);
    json.arrayEnd();
    json.attributeEnd();
  }
  if (op.product)
    json.attributeObject("product", [&] { writeProduct(*op.product); });
  if (op.num_tensors != 0)
    json.attributeArray("exchanged", [&] {
      for (const fp8rt_exchange &tensor : ArrayRef(op.tensors, op.num_tensors))
        json.object([&] {
          json.attribute("kind", tensor.kind);
          json.attribute("axes", int64_t(tensor.axes));
          json.attribute("piece_bytes", tensor.piece_bytes);
          json.attribute("total_bytes", tensor.total_bytes);
        });
    });
  if (op.bucket)
    json.attributeObject("bucket", [&] {
      writeList("sizes", ArrayRef(op.bucket->sizes, op.bucket->num_tensors));
      writeList("chunks",
                ArrayRef(op.bucket->chunks, op.bucket->num_chunk_words));
    });
  json.attributeArray("buffers", [&] {
    for (const fp8rt_cuda_buffer &buffer : ArrayRef(op.buffers, op.num_buffers))
      json.array([&] {
        json.value(buffer.argument);
        json.value(buffer.offset);
      });
  });
  json.attribute("stream", op.stream);
  json.attribute("event", op.event);
  writeList("waits", ArrayRef(op.waits, op.num_waits));
  json.attribute("location", op.location ? op.location : "");
}

void DescriptionWriter::write(func::FuncOp function,
                              const PlannedFunction &planned,
                              ArrayRef<std::string> chips) {
  unsigned numArguments = function.getNumArguments() + 1 +
                          llvm::count(planned.updated, std::nullopt);
  CUDAStepTable table(planned.plan, function.getName(), numArguments,
                      /*flags=*/0);
  const fp8rt_cuda_step_desc &desc = table.get();
  json.object([&] {
    json.attribute("abi_version", int64_t(desc.abi_version));
    json.attribute("name", desc.name);
    json.attributeArray("chips", [&] {
      for (const std::string &chip : chips)
        json.value(chip);
    });
    json.attribute("product_flops", planned.report.productFlops);
    json.attribute("num_streams", desc.num_streams);
    json.attribute("num_events", desc.num_events);
    json.attributeArray("arguments",
                        [&] { writeArguments(function, planned); });
    json.attributeArray("ops", [&] {
      for (const fp8rt_cuda_op &op : ArrayRef(desc.ops, desc.num_ops))
        json.object([&] { writeOp(op); });
    });
  });
}

FailureOr<CUDAFile> fp8::compileCUDAFile(ModuleOp module, StringRef function,
                                         const CUDAFileOptions &options) {
  FailureOr<CompiledCUDAStep> step = compileCUDAStep(module, function, options);
  if (failed(step))
    return failure();
  CUDAFile file;
  llvm::raw_string_ostream os(file.description);
  DescriptionWriter(os).write(module.lookupSymbol<func::FuncOp>(function),
                              step->planned, step->chips);
  file.image = std::move(step->image.bytes);
  file.deviceIR = std::move(step->image.deviceIR);
  return file;
}
