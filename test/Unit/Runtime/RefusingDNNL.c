/*===- RefusingDNNL.c - A oneDNN that multiplies nothing --------------------===*/

#include <stdint.h>

__attribute__((visibility("default"))) int
dnnl_sgemm(char transa, char transb, int64_t m, int64_t n, int64_t k,
           float alpha, const float *a, int64_t lda, const float *b,
           int64_t ldb, float beta, float *c, int64_t ldc) {
  (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha;
  (void)a, (void)lda, (void)b, (void)ldb, (void)beta, (void)c, (void)ldc;
  return 1; /* dnnl_out_of_memory */
}

__attribute__((visibility("default"))) const char *dnnl_status2str(int status) {
  return status == 1 ? "out_of_memory" : "success";
}
