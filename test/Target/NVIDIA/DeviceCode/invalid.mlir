// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-gpu-to-ptx="chip=sm_80"

gpu.module @conversion {
  gpu.func @encode(%p: !llvm.ptr<1>, %a: f32) kernel {
    // expected-error @below {{unsupported by sm_80: conversion to e4m3 (llvm.nvvm.ff.to.e4m3x2.rn)}}
    // expected-note @below {{chips with it are sm_89, sm_90a, sm_100a, sm_120a}}
    %pair = nvvm.convert.f32x2.to.f8x2 %a, %a {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
    llvm.store %pair, %p : i16, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @rounding {
  gpu.func @encode(%p: !llvm.ptr<1>, %a: f32) kernel {
    // expected-error @below {{unsupported by convert-fp8-to-arith: fp8.convert from 'f32' to 'f8E4M3FN'}}
    // expected-note @below {{supported are rounding nearest_even and stochastic}}
    %q = fp8.convert %a rounding<stochastic_hw> : f32 to f8E4M3FN
    %b = arith.bitcast %q : f8E4M3FN to i8
    llvm.store %b, %p : i8, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @redux {
  gpu.func @reduce(%p: !llvm.ptr<1>, %a: f32) kernel {
    %all = arith.constant -1 : i32
    // expected-error @below {{unsupported by sm_80: redux.sync of f32 (llvm.nvvm.redux.sync.fmax)}}
    // expected-note @below {{chips with it are sm_100a}}
    %max = llvm.call_intrinsic "llvm.nvvm.redux.sync.fmax"(%a, %all) : (f32, i32) -> f32
    llvm.store %max, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @math {
  gpu.func @exponential(%p: !llvm.ptr<1>, %a: f32) kernel {
    // expected-error @below {{unsupported in device code: 'math.exp'}}
    // expected-note @below {{supported are sqrt, fma, absf, copysign, floor, ceil, trunc, round, roundeven and ctpop of math; the others need an expansion into arith first (fp8-expand-math)}}
    %e = math.exp %a : f32
    llvm.store %e, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @shared {
  memref.global "private" @tile : memref<12289xf32, #gpu.address_space<workgroup>>
  gpu.func @large(%p: !llvm.ptr<1>, %i: index, %v: f32) kernel {
    %tile = memref.get_global @tile : memref<12289xf32, #gpu.address_space<workgroup>>
    // expected-error @below {{expected at most 49152 bytes of declared shared memory in kernel 'large' for sm_80, but got 49156}}
    // expected-note @below {{dynamic shared memory goes up to 166912 bytes on sm_80}}
    memref.store %v, %tile[%i] : memref<12289xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %tile[%i] : memref<12289xf32, #gpu.address_space<workgroup>>
    llvm.store %w, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @undefined {
  llvm.func @elsewhere(f32) -> f32
  gpu.func @caller(%p: !llvm.ptr<1>, %a: f32) kernel {
    // expected-error @below {{unsupported in device code: a call of the undefined function 'elsewhere'}}
    %v = llvm.call @elsewhere(%a) : (f32) -> f32
    llvm.store %v, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @left {
  gpu.func @load(%x: memref<2x2xf32>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @below {{unsupported in device code: 'vector.load' on these types}}
    // expected-note @below {{supported are ops that upstream lowers to LLVM and NVVM: ops of arith, cf, func, gpu, math, memref, nvgpu, scf and vector}}
    %v = vector.load %x[%c0, %c0] : memref<2x2xf32>, vector<2x2xf32>
    vector.store %v, %x[%c0, %c0] : memref<2x2xf32>, vector<2x2xf32>
    gpu.return
  }
}

// -----

gpu.module @hopper {
  gpu.func @features() kernel {
    // expected-error @below {{unsupported by sm_80: wgmma (llvm.nvvm.wgmma.fence.sync.aligned)}}
    // expected-note @below {{chips with it are sm_90a}}
    nvvm.wgmma.fence.aligned
    // expected-error @below {{unsupported by sm_80: setmaxnreg (llvm.nvvm.setmaxnreg.inc.sync.aligned.u32)}}
    // expected-note @below {{chips with it are sm_90a, sm_100a, sm_120a}}
    nvvm.setmaxregister increase 232
    // expected-error @below {{unsupported by sm_80: fence.proxy (llvm.nvvm.fence.proxy.async)}}
    // expected-note @below {{chips with it are sm_90a, sm_100a, sm_120a}}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    // expected-error @below {{unsupported by sm_80: tcgen05 (llvm.nvvm.tcgen05.fence.before.thread.sync)}}
    // expected-note @below {{chips with it are sm_100a}}
    llvm.call_intrinsic "llvm.nvvm.tcgen05.fence.before.thread.sync"() : () -> ()
    // expected-error @below {{unsupported by sm_80: wgmma (inline PTX)}}
    // expected-note @below {{chips with it are sm_90a}}
    llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned;", "" : () -> ()
    // expected-error @below {{unsupported by sm_80: redux.sync of f32 (inline PTX)}}
    // expected-note @below {{chips with it are sm_100a}}
    %max = llvm.inline_asm has_side_effects "redux.sync.max.f32 $0, $0, 0xffffffff;", "=f" : () -> f32
    // expected-error @below {{unsupported by sm_80: clusters (inline PTX)}}
    // expected-note @below {{chips with it are sm_90a}}
    %rank = llvm.inline_asm has_side_effects "mov.u32 $0, %cluster_ctarank;", "=r" : () -> i32
    // expected-error @below {{unsupported by sm_80: conversion to e4m3 (inline PTX)}}
    // expected-note @below {{chips with it are sm_89}}
    %codes = llvm.inline_asm has_side_effects "cvt.rn.satfinite.e4m3x2.f32 $0, 0f00000000, 0f00000000;", "=h" : () -> i16
    gpu.return
  }
}

// -----

// The back end rejects an op outside of the table without ending the process.
// expected-error @below {{unsupported by LLVM's back end for sm_80 and PTX version 80}}
// expected-note @below {{LLVM says: Cannot select}}
gpu.module @back_end {
  gpu.func @fence() kernel {
    llvm.call_intrinsic "llvm.nvvm.fence.mbarrier_init.release.cluster"() : () -> ()
    gpu.return
  }
}

// -----

// The error is over: the next module compiles.
gpu.module @after {
  gpu.func @nothing() kernel {
    gpu.return
  }
}

// -----

gpu.module @address {
  gpu.func @read(%p: !llvm.ptr<1>, %i: i64) kernel {
    // expected-error @below {{unsupported in device code: 'llvm.getelementptr' of type 'f8E4M3FN'}}
    // expected-note @below {{supported are the types of LLVM, where codes of 8-bit floats are i8}}
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f8E4M3FN
    %c = llvm.load %q : !llvm.ptr<1> -> i8
    llvm.store %c, %p : i8, !llvm.ptr<1>
    gpu.return
  }
}
