//===- GemmLibrary.cpp - matmul library of the machine --------------------===//

#include "GemmLibrary.h"
#include "Library.h"
#include "fp8/Numerics/Formats.h"

#include <cstdlib>
#include <mutex>
#include <vector>

using namespace fp8rt;

/// Environment variables with the path of the library. An empty value disables
/// the library.
constexpr const char *oneDNNVariable = "FP8RT_ONEDNN";
constexpr const char *openBLASVariable = "FP8RT_OPENBLAS";

/// Returns true if the user named a library, which excludes all others.
static bool namesFile(const char *variable) {
  const char *name = std::getenv(variable);
  return name && *name;
}

static bool cpuHasBF16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}
class GemmLibrary::OneThread {
public:
  explicit OneThread(const GemmLibrary &library) : library(library) {
    // The setting applies to the calling thread, so it is restored for the
    // host.
    saved = library.ompGetMaxThreads ? library.ompGetMaxThreads() : 1;
    if (saved != 1)
      library.ompSetNumThreads(1);
  }
  ~OneThread() {
    if (saved != 1)
      library.ompSetNumThreads(saved);
  }
  OneThread(const OneThread &) = delete;
  OneThread &operator=(const OneThread &) = delete;

private:
  const GemmLibrary &library;
  int saved;
};

/// Disables AMX in oneDNN version 2, whose function for bf16 GEMM writes AMX
/// results one element at a time. For a library without the functions that
/// OneDNNMatmul needs.
static void avoidAMX(const Library &library) {
  constexpr int version2 = 2, avx512CoreBF16 = 0xe7;
  struct Version {
    int major;
  };
  const Version *(*getVersion)() = nullptr;
  int (*setMaxISA)(int) = nullptr;
  if (std::getenv("DNNL_MAX_CPU_ISA") ||
      !library.find("dnnl_version", getVersion) ||
      !library.find("dnnl_set_max_cpu_isa", setMaxISA) ||
      getVersion()->major != version2)
    return;
  // The library rejects this after its first matmul or primitive; the setting
  // of the host then remains.
  (void)setMaxISA(avx512CoreBF16);
}

fp8rt_status GemmLibrary::get(const char *function,
                              const GemmLibrary *&library) {
  static std::mutex mutex;
  // Never destroyed: threads of the host may multiply while the process ends.
  static GemmLibrary &opened = *new GemmLibrary;
  static bool isOpen = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isOpen) {
    GemmLibrary found;
    if (fp8rt_status status = found.open(function))
      return status;
    opened = found;
    isOpen = true;
  }
  library = &opened;
  return FP8RT_OK;
}

fp8rt_status GemmLibrary::open(const char *function) {
  fp8rt_status status = openOneDNN(function);
  if (status == FP8RT_OK || namesFile(oneDNNVariable))
    return status;
  *this = GemmLibrary();
  status = openOpenBLAS(function);
  if (status == FP8RT_OK || namesFile(openBLASVariable))
    return status;
  return fail(FP8RT_LIBRARY_MISSING,
              "%s: no library for matrix products; on Debian install libdnnl2 "
              "(libdnnl.so.2) or libopenblas0-pthread (libopenblas.so.0)",
              function);
}

fp8rt_status GemmLibrary::openOneDNN(const char *function) {
  Library library;
  if (fp8rt_status status =
          library.open(function, "no oneDNN", nullptr, oneDNNVariable,
                       {"libdnnl.so.2", "libdnnl.so.3"}))
    return status;
  if (fp8rt_status status = library.resolve(function, "dnnl_sgemm", f32Gemm))
    return status;
  library.find("dnnl_status2str", getStatusName);
  // Present if the library, or one of its dependencies, is built with OpenMP.
  if (!library.find("omp_get_max_threads", ompGetMaxThreads) ||
      !library.find("omp_set_num_threads", ompSetNumThreads))
    ompGetMaxThreads = nullptr;
  chooseBF16(library);
  return FP8RT_OK;
}

/// Chooses a function for bf16 matmuls. It is used only if it computes a
/// correct result.
void GemmLibrary::chooseBF16(const Library &library) {
  {
    OneThread oneThread(*this);
    amxMatmul = OneDNNMatmul::create(library);
  }
  if (amxMatmul && checkBF16())
    return;
  amxMatmul = nullptr;
  avoidAMX(library);
  // This function is exported but declared in no header.
  if (cpuHasBF16() && library.find("dnnl_gemm_bf16bf16f32", bf16Gemm) &&
      !checkBF16())
    bf16Gemm = nullptr;
}

fp8rt_status GemmLibrary::openOpenBLAS(const char *function) {
  Library library;
  void (*setNumThreads)(int) = nullptr;
  if (fp8rt_status status =
          library.open(function, "no OpenBLAS", nullptr, openBLASVariable,
                       {"libopenblas.so.0", "libscipy_openblas.so"}))
    return status;
  // The library of PyPI's scipy-openblas32 adds a prefix to all names.
  std::string start =
      library.find("scipy_cblas_sgemm", cblasGemm) ? "scipy_" : "";
  if (fp8rt_status status =
          library.resolve(function, (start + "cblas_sgemm").c_str(), cblasGemm))
    return status;
  if (fp8rt_status status = library.resolve(
          function, (start + "openblas_set_num_threads").c_str(),
          setNumThreads))
    return status;
  // Applies to the whole process: this version has no per-thread setting.
  setNumThreads(1);
  if (!library.find("omp_get_max_threads", ompGetMaxThreads) ||
      !library.find("omp_set_num_threads", ompSetNumThreads))
    ompGetMaxThreads = nullptr;
  return FP8RT_OK;
}

/// Returns true if the product of two matrices of small integers, whose rows
/// have gaps, is exact.
static bool isExact(const GemmLibrary &library, int64_t extent) {
  using mlir::fp8::numerics::encodeBF16;
  const int64_t stride = extent + 3;
  auto lhsAt = [](int64_t i, int64_t p) { return float((i + 2 * p) % 5 - 2); };
  auto rhsAt = [](int64_t p, int64_t j) { return float((3 * p + j) % 7 - 3); };
  auto size = static_cast<size_t>(extent * stride);
  std::vector<uint16_t> lhs(size), rhs(size);
  std::vector<float> out(size, 1);
  for (int64_t i = 0; i < extent; ++i)
    for (int64_t j = 0; j < extent; ++j) {
      lhs[static_cast<size_t>(i * stride + j)] = encodeBF16(lhsAt(i, j));
      rhs[static_cast<size_t>(i * stride + j)] = encodeBF16(rhsAt(i, j));
    }
  if (library.multiply(extent, extent, extent, 2.0f, {lhs.data(), stride},
                       {rhs.data(), stride}, 1.0f, {out.data(), stride}) != 0)
    return false;
  for (int64_t i = 0; i < extent; ++i)
    for (int64_t j = 0; j < extent; ++j) {
      float sum = 0;
      for (int64_t p = 0; p < extent; ++p)
        sum += lhsAt(i, p) * rhsAt(p, j);
      if (out[static_cast<size_t>(i * stride + j)] != 2 * sum + 1)
        return false;
    }
  return true;
}

bool GemmLibrary::checkBF16() const {
  // oneDNN takes AMX for the larger one only.
  return isExact(*this, 3) && isExact(*this, 64);
}

const char *GemmLibrary::name(bool bf16) const {
  return bf16 ? "oneDNN bf16" : f32Gemm ? "oneDNN f32" : "OpenBLAS f32";
}

fp8rt_status GemmLibrary::report(const char *function, int refusal, int64_t m,
                                 int64_t n, int64_t k) const {
  constexpr int outOfMemory = 1, unimplemented = 3;
  fp8rt_status status = refusal == outOfMemory     ? FP8RT_OUT_OF_MEMORY
                        : refusal == unimplemented ? FP8RT_UNSUPPORTED
                                                   : FP8RT_SYSTEM;
  return fail(
      status,
      "%s: oneDNN failed: %s (%d), in a product of %lldx%lld by %lldx%lld",
      function, getStatusName ? getStatusName(refusal) : "an unknown status",
      refusal, static_cast<long long>(m), static_cast<long long>(k),
      static_cast<long long>(k), static_cast<long long>(n));
}

int GemmLibrary::multiply(int64_t m, int64_t n, int64_t k, float alpha,
                          MatrixRef<const float> lhs,
                          MatrixRef<const float> rhs, float beta,
                          MatrixRef<float> out) const {
  OneThread oneThread(*this);
  if (f32Gemm)
    return f32Gemm('N', 'N', m, n, k, alpha, lhs.data, lhs.stride, rhs.data,
                   rhs.stride, beta, out.data, out.stride);
  const int rowMajor = 101, plain = 111;
  cblasGemm(rowMajor, plain, plain, static_cast<int>(m), static_cast<int>(n),
            static_cast<int>(k), alpha, lhs.data, static_cast<int>(lhs.stride),
            rhs.data, static_cast<int>(rhs.stride), beta, out.data,
            static_cast<int>(out.stride));
  return 0;
}

int GemmLibrary::multiply(int64_t m, int64_t n, int64_t k, float alpha,
                          MatrixRef<const uint16_t> lhs,
                          MatrixRef<const uint16_t> rhs, float beta,
                          MatrixRef<float> out) const {
  OneThread oneThread(*this);
  if (amxMatmul)
    return amxMatmul->multiply(m, n, k, alpha, lhs, rhs, beta, out);
  return bf16Gemm('N', 'N', m, n, k, alpha, lhs.data, lhs.stride, rhs.data,
                  rhs.stride, beta, out.data, out.stride);
}
