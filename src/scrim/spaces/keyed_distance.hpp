// How far apart keyed counts are: in how many groups, by how much in all, by how much in each.
//
// Proof: keyed_distance.proof.md
#pragma once

#include <cstdint>
#include <string>

#include "scrim/numbers/uint128.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// Bounds on how keyed counts differ, each of which is attained by some that obey all three: what
/// the others rule out is taken off. So bounds that allow the same are equal.
class KeyedChange {
 public:
  /// No difference at all.
  constexpr KeyedChange() = default;

  /// At most so many groups differ, by so much in all, and by so much in each.
  constexpr KeyedChange(std::uint64_t groups, std::uint64_t total, std::uint64_t in_each) noexcept
      : groups_(least(groups, total)), total_(total), in_each_(least(in_each, total)) {
    // A group that differs does so by 1 at least, and by no more than all of them.
    const uint128 most = uint128{groups_} * in_each_;
    if (most < total_) total_ = static_cast<std::uint64_t>(most);
    if (total_ == 0) *this = KeyedChange();
  }

  /// In how many groups the counts differ: L0.
  [[nodiscard]] constexpr std::uint64_t groups() const noexcept { return groups_; }
  /// By how much in all: L1.
  [[nodiscard]] constexpr std::uint64_t total() const noexcept { return total_; }
  /// By how much in each of them: L-infinity.
  [[nodiscard]] constexpr std::uint64_t in_each() const noexcept { return in_each_; }

  friend constexpr bool operator==(const KeyedChange&, const KeyedChange&) = default;

 private:
  [[nodiscard]] static constexpr std::uint64_t least(std::uint64_t a, std::uint64_t b) noexcept {
    return a < b ? a : b;
  }

  std::uint64_t groups_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t in_each_ = 0;
};

[[nodiscard]] constexpr bool is_distance(const KeyedChange&) { return true; }

/// A partial order: of (1, 2, 2) and (2, 2, 1) neither is within the other.
[[nodiscard]] constexpr bool within(const KeyedChange& a, const KeyedChange& b) {
  return a.groups() <= b.groups() && a.total() <= b.total() && a.in_each() <= b.in_each();
}

[[nodiscard]] inline std::string describe_distance(const KeyedChange& d) {
  return "(groups=" + describe_value(d.groups()) + ", total=" + describe_value(d.total()) +
         ", in_each=" + describe_value(d.in_each()) + ")";
}

/// With x(k) the count of key k, 0 if it does not occur: the number of k at which x(k) and y(k)
/// differ, the sum of |x(k) - y(k)|, and the largest of them. x and y are d-close if all three are
/// within d.
struct KeyedDistance {
  using Distance = KeyedChange;
  static constexpr bool accepts_nan = false;

  [[nodiscard]] std::string describe() const { return "keyed_distance()"; }

  friend constexpr bool operator==(KeyedDistance, KeyedDistance) = default;
};

template <Key K>
inline constexpr bool is_metric_space<KeyedCountsDomain<K>, KeyedDistance> = true;

}  // namespace scrim
