// RUN: not fp8-opt %s --load-pass-plugin=%lying_pass --pass-pipeline='builtin.module(fp8-test-lying)' --fp8-verify-unchanged -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// A pass that lies is named, and fp8-opt fails.

// ERROR: verify-unchanged.mlir:[[@LINE+1]]:1: error: '--fp8-test-lying' changed this op, but marked all its analyses as preserved
module {}
