//===- ThreadRanks.h - Ranks that are threads -------------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_THREADRANKS_H
#define FP8_TEST_UNIT_THREADRANKS_H

#include "fp8/Runtime/fp8rt_comm.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <vector>

namespace mlir::fp8 {

/// The communicators of ranks that are threads, along mesh axes.
class ThreadRanks {
public:
  explicit ThreadRanks(ArrayRef<int32_t> axes) {
    auto numRanks = llvm::product_of(axes, int32_t(1));
    EXPECT_EQ(fp8rt_loopback_create(numRanks, &loopback), FP8RT_OK);
    fp8rt_comm_options options = {sizeof(options), axes.data(),
                                  static_cast<int32_t>(axes.size()), 0};
    for (int32_t rank = 0; rank < numRanks; ++rank) {
      fp8rt_transport transport;
      EXPECT_EQ(fp8rt_loopback_transport(loopback, rank, &transport), FP8RT_OK);
      EXPECT_EQ(fp8rt_comm_create(&transport, &options, &comms.emplace_back()),
                FP8RT_OK);
    }
  }
  ~ThreadRanks() {
    for (fp8rt_comm comm : comms)
      fp8rt_comm_destroy(comm);
    fp8rt_loopback_destroy(loopback);
  }
  fp8rt_comm operator[](size_t rank) const { return comms[rank]; }

private:
  fp8rt_loopback loopback = nullptr;
  std::vector<fp8rt_comm> comms;
};

} // namespace mlir::fp8

#endif // FP8_TEST_UNIT_THREADRANKS_H
