#!/usr/bin/env python3
"""Fits the polynomials of include/fp8/Numerics/Math*.h and prints them.

Needs mpmath. Each fit is minimax (Remez exchange) in the error the expansion
sees: `weight` turns an error of the polynomial into a relative error of the
function.
"""

import struct

from mpmath import atan, atanh, cos, erf, erfc, exp, expm1, log, log1p, lu_solve, matrix
from mpmath import mp, mpf, pi, sin, sqrt, tanh

mp.prec = 200


def f32(x):
    return mpf(struct.unpack("<f", struct.pack("<f", float(x)))[0])


def chebyshev_points(lo, hi, n):
    return [(lo + hi) / 2 - (hi - lo) / 2 * cos(pi * i / (n - 1)) for i in range(n)]


def remez(target, weight, lo, hi, powers):
    """Returns coefficients of sum c_i x^powers[i] with an equal-ripple weighted error.
    """
    n = len(powers)
    nodes = chebyshev_points(lo, hi, n + 1)
    grid = chebyshev_points(lo, hi, 60 * n)
    for _ in range(20):
        a, b = matrix(n + 1, n + 1), matrix(n + 1, 1)
        for i, x in enumerate(nodes):
            for j, p in enumerate(powers):
                a[i, j] = x**p
            a[i, n] = (-1) ** i / weight(x)
            b[i] = target(x)
        solution = lu_solve(a, b)
        coefficients = [solution[j] for j in range(n)]

        def error(x):
            value = sum(c * x**p for c, p in zip(coefficients, powers))
            return (value - target(x)) * weight(x)

        # One extremum per run of equal sign.
        errors = [(error(x), x) for x in grid]
        extrema = [errors[0]]
        for e in errors[1:]:
            if (e[0] > 0) == (extrema[-1][0] > 0):
                extrema[-1] = max(extrema[-1], e, key=lambda t: abs(t[0]))
            else:
                extrema.append(e)
        if len(extrema) < n + 1:
            break
        while len(extrema) > n + 1:
            drop = 0 if abs(extrema[0][0]) < abs(extrema[-1][0]) else -1
            extrema.pop(drop)
        nodes = [x for _, x in extrema]
        sizes = [abs(e) for e, _ in extrema]
        if max(sizes) < min(sizes) * mpf("1.001"):
            break
    return coefficients


def fit(name, target, weight, lo, hi, degree):
    lo, hi = mpf(lo), mpf(hi)
    exact = remez(target, weight, lo, hi, list(range(degree + 1)))
    rounded = [f32(c) for c in exact]

    def worst(coefficients):
        value = lambda x: sum(c * x**i for i, c in enumerate(coefficients))
        points = chebyshev_points(lo, hi, 1001)
        return float(log(max(abs((value(x) - target(x)) * weight(x)) for x in points), 2))

    print(f"{name}: weighted error 2^{worst(exact):.1f}, rounded 2^{worst(rounded):.1f}")
    print("  " + ", ".join(float(c).hex() for c in rounded))


def normal_ratio(w):
    """Returns z / x where x = P(|Z| < z) of a normal Z, and w = -log(1 - x^2)."""
    x = sqrt(-expm1(-w))
    if not x:
        return sqrt(pi / 2)
    tail = exp(-w) / (1 + x)
    z = sqrt(2 * w) if w > 1 else x * sqrt(pi / 2)
    for _ in range(60):  # Newton's method on the logarithm of the tail.
        value = erfc(z / sqrt(mpf(2)))
        step = (log(value) - log(tail)) * value / (sqrt(2 / pi) * exp(-z * z / 2))
        z += step
        if abs(step) < mpf(2) ** -150:
            break
    return z / x


def split(name, value, parts):
    out = []
    for _ in range(parts):
        out.append(f32(value))
        value -= out[-1]
    print(f"{name}: " + ", ".join(float(p).hex() for p in out))


def main():
    tiny = mpf(2) ** -12  # Keeps targets such as (exp(x)-1-x)/x^2 off 0/0.
    half_ln2 = log(2) / 2 * mpf("1.0001")
    fit("exp: 1 + r + r^2 P(r)", lambda r: (expm1(r) - r) / r**2 if r else mpf(1) / 2,
        lambda r: r**2, -half_ln2, half_ln2 + tiny**2, 4)
    fit("log: f - f^2/2 + f^3 P(f)", lambda f: (log1p(f) - f + f**2 / 2) / f**3,
        lambda f: f**3 / log1p(f), sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1 + tiny**2, 8)
    w_max = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2
    fit("atanh: s + s^3/3 + s^5 Q(s^2)",
        lambda w: (atanh(sqrt(w)) / sqrt(w) - 1 - w / 3) / w**2, lambda w: w**2,
        tiny, w_max * mpf("1.0001"), 3)
    fit("tanh: x + x^3 P(x^2)", lambda w: (tanh(sqrt(w)) / sqrt(w) - 1) / w,
        lambda w: w * sqrt(w) / tanh(sqrt(w)), tiny, mpf("0.625") ** 2, 4)
    fit("erf: x + x P(x^2)", lambda w: erf(sqrt(w)) / sqrt(w) - 1,
        lambda w: sqrt(w) / erf(sqrt(w)), tiny**2, mpf("0.921875") ** 2, 6)
    fit("log erfc: P(a)", lambda a: log(erfc(a)), lambda a: erfc(a) / erf(a),
        "0.921875", 4, 8)
    k = mpf(3)
    fit("erfc(a) exp(a^2) (1 + 2a): P((a - 3) / (a + 3))",
        lambda u: (lambda a: erfc(a) * exp(a * a) * (1 + 2 * a))(k * (1 + u) / (1 - u)),
        lambda u: 1, (mpf("0.45") - k) / (mpf("0.45") + k), (mpf("10.1") - k) / (mpf("10.1") + k), 10)
    quarter_pi = pi / 4 * mpf("1.0001")
    fit("sin: x + x^3 P(x^2)", lambda w: (sin(sqrt(w)) / sqrt(w) - 1) / w,
        lambda w: w * sqrt(w) / sin(sqrt(w)), tiny, quarter_pi**2, 3)
    fit("cos: 1 - x^2/2 + x^4 P(x^2)", lambda w: (cos(sqrt(w)) - 1 + w / 2) / w**2,
        lambda w: w**2 / cos(sqrt(w)), tiny, quarter_pi**2, 2)
    fit("atan: x + x^3 P(x^2)", lambda w: (atan(sqrt(w)) / sqrt(w) - 1) / w,
        lambda w: w * sqrt(w) / atan(sqrt(w)), tiny**2, (sqrt(mpf(2)) - 1) ** 2 * mpf("1.0001"), 4)
    central = mpf("3.125")
    fit("normal quantile: x P(w - 3.125)", lambda d: normal_ratio(d + central),
        lambda d: 1 / normal_ratio(d + central), -central, central, 10)
    tail = mpf("3.5625")
    fit("normal quantile: x P(sqrt(w) - 3.5625)", lambda d: normal_ratio((d + tail) ** 2),
        lambda d: 1 / normal_ratio((d + tail) ** 2), "-1.0625", "1.078125", 8)
    split("log2(e)", 1 / log(2), 1)
    split("ln(2)", log(2), 2)
    split("2/ln(2)", 2 / log(2), 2)
    split("log10(2)", log(2) / log(10), 2)
    split("1/3", mpf(1) / 3, 2)
    split("pi/2", pi / 2, 3)


if __name__ == "__main__":
    main()
