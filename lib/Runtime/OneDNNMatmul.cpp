//===- OneDNNMatmul.cpp - bf16 matmuls of oneDNN by AMX -------------------===//

#include "OneDNNMatmul.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

using namespace fp8rt;

namespace {
//===----------------------------------------------------------------------===//
// The C interface of oneDNN, as far as versions 2 and 3 share it
//===----------------------------------------------------------------------===//

using Engine = void *;
using Stream = void *;
using Attributes = void *;
using Description = void *;
using Primitive = void *;
using Memory = void *;

constexpr int success = 0, outOfMemory = 1;
constexpr int kindCPU = 1, inOrder = 1, scratchpadOfUser = 1;
constexpr int typeBF16 = 2, typeF32 = 3;
constexpr int queryName = 8, querySource = 129, queryWeights = 131,
              queryResult = 133, queryScratchpad = 136;
constexpr int argSource = 1, argResult = 17, argWeights = 33,
              argScratchpad = 80;

struct Argument {
  int number;
  Memory memory;
};

/// A row-major matrix without gaps between its rows.
struct MatrixType {
  int64_t rows, cols;
  int type;
};

/// The types of the left and the right operand and of the result.
using OperandTypes = std::array<MatrixType, 3>;

struct Functions {
  int (*createEngine)(Engine *, int kind, size_t index);
  int (*destroyEngine)(Engine);
  int (*createStream)(Stream *, Engine, unsigned flags);
  int (*destroyStream)(Stream);
  int (*createAttributes)(Attributes *);
  int (*destroyAttributes)(Attributes);
  int (*setScratchpadMode)(Attributes, int mode);
  int (*queryDescription)(const void *, int what, int index, void *result);
  const void *(*queryMatrix)(const void *, int what, int index);
  size_t (*getBytes)(const void *matrix);
  int (*destroyDescription)(Description);
  int (*createPrimitive)(Primitive *, const void *description);
  int (*destroyPrimitive)(Primitive);
  int (*createMemory)(Memory *, const void *matrix, Engine, void *data);
  int (*destroyMemory)(Memory);
  int (*execute)(Primitive, Stream, int numArguments, const Argument *);

  bool find(const Library &library) {
    return library.find("dnnl_engine_create", createEngine) &&
           library.find("dnnl_engine_destroy", destroyEngine) &&
           library.find("dnnl_stream_create", createStream) &&
           library.find("dnnl_stream_destroy", destroyStream) &&
           library.find("dnnl_primitive_attr_create", createAttributes) &&
           library.find("dnnl_primitive_attr_destroy", destroyAttributes) &&
           library.find("dnnl_primitive_attr_set_scratchpad_mode",
                        setScratchpadMode) &&
           library.find("dnnl_primitive_desc_query", queryDescription) &&
           library.find("dnnl_primitive_desc_query_md", queryMatrix) &&
           library.find("dnnl_memory_desc_get_size", getBytes) &&
           library.find("dnnl_primitive_desc_destroy", destroyDescription) &&
           library.find("dnnl_primitive_create", createPrimitive) &&
           library.find("dnnl_primitive_destroy", destroyPrimitive) &&
           library.find("dnnl_memory_create", createMemory) &&
           library.find("dnnl_memory_destroy", destroyMemory) &&
           library.find("dnnl_primitive_execute", execute);
  }
};

/// Makes descriptions of matmuls, in the way of one version of the library.
class Version {
public:
  virtual ~Version() = default;
  virtual bool find(const Library &library) = 0;
  virtual int describe(Engine engine, Attributes attributes,
                       const OperandTypes &types, Description &result) = 0;
};

/// In version 2, descriptions are structures of the caller.
class Version2 final : public Version {
  /// Memory for a description of a matrix (696 bytes in version 2.6).
  struct alignas(16) Matrix {
    char bytes[2048] = {};
  };
  /// Memory for the description of a matmul (2800 bytes in version 2.6).
  struct alignas(16) Matmul {
    char bytes[8192] = {};
  };
  int (*init)(void *, int numDims, const int64_t *extents, int type,
              const int64_t *strides) = nullptr;
  int (*initMatmul)(void *, const void *, const void *, const void *,
                    const void *) = nullptr;
  int (*create)(Description *, const void *, Attributes, Engine,
                const void *) = nullptr;

public:
  bool find(const Library &library) override {
    return library.find("dnnl_memory_desc_init_by_strides", init) &&
           library.find("dnnl_matmul_desc_init", initMatmul) &&
           library.find("dnnl_primitive_desc_create", create);
  }

  int describe(Engine engine, Attributes attributes, const OperandTypes &types,
               Description &result) override {
    std::array<Matrix, 3> matrices;
    for (size_t i = 0; i < types.size(); ++i) {
      int64_t extents[] = {types[i].rows, types[i].cols};
      int64_t strides[] = {types[i].cols, 1};
      if (int status = init(&matrices[i], 2, extents, types[i].type, strides))
        return status;
    }
    Matmul matmul;
    if (int status = initMatmul(&matmul, &matrices[0], &matrices[1],
                                /*bias=*/nullptr, &matrices[2]))
      return status;
    return create(&result, &matmul, attributes, engine, /*hint=*/nullptr);
  }
};

/// In version 3, descriptions are objects of the library.
class Version3 final : public Version {
  using Matrix = void *;
  int (*createMatrix)(Matrix *, int numDims, const int64_t *extents, int type,
                      const int64_t *strides) = nullptr;
  int (*destroyMatrix)(Matrix) = nullptr;
  int (*create)(Description *, Engine, const void *, const void *, const void *,
                const void *, Attributes) = nullptr;

public:
  bool find(const Library &library) override {
    return library.find("dnnl_memory_desc_create_with_strides", createMatrix) &&
           library.find("dnnl_memory_desc_destroy", destroyMatrix) &&
           library.find("dnnl_matmul_primitive_desc_create", create);
  }

  int describe(Engine engine, Attributes attributes, const OperandTypes &types,
               Description &result) override {
    std::array<Matrix, 3> matrices = {};
    int status = success;
    for (size_t i = 0; i < types.size() && status == success; ++i) {
      int64_t extents[] = {types[i].rows, types[i].cols};
      int64_t strides[] = {types[i].cols, 1};
      status = createMatrix(&matrices[i], 2, extents, types[i].type, strides);
    }
    if (status == success)
      status = create(&result, engine, matrices[0], matrices[1],
                      /*bias=*/nullptr, matrices[2], attributes);
    for (Matrix matrix : matrices)
      if (matrix)
        destroyMatrix(matrix);
    return status;
  }
};

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

/// Memory that only grows. It is aligned for vectors.
class Buffer {
public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { std::free(data); }

  /// Returns null if there is no memory.
  void *get(size_t bytes) {
    constexpr size_t alignment = 64;
    if (bytes > size) {
      std::free(data);
      size = (bytes + alignment - 1) / alignment * alignment;
      data = std::aligned_alloc(alignment, size);
      size = data ? size : 0;
    }
    return data;
  }

private:
  void *data = nullptr;
  size_t size = 0;
};

template <typename T>
size_t countBytes(int64_t rows, int64_t cols) {
  return static_cast<size_t>(rows) * static_cast<size_t>(cols) * sizeof(T);
}

/// A primitive for one shape, which any number of threads may execute at once.
struct Matmul {
  Matmul(const Functions &dnnl) : dnnl(dnnl) {}
  Matmul(const Matmul &) = delete;
  Matmul &operator=(const Matmul &) = delete;
  ~Matmul() {
    if (primitive)
      dnnl.destroyPrimitive(primitive);
    if (description)
      dnnl.destroyDescription(description);
  }

  const Functions &dnnl;
  Description description = nullptr;
  Primitive primitive = nullptr;
  /// Working memory of an execution, in bytes.
  size_t workingBytes = 0;
};

class AMXMatmul final : public OneDNNMatmul {
public:
  explicit AMXMatmul(std::unique_ptr<Version> version)
      : version(std::move(version)) {}

  ~AMXMatmul() override;

  /// Returns false if the library lacks a function, or does not use AMX.
  bool open(const Library &library);

  int multiply(int64_t m, int64_t n, int64_t k, float alpha,
               MatrixRef<const uint16_t> lhs, MatrixRef<const uint16_t> rhs,
               float beta, MatrixRef<float> out) override;

private:
  /// Extents m, n and k.
  using Shape = std::array<int64_t, 3>;
  /// Number of primitives from which they are made anew: a process may
  /// multiply ever new shapes.
  static constexpr size_t maxMatmuls = 4096;

  int find(const Shape &shape, std::shared_ptr<Matmul> &result);
  int create(const Shape &shape, Matmul &matmul);
  int execute(const Matmul &matmul, Buffer &working, const uint16_t *lhs,
              const uint16_t *rhs, float *out);

  std::unique_ptr<Version> version;
  Functions dnnl = {};
  Engine engine = nullptr;
  Stream stream = nullptr;
  Attributes attributes = nullptr;
  /// Guards `matmuls`.
  std::mutex mutex;
  std::map<Shape, std::shared_ptr<Matmul>> matmuls;
};
} // namespace

AMXMatmul::~AMXMatmul() {
  matmuls.clear();
  if (attributes)
    dnnl.destroyAttributes(attributes);
  if (stream)
    dnnl.destroyStream(stream);
  if (engine)
    dnnl.destroyEngine(engine);
}

bool AMXMatmul::open(const Library &library) {
  if (!version->find(library) || !dnnl.find(library) ||
      dnnl.createEngine(&engine, kindCPU, 0) != success ||
      dnnl.createStream(&stream, engine, inOrder) != success ||
      dnnl.createAttributes(&attributes) != success ||
      dnnl.setScratchpadMode(attributes, scratchpadOfUser) != success)
    return false;
  Matmul probe(dnnl);
  const char *name = nullptr;
  return create({64, 64, 64}, probe) == success &&
         dnnl.queryDescription(probe.description, queryName, 0, &name) ==
             success &&
         name && std::strstr(name, "amx");
}

int AMXMatmul::create(const Shape &shape, Matmul &matmul) {
  auto [m, n, k] = shape;
  OperandTypes types = {MatrixType{m, k, typeBF16}, MatrixType{k, n, typeBF16},
                        MatrixType{m, n, typeF32}};
  if (int status =
          version->describe(engine, attributes, types, matmul.description))
    return status;
  if (int status = dnnl.createPrimitive(&matmul.primitive, matmul.description))
    return status;
  matmul.workingBytes =
      dnnl.getBytes(dnnl.queryMatrix(matmul.description, queryScratchpad, 0));
  return success;
}

int AMXMatmul::find(const Shape &shape, std::shared_ptr<Matmul> &result) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = matmuls.find(shape);
  if (it == matmuls.end()) {
    auto matmul = std::make_shared<Matmul>(dnnl);
    if (int status = create(shape, *matmul))
      return status;
    if (matmuls.size() >= maxMatmuls)
      matmuls.clear();
    it = matmuls.emplace(shape, std::move(matmul)).first;
  }
  result = it->second;
  return success;
}

int AMXMatmul::execute(const Matmul &matmul, Buffer &working,
                       const uint16_t *lhs, const uint16_t *rhs, float *out) {
  void *memory = nullptr;
  if (matmul.workingBytes != 0 && !(memory = working.get(matmul.workingBytes)))
    return outOfMemory;
  struct {
    int number, query;
    const void *data;
  } operands[] = {{argSource, querySource, lhs},
                  {argWeights, queryWeights, rhs},
                  {argResult, queryResult, out},
                  {argScratchpad, queryScratchpad, memory}};
  Argument arguments[4];
  int numArguments = 0, status = success;
  for (const auto &operand : operands) {
    Argument &argument = arguments[numArguments];
    argument.number = operand.number;
    status = dnnl.createMemory(
        &argument.memory,
        dnnl.queryMatrix(matmul.description, operand.query, 0), engine,
        const_cast<void *>(operand.data));
    if (status != success)
      break;
    ++numArguments;
  }
  if (status == success)
    status = dnnl.execute(matmul.primitive, stream, numArguments, arguments);
  for (int i = 0; i < numArguments; ++i)
    dnnl.destroyMemory(arguments[i].memory);
  return status;
}

/// Returns the elements of a matrix without gaps between its rows, in `buffer`
/// if it has gaps, or null if there is no memory.
static const uint16_t *pack(MatrixRef<const uint16_t> matrix, int64_t rows,
                            int64_t cols, Buffer &buffer) {
  if (matrix.stride == cols || rows == 1)
    return matrix.data;
  auto *packed =
      static_cast<uint16_t *>(buffer.get(countBytes<uint16_t>(rows, cols)));
  for (int64_t i = 0; packed && i < rows; ++i)
    std::copy_n(matrix.data + i * matrix.stride, cols, packed + i * cols);
  return packed;
}

int AMXMatmul::multiply(int64_t m, int64_t n, int64_t k, float alpha,
                        MatrixRef<const uint16_t> lhs,
                        MatrixRef<const uint16_t> rhs, float beta,
                        MatrixRef<float> out) {
  struct Buffers {
    Buffer lhs, rhs, product, working;
  };
  thread_local Buffers buffers;
  const uint16_t *packedLhs = pack(lhs, m, k, buffers.lhs);
  const uint16_t *packedRhs = pack(rhs, k, n, buffers.rhs);
  bool isDirect = alpha == 1 && beta == 0 && (out.stride == n || m == 1);
  auto *product =
      isDirect
          ? out.data
          : static_cast<float *>(buffers.product.get(countBytes<float>(m, n)));
  if (!packedLhs || !packedRhs || !product)
    return outOfMemory;
  std::shared_ptr<Matmul> matmul;
  if (int status = find({m, n, k}, matmul))
    return status;
  if (int status =
          execute(*matmul, buffers.working, packedLhs, packedRhs, product))
    return status;
  for (int64_t i = 0; !isDirect && i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float value = alpha * product[i * n + j];
      float &target = out.data[i * out.stride + j];
      target = beta == 0 ? value : value + beta * target;
    }
  return success;
}

std::shared_ptr<OneDNNMatmul> OneDNNMatmul::create(const Library &library) {
  std::unique_ptr<Version> versions[] = {std::make_unique<Version3>(),
                                         std::make_unique<Version2>()};
  for (std::unique_ptr<Version> &version : versions) {
    auto matmul = std::make_shared<AMXMatmul>(std::move(version));
    if (matmul->open(library))
      return matmul;
  }
  return nullptr;
}
