// An invalid option of a pass causes one error, with advice.

// RUN: not fp8-opt %s --fp8-remat=mode=bad 2>&1 | FileCheck %s --check-prefix=VALUE --implicit-check-not=unknown
// VALUE: for the --mode option: unsupported 'bad'; supported are none, selective, full
// VALUE: note: options of passes are NAME=VALUE, as in --fp8-set-wide-type=type=bf16; --help lists them and their values
// RUN: not fp8-opt %s --fp8-set-wide-type=bf16 2>&1 | FileCheck %s --check-prefix=NAME --implicit-check-not=unknown
// NAME: fp8-opt: error: <Pass-Options-Parser>: no such option bf16
// NAME: note: options of passes are NAME=VALUE, as in --fp8-set-wide-type=type=bf16
// RUN: fp8-opt --list-passes | FileCheck %s --check-prefix=PASSES
// PASSES: --fp8-remat
// RUN: fp8-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: fp8
// RUN: not fp8-opt %t.none --fp8-remat 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: cannot open input file
