//===- TableReader.cpp - tables of launches for fp8rt ---------------------===//
//
// A table is part of a compiled program, so its pointers are trusted. This
// reader damages its numbers: the runtime must reject them, or call kernels
// with exactly the chunks that they describe.
//
//===----------------------------------------------------------------------===//

#include "Reader.h"
#include "fp8/Runtime/fp8rt.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <array>
#include <cstring>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// The part that is damaged.
namespace {
struct Numbers {
  static constexpr int numTensors = 3;

  uint32_t version = FP8RT_ABI_VERSION;
  int32_t isBucket = 0;
  int64_t n = 100;
  int64_t grain = 16;
  int64_t tensors = numTensors;
  int64_t sizes[numTensors] = {40, 0, 60};
  int64_t starts[numTensors + 1] = {0, 300, 600, 916};
  fp8rt_gemm_desc gemm = {};
};
} // namespace

/// Tables with more chunks are valid, but take too much time.
static constexpr int64_t maxChunks = 10000;

/// Number of items of tensor t for which kernels were called. Only one thread
/// runs kernels.
static std::array<__int128, Numbers::numTensors> numDone;
static const Numbers *current;
/// Memory for tensors: the pointer of tensor t is the address of byte t.
alignas(64) static char room[64];

static void runChunk(int64_t begin, int64_t end, void *const *pointers,
                     const int64_t *) {
  auto tensor = static_cast<char *>(pointers[0]) - room;
  int64_t size = current->isBucket ? current->sizes[tensor] : current->n;
  if (begin < 0 || end < begin || end > size || begin % current->grain != 0)
    llvm::report_fatal_error("a kernel got a chunk that no table has");
  numDone[tensor] += end - begin;
}

namespace {
class TableReader : public Reader {
public:
  TableReader() {
    fp8rt_options options = {sizeof(fp8rt_options), /*num_threads=*/1, 0};
    if (fp8rt_context_create(&options, &context) != FP8RT_OK)
      llvm::report_fatal_error(fp8rt_last_error());
  }
  ~TableReader() override { fp8rt_context_destroy(context); }

  StringRef getName() const override { return "table"; }

  std::vector<std::string> getSeeds() override {
    Numbers launch, bucket;
    bucket.isBucket = 1;
    for (Numbers *numbers : {&launch, &bucket}) {
      fp8rt_gemm_desc &gemm = numbers->gemm;
      gemm.m = 4;
      gemm.n = 8;
      gemm.k = 16;
      gemm.batch[0] = gemm.batch[1] = 1;
      gemm.lhs = {FP8RT_F32, FP8RT_SCALE_TENSOR, 16, 1, {0, 0}};
      gemm.rhs = {FP8RT_E4M3, FP8RT_SCALE_TENSOR, 8, 1, {0, 0}};
      gemm.out = {FP8RT_F32, FP8RT_SCALE_TENSOR, 8, 1, {0, 0}};
    }
    return {toBytes(launch), toBytes(bucket)};
  }

  bool read(StringRef bytes, std::string &message) override {
    if (bytes.size() != sizeof(Numbers)) {
      message = "no table has this size";
      return false;
    }
    Numbers numbers;
    std::memcpy(&numbers, bytes.data(), sizeof(numbers));
    uint64_t workspace;
    if (fp8rt_gemm_workspace(&numbers.gemm, &workspace) != FP8RT_OK) {
      message = fp8rt_last_error();
      return false;
    }
    return run(numbers, message);
  }

private:
  static std::string toBytes(const Numbers &numbers) {
    return std::string(reinterpret_cast<const char *>(&numbers),
                       sizeof(numbers));
  }

  bool run(const Numbers &numbers, std::string &message) {
    // Lists have as many entries as there is room for.
    if (numbers.isBucket &&
        (numbers.tensors < 0 || numbers.tensors > Numbers::numTensors)) {
      message = "no list has this length";
      return false;
    }
    if (hasManyChunks(numbers)) {
      message = "too many chunks to try";
      return false;
    }
    fp8rt_kernel kernel = {"kernel", runChunk, nullptr, numbers.grain, 1, 0};
    fp8rt_bucket bucket = {numbers.tensors, numbers.sizes, numbers.starts};
    fp8rt_buffer buffers[Numbers::numTensors];
    void *arguments[] = {room};
    for (int64_t t = 0; t < Numbers::numTensors; ++t)
      buffers[t] = {room, /*argument=*/-1, t};
    fp8rt_op op = {};
    op.kernel = &kernel;
    op.n = numbers.n;
    op.buffers = buffers;
    op.location = "some place";
    op.bucket = numbers.isBucket ? &bucket : nullptr;
    op.event = -1;
    const char *names[] = {"arena"};
    fp8rt_step step = {numbers.version, 1, "step", names, &op, 1};
    current = &numbers;
    numDone = {};
    if (fp8rt_run_step(context, nullptr, &step, arguments) != FP8RT_OK) {
      message = fp8rt_last_error();
      return false;
    }
    for (int64_t t = 0; t < (numbers.isBucket ? numbers.tensors : 1); ++t)
      if (numDone[t] != (numbers.isBucket ? numbers.sizes[t] : numbers.n))
        llvm::report_fatal_error("a tensor was not done whole");
    return true;
  }

  static bool hasManyChunks(const Numbers &numbers) {
    if (numbers.grain < 1)
      return false;
    if (!numbers.isBucket)
      return numbers.n / numbers.grain > maxChunks;
    for (int64_t t = 0; t < numbers.tensors; ++t)
      if (numbers.sizes[t] / numbers.grain > maxChunks ||
          numbers.starts[t + 1] / numbers.grain > maxChunks ||
          numbers.starts[t] / numbers.grain < -maxChunks)
        return true;
    return false;
  }

  fp8rt_context context = nullptr;
};
} // namespace

std::unique_ptr<Reader> fuzz::createTableReader() {
  return std::make_unique<TableReader>();
}
