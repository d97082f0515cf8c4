//===- CUDAFile.cpp - a step for hosts without a compiler -----------------===//

#include "fp8/Target/NVIDIA/CUDAFile.h"
#include "CUDAStep.h"
#include "CUDAStepTable.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Writes the members of fp8rt_cuda_step_desc under their names.
class DescriptionWriter {
public:
  DescriptionWriter(raw_ostream &os) : json(os) {}

  void write(func::FuncOp function, const CompiledCUDAStep &step);

private:
  void writeArguments(func::FuncOp function, const PlannedFunction &planned);
  void writeTensor(StringRef kind, StringRef name, Type type);
  void writeOp(const fp8rt_cuda_op &op, const OpReport &report,
               LaunchOp launch);
  void writeTypes(StringRef name, ValueRange buffers);
  void writeAttention(const fp8rt_attention_desc &desc);
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

void DescriptionWriter::writeAttention(const fp8rt_attention_desc &desc) {
  auto writeTensors = [&](StringRef name,
                          ArrayRef<fp8rt_attention_tensor> tensors) {
    json.attributeArray(name, [&] {
      for (const fp8rt_attention_tensor &tensor : tensors)
        json.object([&] {
          json.attribute("dtype", tensor.dtype);
          writeList("row_stride", ArrayRef(tensor.row_stride));
          json.attribute("key_stride", tensor.key_stride);
          json.attribute("element_stride", tensor.element_stride);
        });
    });
  };
  json.attribute("is_backward", desc.is_backward);
  json.attribute("num_row_dims", desc.num_row_dims);
  json.attribute("num_batch_dims", desc.num_batch_dims);
  writeList("rows", ArrayRef(desc.rows));
  json.attribute("keys", desc.keys);
  json.attribute("d", desc.d);
  json.attribute("e", desc.e);
  writeTensors("tensors", desc.tensors);
  writeTensors("captured", ArrayRef(desc.captured, desc.num_captured));
  json.attribute("score", desc.score);
  json.attribute("derivative", desc.derivative);
  json.attribute("factor", desc.factor);
  json.attributeArray("ops", [&] {
    for (const fp8rt_score_op &op : ArrayRef(desc.ops, desc.num_ops))
      json.array([&] {
        for (int64_t value : {int64_t(op.code), int64_t(op.a), int64_t(op.b),
                              int64_t(op.c), op.value})
          json.value(value);
      });
  });
  json.attribute("causal_dim", desc.causal_dim);
  // JSON has no infinity, so write the bits.
  json.attribute("causal_fill_bits",
                 int64_t(llvm::bit_cast<uint32_t>(desc.causal_fill)));
}

/// Writes types such as "64x2xf32", for tables of the ops of a step.
void DescriptionWriter::writeTypes(StringRef name, ValueRange buffers) {
  json.attributeArray(name, [&] {
    for (Value buffer : buffers) {
      auto type = cast<ShapedType>(buffer.getType());
      std::string text;
      llvm::raw_string_ostream os(text);
      for (int64_t extent : type.getShape())
        os << extent << 'x';
      os << type.getElementType();
      json.value(text);
    }
  });
}

/// `report` has the bytes that the op moves. `launch` is null for an op without
/// kernels.
void DescriptionWriter::writeOp(const fp8rt_cuda_op &op, const OpReport &report,
                                LaunchOp launch) {
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
  if (op.attention)
    json.attributeObject("attention", [&] { writeAttention(*op.attention); });
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
  json.attribute("bytes", report.traffic.read + report.traffic.written);
  if (!launch)
    return;
  writeTypes("inputs", launch.getInputs());
  writeTypes("results", launch.getInits());
}

void DescriptionWriter::write(func::FuncOp function,
                              const CompiledCUDAStep &step) {
  const PlannedFunction &planned = step.planned;
  unsigned numArguments = function.getNumArguments() + 1 +
                          llvm::count(planned.updated, std::nullopt);
  CUDAStepTable table(planned.plan, function.getName(), numArguments,
                      step.flags);
  const fp8rt_cuda_step_desc &desc = table.get();
  json.object([&] {
    json.attribute("abi_version", int64_t(desc.abi_version));
    json.attribute("flags", int64_t(desc.flags));
    json.attribute("name", desc.name);
    json.attributeArray("chips", [&] {
      for (const std::string &chip : step.chips)
        json.value(chip);
    });
    json.attribute("product_flops", planned.report.productFlops);
    json.attribute("num_streams", desc.num_streams);
    json.attribute("num_events", desc.num_events);
    json.attributeArray("arguments",
                        [&] { writeArguments(function, planned); });
    json.attributeArray("ops", [&] {
      auto launches =
          func::FuncOp(*step.planned.entry).getBody().getOps<LaunchOp>();
      auto launch = launches.begin();
      for (auto [op, report] : llvm::zip_equal(ArrayRef(desc.ops, desc.num_ops),
                                               planned.report.ops->ops)) {
        json.objectBegin();
        writeOp(op, report, op.main.kernel ? *launch++ : LaunchOp());
        json.objectEnd();
      }
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
                              *step);
  file.image = std::move(step->image.bytes);
  file.deviceIR = std::move(step->image.deviceIR);
  return file;
}
