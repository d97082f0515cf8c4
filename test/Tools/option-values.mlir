// An invalid option of a pass causes one error, with advice.

// RUN: not fp8-opt %s --fp8-remat=mode=bad 2>&1 | FileCheck %s --check-prefix=VALUE --implicit-check-not=unknown
// VALUE: for the --mode option: unsupported 'bad'; supported are none, selective, full
// VALUE: note: options of passes are NAME=VALUE, separated by spaces, as in --fp8-train-pipeline="recipe=current storage=fp8-split8"; --help lists them and their values
// RUN: not fp8-opt %s --fp8-set-wide-type=bf16 2>&1 | FileCheck %s --check-prefix=NAME --implicit-check-not=unknown
// NAME: fp8-opt: error: in --fp8-set-wide-type: no such option bf16; its options are type
// NAME: note: options of passes are NAME=VALUE, separated by spaces

// A misspelled option of a pass or of a pipeline gets a suggestion, as a flag
// and in --pass-pipeline.

// RUN: not fp8-opt %s --fp8-train-pipeline="recipie=delayed" 2>&1 | FileCheck %s --check-prefix=PIPELINE --implicit-check-not=Parser
// PIPELINE: fp8-opt: error: in --fp8-train-pipeline: no such option recipie; did you mean 'recipe'?
// RUN: not fp8-opt %s --fp8-train-pipeline="recipe=delayed xyz=1" 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: fp8-opt: error: in --fp8-train-pipeline: no such option xyz{{$}}
// RUN: not fp8-opt %s --pass-pipeline="builtin.module(fp8-fuse-pipeline{bucket-update=true})" 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: in --fp8-fuse-pipeline: no such option bucket-update; did you mean 'bucket-updates'?
// RUN: not fp8-opt %s --fp8-remat=moda=full 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not=Parser
// RUN: not fp8-opt %s --pass-pipeline="builtin.module(canonicalize,fp8-fuse,fp8-remat{moda=full})" 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: fp8-opt: error: in --fp8-remat: no such option moda; did you mean 'mode'?
// RUN: not fp8-opt %s --fp8-shard=overide=w=whole 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: fp8-opt: error: in --fp8-shard: no such option overide; did you mean 'override'?
// RUN: not fp8-opt %s --fp8-raise-argmax=all=true 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: fp8-opt: error: in --fp8-raise-argmax: no such option all; it has no options
// RUN: not fp8-opt %s --fp8-remat=mode=full --fp8-shard=xyzzy=1 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: fp8-opt: error: no such option xyzzy{{$}}

// RUN: fp8-opt --list-passes | FileCheck %s --check-prefix=PASSES
// PASSES: --fp8-remat
// RUN: fp8-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: fp8
// RUN: not fp8-opt %t.none --fp8-remat 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: cannot open input file
