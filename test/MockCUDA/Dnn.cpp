//===- Dnn.cpp - the functions of libcudnn --------------------------------===//
//
// Stores the attributes of descriptors, builds the graph from them, rejects the
// graphs that the library rejects, and interprets the others.
//
//===----------------------------------------------------------------------===//

#include "DnnGraph.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

using namespace mock;
using namespace fp8rt::cuda;
using mock::Address;

enum : DnnStatus {
  Ok = 0,
  BadParameter = 2000,
  NotSupported = 3000,
  Failed = 5000
};

namespace {
struct Desc {
  int kind = 0;
  bool isFinal = false;
  /// The bytes of the values and their number, by attribute.
  std::map<int, std::pair<std::vector<char>, int64_t>> attributes;
  /// The graph of an operation graph, or of a descriptor made for it; else
  /// null.
  std::shared_ptr<DnnGraph> graph;
  /// Index in the list of engines, for a configuration, an engine or a plan.
  int engine = 0;

  bool has(int attribute) const { return attributes.count(attribute) != 0; }
  template <typename T>
  T get(int attribute, T fallback = {}) const {
    auto found = attributes.find(attribute);
    if (found != attributes.end())
      std::memcpy(&fallback, found->second.first.data(), sizeof(T));
    return fallback;
  }
  template <typename T>
  std::vector<T> list(int attribute) const {
    auto found = attributes.find(attribute);
    if (found == attributes.end())
      return {};
    std::vector<T> values(size_t(found->second.second));
    std::memcpy(values.data(), found->second.first.data(),
                found->second.first.size());
    return values;
  }
};

struct Handle {
  Stream *stream = nullptr;
};
} // namespace

/// The descriptors that are not destroyed yet.
static std::set<Desc *> &getLive() {
  static std::set<Desc *> live;
  return live;
}

static DnnStatus enter(const char *function, const std::string &arguments) {
  return Machine::get().enter(function, arguments);
}
static DnnStatus violate(const std::string &what,
                         DnnStatus status = BadParameter) {
  Machine::get().violate(what);
  return status;
}
static Desc *find(DnnDesc desc) {
  auto *found = static_cast<Desc *>(desc);
  return getLive().count(found) ? found : nullptr;
}

//===----------------------------------------------------------------------===//
// Handles and descriptors
//===----------------------------------------------------------------------===//

FP8MOCK_API size_t cudnnGetVersion() {
  const char *text = std::getenv("FP8_MOCK_CUDNN");
  return text ? std::strtoull(text, nullptr, 10) : 91900;
}
FP8MOCK_API const char *cudnnGetErrorString(DnnStatus status) {
  return status == NotSupported   ? "CUDNN_STATUS_NOT_SUPPORTED"
         : status == BadParameter ? "CUDNN_STATUS_BAD_PARAM"
         : status == 4004
             ? "CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"
             : "CUDNN_STATUS_EXECUTION_FAILED";
}
FP8MOCK_API void cudnnGetLastErrorString(char *text, size_t bytes) {
  if (bytes != 0)
    text[0] = '\0';
}
FP8MOCK_API DnnStatus cudnnCreate(DnnHandle *handle) {
  if (DnnStatus planted = enter(__func__, ""))
    return planted;
  *handle = new Handle;
  return Ok;
}
FP8MOCK_API DnnStatus cudnnDestroy(DnnHandle handle) {
  delete static_cast<Handle *>(handle);
  if (DnnStatus planted = enter(__func__, ""))
    return planted;
  size_t numLive = getLive().size();
  getLive().clear();
  return numLive == 0 ? Ok
                      : violate(std::to_string(numLive) +
                                " descriptors of cuDNN outlive the handle");
}
FP8MOCK_API DnnStatus cudnnSetStream(DnnHandle handle, CUstream_st *stream) {
  if (DnnStatus planted = enter(__func__, ""))
    return planted;
  static_cast<Handle *>(handle)->stream = reinterpret_cast<Stream *>(stream);
  return Ok;
}
FP8MOCK_API DnnStatus cudnnBackendCreateDescriptor(int kind, DnnDesc *desc) {
  if (DnnStatus planted = enter(__func__, std::to_string(kind)))
    return planted;
  auto *created = new Desc;
  created->kind = kind;
  getLive().insert(created);
  *desc = created;
  return Ok;
}
FP8MOCK_API DnnStatus cudnnBackendDestroyDescriptor(DnnDesc handle) {
  Desc *desc = find(handle);
  if (!desc)
    return violate("destroyed a descriptor that is not there");
  getLive().erase(desc);
  delete desc;
  return enter(__func__, "");
}

static size_t getSize(int type) {
  switch (type) {
  case dnnOfBool:
  case dnnOfChar:
    return 1;
  case dnnOfHandle:
  case dnnOfInt64:
  case dnnOfPointer:
  case dnnOfDesc:
    return 8;
  default:
    return 4;
  }
}

FP8MOCK_API DnnStatus cudnnBackendSetAttribute(DnnDesc handle, int attribute,
                                               int type, int64_t count,
                                               const void *values) {
  if (DnnStatus planted = enter(__func__, std::to_string(attribute)))
    return planted;
  Desc *desc = find(handle);
  if (!desc || desc->isFinal || !values || count < 1)
    return violate("set attribute " + std::to_string(attribute) +
                   " of a descriptor that does not take it");
  if (type == dnnOfDesc)
    for (int64_t i = 0; i < count; ++i) {
      Desc *operand = find(static_cast<const DnnDesc *>(values)[i]);
      if (!operand || !operand->isFinal)
        return violate("attribute " + std::to_string(attribute) +
                       " is a descriptor that is not finalized");
    }
  const char *bytes = static_cast<const char *>(values);
  desc->attributes[attribute] = {
      std::vector<char>(bytes, bytes + getSize(type) * size_t(count)), count};
  return Ok;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Adds the tensor of an operand, and returns its number.
static int64_t addTensor(DnnGraph &graph, const Desc &op, int attribute) {
  if (!op.has(attribute))
    return -1;
  const Desc &desc = *static_cast<Desc *>(op.get<DnnDesc>(attribute));
  DnnTensor tensor;
  tensor.number = desc.get<int64_t>(dnnTensorNumber, -1);
  tensor.type = desc.get<int>(dnnTensorType);
  tensor.extents = desc.get<Dims>(dnnTensorExtents);
  tensor.strides = desc.get<Dims>(dnnTensorStrides);
  tensor.alignment = desc.get<int64_t>(dnnTensorAlignment);
  tensor.isVirtual = desc.get<bool>(dnnTensorIsVirtual);
  tensor.isByValue = desc.get<bool>(dnnTensorIsByValue);
  graph.tensors[tensor.number] = tensor;
  return tensor.number;
}

static DnnOp addOp(DnnGraph &graph, const Desc &desc) {
  DnnOp op = {};
  auto add = [&](int attribute) { return addTensor(graph, desc, attribute); };
  auto getMode = [&](int attribute) -> const Desc & {
    return *static_cast<Desc *>(desc.get<DnnDesc>(attribute));
  };
  if (desc.kind == dnnMatmulOp) {
    op.kind = DnnOp::Matmul;
    op.x = add(dnnMatmulOpA);
    op.b = add(dnnMatmulOpB);
    op.y = add(dnnMatmulOpC);
  } else if (desc.kind == dnnReductionOp) {
    op.kind = DnnOp::Reduction;
    op.mode = getMode(dnnReductionOpMode).get<int>(dnnReductionOperator);
    op.x = add(dnnReductionOpX);
    op.y = add(dnnReductionOpY);
  } else if (desc.kind == dnnReshapeOp) {
    op.kind = DnnOp::Reshape;
    op.x = add(dnnReshapeOpX);
    op.y = add(dnnReshapeOpY);
  } else {
    const Desc &mode = getMode(dnnPointwiseOpMode);
    op.kind = DnnOp::Pointwise;
    op.mode = mode.get<int>(dnnPointwiseMode);
    op.axis = mode.get<int64_t>(dnnPointwiseAxis, -1);
    op.x = add(dnnPointwiseOpX);
    op.b = add(dnnPointwiseOpB);
    op.condition = add(dnnPointwiseOpT);
    op.y = add(dnnPointwiseOpY);
  }
  return op;
}

static DnnStatus finalizeGraph(Desc &desc) {
  if (!desc.get<DnnHandle>(dnnGraphHandle))
    return violate("a graph without a handle");
  desc.graph = std::make_shared<DnnGraph>();
  for (DnnDesc op : desc.list<DnnDesc>(dnnGraphOps))
    desc.graph->ops.push_back(addOp(*desc.graph, *static_cast<Desc *>(op)));
  return Ok;
}

static DnnStatus finalizeHeuristics(Desc &desc) {
  auto *graph = static_cast<Desc *>(desc.get<DnnDesc>(dnnHeuristicsGraph));
  desc.graph = graph->graph;
  std::string refusal = desc.graph->findRefusal(Machine::get().capability);
  return refusal.empty()
             ? Ok
             : violate("asked for attention with " + refusal, NotSupported);
}

FP8MOCK_API DnnStatus cudnnBackendFinalize(DnnDesc handle) {
  Desc *desc = find(handle);
  if (!desc || desc->isFinal)
    return violate("finalized a descriptor twice");
  if (desc->kind == dnnPlan)
    if (Desc *config = find(desc->get<DnnDesc>(dnnPlanConfig)))
      desc->engine = config->engine;
  if (DnnStatus planted =
          enter(__func__, std::to_string(desc->kind) +
                              (desc->kind == dnnPlan
                                   ? " engine " + std::to_string(desc->engine)
                                   : "")))
    return planted;
  desc->isFinal = true;
  if (desc->kind == dnnOpGraph)
    return finalizeGraph(*desc);
  if (desc->kind == dnnHeuristics)
    return finalizeHeuristics(*desc);
  if (desc->kind == dnnPlan)
    desc->graph = static_cast<Desc *>(desc->get<DnnDesc>(dnnPlanConfig))->graph;
  return Ok;
}

/// Returns the number of engines for a graph. The fastest one for gradients
/// adds them in any order.
static int64_t countEngines(const DnnGraph &graph) {
  return graph.isBackward() ? 2 : 1;
}

/// The memory that an engine needs, in bytes.
static constexpr int64_t kWorkspace = 4096;

FP8MOCK_API DnnStatus cudnnBackendGetAttribute(DnnDesc handle, int attribute,
                                               int, int64_t requested,
                                               int64_t *count, void *values) {
  if (DnnStatus planted = enter(__func__, std::to_string(attribute)))
    return planted;
  Desc *desc = find(handle);
  if (!desc || !desc->isFinal)
    return violate("read a descriptor that is not finalized");
  *count = 1;
  switch (attribute) {
  case dnnHeuristicsResults:
  case dnnConfigEngine: {
    bool isList = attribute == dnnHeuristicsResults;
    if (isList)
      *count = countEngines(*desc->graph);
    for (int64_t i = 0; i < std::min(requested, *count); ++i) {
      Desc *result = find(static_cast<DnnDesc *>(values)[i]);
      if (!result)
        return violate("a result without a descriptor");
      result->graph = desc->graph;
      result->engine = isList ? int(i) : desc->engine;
      result->isFinal = true;
    }
    return Ok;
  }
  case dnnEngineNotes:
    // The last engine adds in the order of the graph.
    *count = desc->engine + 1 < countEngines(*desc->graph) ||
                     desc->graph->hasUnorderedSums()
                 ? 1
                 : 0;
    if (*count != 0)
      *static_cast<int *>(values) = dnnVaries;
    return Ok;
  case dnnPlanWorkspace:
    *static_cast<int64_t *>(values) = kWorkspace;
    return Ok;
  }
  return violate("read an unknown attribute");
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

FP8MOCK_API DnnStatus cudnnBackendExecute(DnnHandle handle, DnnDesc planHandle,
                                          DnnDesc packHandle) {
  Machine &machine = Machine::get();
  Desc *plan = find(planHandle), *pack = find(packHandle);
  if (!plan || !pack || !plan->graph || !pack->isFinal)
    return violate("executed without a plan");
  std::string pattern = plan->graph->getPattern();
  if (DnnStatus planted = enter(__func__, pattern))
    return planted;
  auto numbers = pack->list<int64_t>(dnnPackNumbers);
  auto addresses = pack->list<void *>(dnnPackPointers);
  std::map<int64_t, void *> pointers;
  std::map<int64_t, float> constants;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const DnnTensor &tensor = plan->graph->tensors.at(numbers[i]);
    if (tensor.isByValue) {
      constants[numbers[i]] = *static_cast<float *>(addresses[i]);
      continue;
    }
    auto start = reinterpret_cast<Address>(addresses[i]);
    if (start % 16 != 0 ||
        !machine.isDeviceMemory(start,
                                tensor.getSpan() * tensor.getElementBytes()))
      return violate("attention outside of the memory of the GPU");
    pointers[numbers[i]] = addresses[i];
  }
  for (const auto &[number, tensor] : plan->graph->tensors)
    if (!tensor.isVirtual && !pointers.count(number) &&
        !constants.count(number))
      return violate("attention without the address of a tensor");
  auto workspace = pack->get<Address>(dnnPackWorkspace);
  if (!machine.isDeviceMemory(workspace, kWorkspace))
    return violate("a workspace outside of the memory of the GPU");
  Stream *stream = static_cast<Handle *>(handle)->stream;
  if (machine.streams.find(stream) == machine.streams.end())
    return violate("attention on a stream that is not there");
  Code code = machine.submit(
      stream,
      {"attention", [=, graph = plan->graph, plan = plan] {
         // A CUDA graph may run after it was captured, and launches the kernels
         // of the plan.
         if (!find(plan))
           return Machine::get().violate(
               "attention after its plan was destroyed", IllegalAddress);
         std::memset(reinterpret_cast<void *>(workspace), 0xFF, kWorkspace);
         return graph->run(pointers, constants)
                    ? Success
                    : Machine::get().violate("a tensor that no op computes",
                                             IllegalAddress);
       }});
  return code == Success ? Ok : Failed;
}
