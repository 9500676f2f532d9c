// The most that groups lose together, over all ways to spread a change over them.
//
// Proof: make_parallel.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrim/spaces/keyed_distance.hpp"

namespace scrim {

/// A number of rows as a distance of datasets.
/// Precondition (checked, else overflow): it is at most 2^32 - 1.
[[nodiscard]] std::uint32_t rows_of_a_group(std::uint64_t rows);

/// The numbers of rows at which to ask what a group loses, rising, the last of them the most that
/// the change allows in a group. All there are, where these are some thousands; else some of them,
/// each within a thousandth of the one before.
///
/// Precondition (checked): there is a change, and at most 2^32 - 1 rows of a group do.
[[nodiscard]] std::vector<std::uint32_t> rows_to_price(const KeyedChange& d);

/// An upper bound of loss(r_1) + ... + loss(r_m) over all m <= d.groups() numbers from 1 to
/// d.in_each() whose sum is at most d.total(), exact and then rounded up. `losses` are those at
/// `rows`, each of which holds for fewer rows, too.
///
/// It is the largest of these sums where `rows` are all there are and one of these holds: the
/// change fills whole groups, the loss is convex in the rows, or the numbers are small enough to
/// try all (groups * rows of a group * rows in all up to 2^19; without the first factor, where
/// groups are no fewer than rows in all). Elsewhere it exceeds that by less than the loss of one
/// group.
///
/// Precondition (caller): `rows` are rows_to_price(d); no loss is NaN or negative.
[[nodiscard]] double worst_spread(const KeyedChange& d, std::span<const std::uint32_t> rows,
                                  std::span<const double> losses);

/// `loss` for each row of the change, rounded up.
[[nodiscard]] double loss_of_each_row(const KeyedChange& d, double loss);

/// `loss` times the largest sum of squares r_1^2 + ... + r_m^2, rounded up.
[[nodiscard]] double loss_of_squares(const KeyedChange& d, double loss);

}  // namespace scrim
