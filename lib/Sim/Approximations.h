//===- Approximations.h - approximate PTX instructions ----------*- C++ -*-===//
//
// rcp.approx.ftz of f32. PTX bounds its error by 1 ulp, and chips differ within
// this bound. This implementation returns one of the two floats around the
// exact value, chosen by a hash of the operand. Code whose results depend on
// the choice therefore computes wrong results in tests.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_APPROXIMATIONS_H
#define FP8_LIB_SIM_APPROXIMATIONS_H

#include <cstdint>

namespace fp8sim {

/// Computes 1 / x, from and to f32 bits. Subnormal operands and results are
/// zeros.
uint32_t approximateReciprocal(uint32_t x);

} // namespace fp8sim

#endif // FP8_LIB_SIM_APPROXIMATIONS_H
