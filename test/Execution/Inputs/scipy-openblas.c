// Matmuls under the names of the package scipy-openblas32.
#include <stdio.h>

static int numThreads = 0;

void scipy_openblas_set_num_threads(int number) { numThreads = number; }

void scipy_cblas_sgemm(int order, int transLhs, int transRhs, int m, int n,
                       int k, float alpha, const float *lhs, int lhsStride,
                       const float *rhs, int rhsStride, float beta, float *out,
                       int outStride) {
  fprintf(stderr, "sgemm of order %d, %d threads\n", order, numThreads);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p)
        sum += lhs[i * lhsStride + p] * rhs[p * rhsStride + j];
      float *element = &out[i * outStride + j];
      *element = alpha * sum + (beta == 0 ? 0 : beta * *element);
    }
}
