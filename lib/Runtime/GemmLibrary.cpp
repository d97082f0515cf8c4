//===- GemmLibrary.cpp - The machine's matrix product ---------------------===//

#include "GemmLibrary.h"
#include "Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>

using namespace fp8rt;

/// A variable names another file, or is empty to do without the library.
static void *openLibrary(const char *variable,
                         std::initializer_list<const char *> names) {
  if (const char *name = std::getenv(variable))
    return *name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : nullptr;
  for (const char *name : names)
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

template <typename Function>
static bool resolve(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
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
    // The setting is of the calling thread: it must not stay with the host's.
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

/// Version 2 writes what AMX has multiplied one element at a time. A step of a
/// small model takes 0.56 of the time by the instructions before it, one of a
/// larger model 1.25 times as long: AMX is for whoever asks for it by the
/// library's own variable.
static void avoidAMX(void *library) {
  constexpr int version2 = 2, avx512CoreBF16 = 0xe7;
  struct Version {
    int major;
  };
  const Version *(*getVersion)() = nullptr;
  int (*setMaxISA)(int) = nullptr;
  if (std::getenv("DNNL_MAX_CPU_ISA") ||
      !resolve(library, "dnnl_version", getVersion) ||
      !resolve(library, "dnnl_set_max_cpu_isa", setMaxISA) ||
      getVersion()->major != version2)
    return;
  // Refused after the first product: then the host has chosen.
  (void)setMaxISA(avx512CoreBF16);
}

const GemmLibrary *GemmLibrary::get(const char *function) {
  static GemmLibrary library;
  static const bool opened = library.open();
  if (opened)
    return &library;
  fail(FP8RT_LIBRARY_MISSING,
       "%s: no library for matrix products; on Debian install libdnnl2 "
       "(libdnnl.so.2) or libopenblas0-pthread (libopenblas.so.0)",
       function);
  return nullptr;
}

bool GemmLibrary::open() { return openOneDNN() || openOpenBLAS(); }

bool GemmLibrary::openOneDNN() {
  void *library = openLibrary("FP8RT_ONEDNN", {"libdnnl.so.2", "libdnnl.so.3"});
  if (!library || !resolve(library, "dnnl_sgemm", f32Gemm))
    return false;
  avoidAMX(library);
  // Found where the library, or what it links, is built for OpenMP.
  if (!resolve(library, "omp_get_max_threads", ompGetMaxThreads) ||
      !resolve(library, "omp_set_num_threads", ompSetNumThreads))
    ompGetMaxThreads = nullptr;
  // Exported, but in no header: believed only after it gave the right answer.
  if (cpuHasBF16() && resolve(library, "dnnl_gemm_bf16bf16f32", bf16Gemm) &&
      !checkBF16())
    bf16Gemm = nullptr;
  return true;
}

bool GemmLibrary::openOpenBLAS() {
  void *library = openLibrary("FP8RT_OPENBLAS", {"libopenblas.so.0"});
  void (*setNumThreads)(int) = nullptr;
  if (!library || !resolve(library, "cblas_sgemm", cblasGemm) ||
      !resolve(library, "openblas_set_num_threads", setNumThreads)) {
    cblasGemm = nullptr;
    return false;
  }
  // For the whole process: this version has no setting of one thread.
  setNumThreads(1);
  if (!resolve(library, "omp_get_max_threads", ompGetMaxThreads) ||
      !resolve(library, "omp_set_num_threads", ompSetNumThreads))
    ompGetMaxThreads = nullptr;
  return true;
}

bool GemmLibrary::checkBF16() const {
  // [1 2 3; 4 5 6] and its transpose; 1 .. 6 in bf16.
  const uint16_t matrix[6] = {0x3F80, 0x4000, 0x4040, 0x4080, 0x40A0, 0x40C0};
  float out[4] = {1, 1, 1, 1};
  multiply(2, 2, 3, 2.0f, {matrix, 3, false}, {matrix, 3, true}, 1.0f,
           {out, 2, false});
  return out[0] == 29 && out[1] == 65 && out[2] == 65 && out[3] == 155;
}

const char *GemmLibrary::name(bool bf16) const {
  return bf16 ? "oneDNN bf16" : f32Gemm ? "oneDNN f32" : "OpenBLAS f32";
}

void GemmLibrary::multiply(int64_t m, int64_t n, int64_t k, float alpha,
                           MatrixRef<const float> lhs,
                           MatrixRef<const float> rhs, float beta,
                           MatrixRef<float> out) const {
  OneThread oneThread(*this);
  if (f32Gemm) {
    f32Gemm(lhs.transposed ? 'T' : 'N', rhs.transposed ? 'T' : 'N', m, n, k,
            alpha, lhs.data, lhs.stride, rhs.data, rhs.stride, beta, out.data,
            out.stride);
    return;
  }
  const int rowMajor = 101, plain = 111, transposed = 112;
  cblasGemm(rowMajor, lhs.transposed ? transposed : plain,
            rhs.transposed ? transposed : plain, static_cast<int>(m),
            static_cast<int>(n), static_cast<int>(k), alpha, lhs.data,
            static_cast<int>(lhs.stride), rhs.data,
            static_cast<int>(rhs.stride), beta, out.data,
            static_cast<int>(out.stride));
}

void GemmLibrary::multiply(int64_t m, int64_t n, int64_t k, float alpha,
                           MatrixRef<const uint16_t> lhs,
                           MatrixRef<const uint16_t> rhs, float beta,
                           MatrixRef<float> out) const {
  OneThread oneThread(*this);
  bf16Gemm(lhs.transposed ? 'T' : 'N', rhs.transposed ? 'T' : 'N', m, n, k,
           alpha, lhs.data, lhs.stride, rhs.data, rhs.stride, beta, out.data,
           out.stride);
}
