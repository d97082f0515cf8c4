// RUN: fp8-opt %s --fp8-pair-halves | FileCheck %s

// Nobody reads these codes: there is nothing to choose between, and no branch.

// CHECK-LABEL: @negative_unread
// CHECK-NOT: scf.if
// CHECK: return
func.func @negative_unread(%x: vector<64xbf16>, %random: vector<64xi16>) -> vector<64xbf16> {
  %0 = fp8.convert %x : vector<64xbf16> to vector<64xf32>
  %1 = fp8.convert %0 random %random rounding<stochastic> : vector<64xf32>, vector<64xi16> to vector<64xbf16>
  return %x : vector<64xbf16>
}
