/*===- CallerTest.h - A caller in C ---------------------------------------===*/

#ifndef FP8_TEST_UNIT_RUNTIME_CALLERTEST_H
#define FP8_TEST_UNIT_RUNTIME_CALLERTEST_H

#ifdef __cplusplus
extern "C" {
#endif

/* 0, and the sum of 0, 2, ..., 198; or the step that failed. */
int fp8TestCaller(float *sum);

#ifdef __cplusplus
}
#endif

#endif
