// Doubles as steps of a grid, rounded so that a whole step more is a whole step more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace scrim {

/// The integer n with n - 1/2 <= x / 2^exponent < n + 1/2, or the closest one within 2^62 of 0. A
/// NaN, which no domain here contains, is 0.
///
/// Half-way up, not half-way to even or away from 0: those can part numbers that are one step apart
/// by two.
/// Precondition (caller): |exponent| <= largest_grid_exponent.
[[nodiscard]] std::int64_t round_to_step(double x, int exponent) noexcept;

/// The same of each number: out[i] = round_to_step(in[i], exponent), several times as fast.
/// Precondition (caller): the spans have one length; |exponent| <= largest_grid_exponent.
void round_to_steps(std::span<const double> in, int exponent, std::span<std::int64_t> out) noexcept;

/// What a distance between numbers becomes between their steps, at most.
///   one number:              ceil(d_in / 2^exponent)
///   n numbers, in L1:        the same, and n - 1 more
///   n numbers, in L2:        d_in / 2^exponent + sqrt(n), rounded up
/// and 0 for 0, and where there are no numbers.
/// Precondition (checked): the result fits; else ErrorKind::overflow.
[[nodiscard]] std::uint64_t steps_apart(double d_in, int exponent);
[[nodiscard]] std::uint64_t steps_apart_l1(double d_in, int exponent, std::size_t size);
[[nodiscard]] double steps_apart_l2(double d_in, int exponent, std::size_t size);

}  // namespace scrim
