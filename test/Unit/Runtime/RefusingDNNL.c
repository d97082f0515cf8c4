/*===- RefusingDNNL.c - A oneDNN that multiplies nothing
 * --------------------===*/

#include <stdint.h>
#include <stdlib.h>

__attribute__((visibility("default"))) int
dnnl_sgemm(char transa, char transb, int64_t m, int64_t n, int64_t k,
           float alpha, const float *a, int64_t lda, const float *b,
           int64_t ldb, float beta, float *c, int64_t ldc) {
  (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha;
  (void)a, (void)lda, (void)b, (void)ldb, (void)beta, (void)c, (void)ldc;
  const char *status = getenv("FP8_REFUSAL");
  return status ? atoi(status) : 1;
}

__attribute__((visibility("default"))) const char *dnnl_status2str(int status) {
  return status == 1   ? "out_of_memory"
         : status == 3 ? "unimplemented"
         : status == 6 ? "runtime_error"
                       : "success";
}
