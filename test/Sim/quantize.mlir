// RUN: fp8-sim %s --kernel=hardware --grid=5 --block=64 --arg='f32[1021]=random:1:-600:600' \
// RUN:   --arg='i8[1021]=0' --arg='i32[1]=0' --arg=i64=1021 --arg=f32=0.9 --print=2 --hex | FileCheck %s
// The same bits by integer arithmetic, as on chips without the conversion.
// RUN: fp8-sim %s --kernel=compare --grid=5 --block=64 --arg='f32[1021]=random:1:-600:600' \
// RUN:   --arg='i8[1021]=0' --arg='i8[1021]=1' --arg=i64=1021 --arg=f32=0.9 --equal=1:2
// Values that overflow, are subnormal, tie, or are zeros.
// RUN: fp8-sim %s --kernel=compare --block=32 \
// RUN:   --arg='f32[16]=0,-0,448,-464,465,1e30,-inf,nan,0x1p-9,0x1p-10,0x1.000002p-10,-0x1.8p-9,0x1p-6,17,19,-0x1.ep-7' \
// RUN:   --arg='i8[16]=0' --arg='i8[16]=1' --arg=i64=16 --arg=f32=1 --print=1,2 --hex | FileCheck %s --check-prefix=CODES

// 599.8..., of 1021 values in (-600, 600).
// CHECK: arg 2: i32 = 4415{{[0-9a-f]+$}}

// CODES: arg 1: i8 = 00 80 7e fe 7e 7e fe 7f 01 00 01 82 08 58 5a 88
// CODES: arg 2: i8 = 00 80 7e fe 7e 7e fe 7f 01 00 01 82 08 58 5a 88
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func private @encode_hardware(%x: vector<4xf32>) -> vector<4xi8> {
      %x0 = vector.extract %x[0] : f32 from vector<4xf32>
      %x1 = vector.extract %x[1] : f32 from vector<4xf32>
      %x2 = vector.extract %x[2] : f32 from vector<4xf32>
      %x3 = vector.extract %x[3] : f32 from vector<4xf32>
      // The first operand is the high byte.
      %lo = nvvm.convert.f32x2.to.f8x2 %x1, %x0 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %hi = nvvm.convert.f32x2.to.f8x2 %x3, %x2 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %pairs = vector.from_elements %lo, %hi : vector<2xi16>
      %codes = vector.bitcast %pairs : vector<2xi16> to vector<4xi8>
      return %codes : vector<4xi8>
    }

    // Normal numbers round by an addition below the last bit that stays;
    // subnormal ones by adding 2^14, whose quantum is 2^-9.
    func.func private @encode_integer(%x: vector<4xf32>) -> vector<4xi8> {
      %bits = arith.bitcast %x : vector<4xf32> to vector<4xi32>
      %abs_mask = arith.constant dense<0x7fffffff> : vector<4xi32>
      %inf = arith.constant dense<0x7f800000> : vector<4xi32>
      %max = arith.constant dense<0x43e00000> : vector<4xi32>
      %min_normal = arith.constant dense<0x3c800000> : vector<4xi32>
      %rebias = arith.constant dense<0xc407ffff> : vector<4xi32>
      %c1 = arith.constant dense<1> : vector<4xi32>
      %c20 = arith.constant dense<20> : vector<4xi32>
      %c24 = arith.constant dense<24> : vector<4xi32>
      %sign_mask = arith.constant dense<0x80> : vector<4xi32>
      %nan_code = arith.constant dense<0x7f> : vector<4xi32>
      %magic = arith.constant dense<1.6384e4> : vector<4xf32>
      %magic_bits = arith.constant dense<0x46800000> : vector<4xi32>
      %abs = arith.andi %bits, %abs_mask : vector<4xi32>
      %is_nan = arith.cmpi ugt, %abs, %inf : vector<4xi32>
      %clamped = arith.minui %abs, %max : vector<4xi32>
      %kept = arith.shrui %clamped, %c20 : vector<4xi32>
      %odd = arith.andi %kept, %c1 : vector<4xi32>
      %biased = arith.addi %clamped, %rebias : vector<4xi32>
      %rounded = arith.addi %biased, %odd : vector<4xi32>
      %normal = arith.shrui %rounded, %c20 : vector<4xi32>
      %magnitude = arith.bitcast %clamped : vector<4xi32> to vector<4xf32>
      %sum = arith.addf %magnitude, %magic : vector<4xf32>
      %sum_bits = arith.bitcast %sum : vector<4xf32> to vector<4xi32>
      %subnormal = arith.subi %sum_bits, %magic_bits : vector<4xi32>
      %is_subnormal = arith.cmpi ult, %clamped, %min_normal : vector<4xi32>
      %code = arith.select %is_subnormal, %subnormal, %normal : vector<4xi1>, vector<4xi32>
      %high = arith.shrui %bits, %c24 : vector<4xi32>
      %sign = arith.andi %high, %sign_mask : vector<4xi32>
      %signed = arith.ori %code, %sign : vector<4xi32>
      %result = arith.select %is_nan, %nan_code, %signed : vector<4xi1>, vector<4xi32>
      %codes = arith.trunci %result : vector<4xi32> to vector<4xi8>
      return %codes : vector<4xi8>
    }

    // The first of four elements of this thread.
    func.func private @first_element() -> i64 {
      %c4 = arith.constant 4 : index
      %i = gpu.global_id x
      %first = arith.muli %i, %c4 : index
      %result = arith.index_cast %first : index to i64
      return %result : i64
    }

    // Four elements from %i, or the remaining ones followed by zeros.
    func.func private @load(%x: !llvm.ptr<1>, %i: i64, %n: i64) -> vector<4xf32> {
      %c1 = arith.constant 1 : i64
      %c4 = arith.constant 4 : i64
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %end = arith.addi %i, %c4 : i64
      %whole = arith.cmpi sle, %end, %n : i64
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %v = scf.if %whole -> vector<4xf32> {
        %v = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
        scf.yield %v : vector<4xf32>
      } else {
        %tail = scf.for %j = %i to %n step %c1 iter_args(%acc = %zero) -> vector<4xf32> : i64 {
          %pj = llvm.getelementptr %x[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
          %e = llvm.load %pj : !llvm.ptr<1> -> f32
          %k = arith.subi %j, %i : i64
          %kk = arith.index_cast %k : i64 to index
          %next = vector.insert %e, %acc[%kk] : f32 into vector<4xf32>
          scf.yield %next : vector<4xf32>
        }
        scf.yield %tail : vector<4xf32>
      }
      return %v : vector<4xf32>
    }

    func.func private @store(%codes: vector<4xi8>, %q: !llvm.ptr<1>, %i: i64, %n: i64) {
      %c1 = arith.constant 1 : i64
      %c4 = arith.constant 4 : i64
      %end = arith.addi %i, %c4 : i64
      %whole = arith.cmpi sle, %end, %n : i64
      %p = llvm.getelementptr %q[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      scf.if %whole {
        llvm.store %codes, %p {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<1>
      } else {
        scf.for %j = %i to %n step %c1 : i64 {
          %pj = llvm.getelementptr %q[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
          %k = arith.subi %j, %i : i64
          %kk = arith.index_cast %k : i64 to index
          %code = vector.extract %codes[%kk] : i8 from vector<4xi8>
          llvm.store %code, %pj : i8, !llvm.ptr<1>
        }
      }
      return
    }

    // q = e4m3(x * scale), and amax = the largest |x|: one redux per warp, one
    // atomic per warp. The order of floats without sign is that of their bits.
    gpu.func @hardware(%x: !llvm.ptr<1>, %q: !llvm.ptr<1>, %amax: !llvm.ptr<1>, %n: i64, %scale: f32) kernel {
      %c0 = arith.constant 0 : i32
      %all = arith.constant -1 : i32
      %i = func.call @first_element() : () -> i64
      %v = func.call @load(%x, %i, %n) : (!llvm.ptr<1>, i64, i64) -> vector<4xf32>
      %abs = math.absf %v : vector<4xf32>
      %max = vector.reduction <maximumf>, %abs : vector<4xf32> into f32
      %bits = arith.bitcast %max : f32 to i32
      %of_warp = nvvm.redux.sync umax %bits, %all : i32 -> i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %is_first = arith.cmpi eq, %lane, %c0 : i32
      scf.if %is_first {
        %old = llvm.atomicrmw umax %amax, %of_warp syncscope("device") monotonic : !llvm.ptr<1>, i32
      }
      %scales = vector.broadcast %scale : f32 to vector<4xf32>
      %y = arith.mulf %v, %scales : vector<4xf32>
      %codes = func.call @encode_hardware(%y) : (vector<4xf32>) -> vector<4xi8>
      func.call @store(%codes, %q, %i, %n) : (vector<4xi8>, !llvm.ptr<1>, i64, i64) -> ()
      gpu.return
    }

    gpu.func @integer(%x: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64, %scale: f32) kernel {
      %i = func.call @first_element() : () -> i64
      %v = func.call @load(%x, %i, %n) : (!llvm.ptr<1>, i64, i64) -> vector<4xf32>
      %scales = vector.broadcast %scale : f32 to vector<4xf32>
      %y = arith.mulf %v, %scales : vector<4xf32>
      %codes = func.call @encode_integer(%y) : (vector<4xf32>) -> vector<4xi8>
      func.call @store(%codes, %q, %i, %n) : (vector<4xi8>, !llvm.ptr<1>, i64, i64) -> ()
      gpu.return
    }

    gpu.func @compare(%x: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<1>, %n: i64, %scale: f32) kernel {
      %i = func.call @first_element() : () -> i64
      %v = func.call @load(%x, %i, %n) : (!llvm.ptr<1>, i64, i64) -> vector<4xf32>
      %scales = vector.broadcast %scale : f32 to vector<4xf32>
      %y = arith.mulf %v, %scales : vector<4xf32>
      %a = func.call @encode_hardware(%y) : (vector<4xf32>) -> vector<4xi8>
      %b = func.call @encode_integer(%y) : (vector<4xf32>) -> vector<4xi8>
      func.call @store(%a, %q, %i, %n) : (vector<4xi8>, !llvm.ptr<1>, i64, i64) -> ()
      func.call @store(%b, %r, %i, %n) : (vector<4xi8>, !llvm.ptr<1>, i64, i64) -> ()
      gpu.return
    }
  }
}
