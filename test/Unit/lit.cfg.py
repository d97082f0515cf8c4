# -*- Python -*-
import os

import lit.formats

config.name = "fp8-Unit"
config.suffixes = []
config.test_exec_root = os.path.join(config.fp8_obj_root, "test", "Unit")
config.test_source_root = config.test_exec_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
if config.sanitize:
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:detect_leaks=0:alloc_dealloc_mismatch=0:"
        "allow_user_poisoning=0")
