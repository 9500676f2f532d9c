// The law of a release of keyed counts under noise with a threshold, by its definition.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"

namespace scrim::test {

using LawReal = long double;

/// P[Z = z] for |z| <= reach, by what it is proportional to.
template <class Weight>
[[nodiscard]] std::vector<LawReal> noise_law(const Weight& weight, std::int64_t reach) {
  std::vector<LawReal> law;
  LawReal all = 0;
  for (std::int64_t z = -reach; z <= reach; ++z) {
    law.push_back(weight(z));
    all += law.back();
  }
  for (LawReal& mass : law) mass /= all;
  return law;
}

/// The outcomes for one key: that it is not released, that it is with the value threshold,
/// threshold
/// + 1, ..., top - 1, or with a larger one. A count of 0 is a key that does not occur.
[[nodiscard]] inline std::vector<LawReal> key_law(std::uint64_t count, std::uint64_t threshold,
                                                  std::uint64_t top,
                                                  const std::vector<LawReal>& noise) {
  std::vector<LawReal> law(top - threshold + 2);
  if (count == 0) {
    law.front() = 1;
    return law;
  }
  const auto reach = static_cast<std::int64_t>(noise.size() / 2);
  for (std::size_t i = noise.size(); i-- > 0;) {
    const std::int64_t noisy =
        static_cast<std::int64_t>(count) + static_cast<std::int64_t>(i) - reach;
    const auto first = static_cast<std::int64_t>(threshold);
    const auto last = static_cast<std::int64_t>(top);
    law[noisy < first ? 0 : static_cast<std::size_t>(std::min(noisy, last) - first) + 1] +=
        noise[i];
  }
  return law;
}

using KeyLaws = std::vector<std::vector<LawReal>>;

namespace keyed {

inline LawReal excess(const KeyLaws& p, const KeyLaws& q, std::size_t key, LawReal p_so_far,
                      LawReal weighted_q_so_far) {
  if (key == p.size()) return std::max(LawReal{0}, p_so_far - weighted_q_so_far);
  LawReal sum = 0;
  for (std::size_t outcome = 0; outcome < p[key].size(); ++outcome) {
    if (p[key][outcome] == 0) continue;
    sum += excess(p, q, key + 1, p_so_far * p[key][outcome], weighted_q_so_far * q[key][outcome]);
  }
  return sum;
}

}  // namespace keyed

/// The hockey stick between independent keys: the sum of [P - e^epsilon Q]+ over all outcomes.
[[nodiscard]] inline LawReal hockey_stick(const KeyLaws& p, const KeyLaws& q, LawReal epsilon) {
  return keyed::excess(p, q, 0, 1, std::exp(epsilon));
}

/// What a map says of each change, asked for once: many pairs are equally far apart.
class KnownLosses {
 public:
  template <class Measurement>
  [[nodiscard]] LossWithDelta map(const Measurement& measurement, const KeyedChange& d) {
    const auto [entry, is_new] = known_.try_emplace(std::array{d.groups(), d.total(), d.in_each()});
    if (is_new) entry->second = measurement.map(d);
    return entry->second;
  }

 private:
  std::map<std::array<std::uint64_t, 3>, LossWithDelta> known_;
};

/// Counts of keys 0, 1, ..., without those that are 0.
[[nodiscard]] inline KeyedCounts<std::int64_t> keyed_counts(
    const std::vector<std::uint64_t>& counts) {
  KeyedCounts<std::int64_t> groups;
  for (std::size_t key = 0; key < counts.size(); ++key) {
    if (counts[key] == 0) continue;
    groups.keys.push_back(static_cast<std::int64_t>(key));
    groups.counts.push_back(counts[key]);
  }
  return groups;
}

}  // namespace scrim::test
