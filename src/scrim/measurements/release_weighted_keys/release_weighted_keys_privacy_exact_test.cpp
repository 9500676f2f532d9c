// Releases of keys by weights of persons, all small ones: given that no key is told that only one
// of two neighbours has, the loss between them; how likely that is; and the hockey stick of all of
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"
#include "support/keyed_release_law.hpp"

namespace scrim::release_weighted_keys_privacy_exact_test {
namespace {

using test::LawReal;
using Weights = std::vector<std::uint64_t>;

constexpr std::size_t keys = 3;

/// What one person weighs in each key, by the keys that it is in.
std::vector<Weights> persons_of(const PersonWeightDistance& metric) {
  std::vector<Weights> persons;
  for (std::uint64_t set = 1; set < std::uint64_t{1} << keys; ++set) {
    const auto count = static_cast<std::uint64_t>(std::popcount(set));
    if (count > metric.groups) continue;
    Weights weights(keys);
    for (std::size_t key = 0; key < keys; ++key) {
      if ((set >> key & 1U) != 0) weights[key] = weight_in_each(metric.weight, count);
    }
    persons.push_back(weights);
  }
  return persons;
}

Weights with(Weights all, const Weights& person) {
  for (std::size_t key = 0; key < keys; ++key) all[key] += person[key];
  return all;
}

/// Of up to `most` persons.
std::set<Weights> tables_of(const std::vector<Weights>& persons, std::size_t most) {
  std::set<Weights> all{Weights(keys)};
  for (std::size_t i = 0; i < most; ++i) {
    for (const Weights& before : std::set<Weights>(all)) {
      for (const Weights& person : persons) all.insert(with(before, person));
    }
  }
  return all;
}

/// D_alpha(p || q).
LawReal renyi(const std::vector<LawReal>& p, const std::vector<LawReal>& q, LawReal alpha) {
  LawReal moment = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) moment += p[i] * std::exp((alpha - 1) * (std::log(p[i]) - std::log(q[i])));
  }
  return std::log(moment) / (alpha - 1);
}

struct Worst {
  LawReal loss = 0;   ///< as a part of what is stated
  LawReal delta = 0;  ///< likewise
};

/// Both ways between neighbours who differ by `persons` persons.
void expect_private(const PersonWeightDistance& metric, std::uint32_t persons, double scale,
                    std::uint64_t threshold, Worst& worst) {
  const auto release = make_release_weighted_keys(keyed_counts_domain<std::int64_t>(), metric,
                                                  Approximate<ZeroConcentratedDivergence>{},
                                                  {.scale = scale, .threshold = threshold});
  const LossWithDelta stated = release.map(persons);
  const auto noise = test::noise_law(
      [&](std::int64_t z) {
        return std::exp(-LawReal(z) * LawReal(z) / (2 * LawReal(scale) * scale));
      },
      static_cast<std::int64_t>(40 * scale) + 40);
  const auto of_one = persons_of(metric);
  const auto moves = tables_of(of_one, persons);
  // What is in a release besides: these weights take every key from nothing to far above.
  const auto tables = tables_of(of_one, 2);
  const std::vector<LawReal> orders = {1.0001L, 2, 16};
  // The outcomes of one key: not told, told.
  std::map<std::uint64_t, std::vector<LawReal>> laws;
  const auto law_of = [&](std::uint64_t weight) {
    const auto [entry, is_new] = laws.try_emplace(weight);
    if (is_new) entry->second = test::key_law(weight, threshold, threshold, noise);
    return entry->second;
  };
  const auto compare = [&](const Weights& x, const Weights& y) {
    test::KeyLaws p;
    test::KeyLaws q;
    LawReal none_told = 1;
    std::vector<LawReal> loss(orders.size());
    for (std::size_t key = 0; key < keys; ++key) {
      p.push_back(law_of(x[key]));
      q.push_back(law_of(y[key]));
      if (y[key] == 0) none_told *= p.back().front();
      if (x[key] == 0 || y[key] == 0) continue;
      for (std::size_t k = 0; k < orders.size(); ++k) {
        loss[k] += renyi(p.back(), q.back(), orders[k]);
      }
    }
    const std::string pair = testing::PrintToString(x) + " and " + testing::PrintToString(y) +
                             ", " + metric.describe() + ", scale " + std::to_string(scale) +
                             ", threshold " + std::to_string(threshold);
    ASSERT_LE(1 - none_told, stated.delta * (1 + 1e-14L) + 1e-17L) << pair;
    worst.delta = std::max(worst.delta, (1 - none_told) / stated.delta);
    for (std::size_t k = 0; k < orders.size(); ++k) {
      ASSERT_LE(loss[k], orders[k] * stated.loss * (1 + 1e-9L)) << pair;
      worst.loss = std::max(worst.loss, loss[k] / (orders[k] * stated.loss));
    }
    // All of it at once, as (epsilon, delta).
    for (const double epsilon : {0.0, 0.3, 2.0}) {
      const LawReal bound = stated.delta + delta_of_rho(stated.loss, epsilon);
      ASSERT_LE(test::hockey_stick(p, q, epsilon), bound * (1 + 1e-12L) + 1e-17L) << pair;
    }
  };
  for (const Weights& x : tables) {
    for (const Weights& move : moves) {
      compare(x, with(x, move));
      compare(with(x, move), x);
      if (testing::Test::HasFatalFailure()) return;
    }
    if (persons != 2) continue;
    for (const Weights& gone : of_one) {  // a person who changes is one who goes and one who comes
      for (const Weights& come : of_one) {
        compare(with(x, gone), with(x, come));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(ReleaseWeightedKeysPrivacy, is_what_the_map_says) {
  Worst of_one;
  Worst of_two;
  for (const PersonWeightDistance& metric : {PersonWeightDistance{.weight = 1, .groups = 1},
                                             PersonWeightDistance{.weight = 5, .groups = 2},
                                             PersonWeightDistance{.weight = 10, .groups = 3}}) {
    for (const double scale : {7.0 / 5.0, 10.0}) {
      for (const std::uint64_t above : {1U, 4U, 20U}) {
        expect_private(metric, 1, scale, metric.weight + above, of_one);
        expect_private(metric, 2, scale, 2 * metric.weight + above, of_two);
      }
    }
  }
  // The stated delta is the probability itself; of the loss, keys alone tell a part.
  EXPECT_GE(of_one.delta, 1 - 1e-12L);
  EXPECT_GE(of_two.delta, 1 - 1e-12L);
  EXPECT_GE(of_one.loss, 0.4L);
}

}  // namespace
}  // namespace scrim::release_weighted_keys_privacy_exact_test
