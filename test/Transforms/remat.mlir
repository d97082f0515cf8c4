// RUN: fp8-opt %s --fp8-remat=mode=selective --canonicalize --cse --split-input-file | FileCheck %s
