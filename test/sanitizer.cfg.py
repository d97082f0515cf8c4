# -*- Python -*-
# Options of sanitizers, for every suite of a build with FP8_SANITIZE.

config.available_features.add("sanitizer")
# A finding is a signal: a test that expects an error must not take it for one.
# libMLIR.so is not instrumented: containers that cross it look overflown, and
# allocators that both sides inline look poisoned.
config.environment["ASAN_OPTIONS"] = (
    "abort_on_error=1:detect_container_overflow=0:detect_leaks=0:"
    "alloc_dealloc_mismatch=0:allow_user_poisoning=0:allocator_may_return_null=1")
config.environment["UBSAN_OPTIONS"] = "abort_on_error=1:print_stacktrace=1"
# The handlers of LLVM would wait forever for locks that a report holds.
config.environment["TSAN_OPTIONS"] = "abort_on_error=1:halt_on_error=1:handle_abort=1"
