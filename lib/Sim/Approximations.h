//===- Approximations.h - what PTX bounds the error of ----------*- C++ -*-===//
//
// rcp.approx.ftz of f32. Chips differ within the bound that PTX gives, 1 ulp;
// what is returned here is either neighbour of the exact value, by a hash of
// the operand, so that code whose results depend on which it is gives wrong
// ones.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_APPROXIMATIONS_H
#define FP8_LIB_SIM_APPROXIMATIONS_H

#include <cstdint>

namespace fp8sim {

/// 1 / x, from and to the bits of f32. Subnormal operands and results are
/// zeros.
uint32_t approximateReciprocal(uint32_t x);

} // namespace fp8sim

#endif // FP8_LIB_SIM_APPROXIMATIONS_H
