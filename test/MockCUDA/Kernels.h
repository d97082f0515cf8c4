//===- Kernels.h - Kernels of an image --------------------------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_KERNELS_H
#define FP8_TEST_MOCKCUDA_KERNELS_H

#include "Machine.h"
#include "fp8/Sim/Simulator.h"

namespace mock {

/// The kernels of one image: kernels of its device code, in the simulator,
/// and kernels that tests have added.
class Kernels {
public:
  /// Finds the device code of `image` in the folder of the machine. Errors go
  /// to `error`.
  static std::unique_ptr<Kernels> load(Machine &machine, const void *image,
                                       std::string &error);

  /// Returns the number of parameters of a kernel, or -1 if it does not exist.
  int getNumParameters(const std::string &name) const;
  Code launch(Machine &machine, const std::string &name, unsigned numBlocks,
              unsigned numThreads, std::vector<Address> arguments);

private:
  std::unique_ptr<fp8sim::Simulator> simulator;
  std::map<std::string, int> numParameters;
};

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_KERNELS_H
