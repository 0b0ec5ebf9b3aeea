"""SIMD pieces for compiled code: numbers that Numba works on several at a time.

- `float64x8`: steps on flat arrays of float64, eight neighbouring numbers at a time.
- `vectors`: a Numba type for a short row of numbers held in registers, with arithmetic.
- `streams`: the random streams of `mendax.core.streams`, compiled.
"""
