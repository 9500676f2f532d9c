// Tallies that one reads for: their counts are those of each alone.
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "scrim/core/accumulation.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/numbers/number.hpp"
#include "support/arithmetic_settings.hpp"

namespace scrim::candidate_tally_test {
namespace {

template <class T>
using Lists = std::vector<std::vector<T>>;

template <Number T>
std::vector<std::byte> saved(const CandidateTally<T>& tally) {
  StateWriter writer;
  tally.save(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

template <Number T>
std::vector<CandidateTally<T>> tallies_of(const Lists<T>& lists) {
  std::vector<CandidateTally<T>> tallies;
  for (const auto& candidates : lists) tallies.emplace_back(candidates);
  return tallies;
}

template <Number T>
std::optional<JointCandidateTally<T>> joined(const std::vector<CandidateTally<T>>& tallies) {
  std::vector<const CandidateTally<T>*> all;
  for (const auto& tally : tallies) all.push_back(&tally);
  return CandidateTally<T>::join(all);
}

/// Reads rows in pieces, handed over one by one.
template <Number T>
void expect_counts_of_each_alone(const Lists<T>& lists, const std::vector<T>& rows) {
  auto alone = tallies_of(lists);
  auto handed = tallies_of(lists);
  auto joint = joined(handed);
  ASSERT_TRUE(joint.has_value());
  std::vector<CandidateTally<T>*> states;
  for (auto& tally : handed) states.push_back(&tally);
  const std::span<const T> all(rows);
  for (const auto piece : {all.first(rows.size() / 3), all.subspan(rows.size() / 3)}) {
    joint->update(piece);
    for (auto& tally : alone) tally.update(piece);
    joint->hand_over(states);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      EXPECT_EQ(handed[i].counts().below, alone[i].counts().below) << "list " << i;
      EXPECT_EQ(handed[i].counts().equal, alone[i].counts().equal) << "list " << i;
      EXPECT_EQ(saved(handed[i]), saved(alone[i])) << "list " << i;
    }
  }
}

template <class T>
class Joining : public testing::Test {};
using Numbers = testing::Types<double, float, std::int64_t, std::uint64_t, std::int8_t>;
TYPED_TEST_SUITE(Joining, Numbers);

TYPED_TEST(Joining, gives_the_counts_of_each_alone) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  std::vector<T> rows{Limits::lowest(), Limits::max(), T{0}, T{1}, T{2}, T{3}, T{5}, T{100}};
  if constexpr (Float<T>) {
    for (const T row : {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
                        -Limits::infinity(), T{-0.0}, T{0.5}, Limits::denorm_min(), T{2.5}}) {
      rows.push_back(row);
    }
  }
  std::mt19937_64 stream(1);
  for (int i = 0; i < 5000; ++i) rows.push_back(static_cast<T>(stream() % 104));
  expect_counts_of_each_alone<T>({{1, 3, 5}, {2}}, rows);
  expect_counts_of_each_alone<T>({{1, 3, 5}, {1, 3, 5}}, rows);
  expect_counts_of_each_alone<T>({{0, 100}, {3}, {1, 2, 4, 8, 16, 32, 64}}, rows);
  expect_counts_of_each_alone<T>({{5}, {0, 1}}, {});
  expect_counts_of_each_alone<T>({{5}, {0, 1}}, {T{5}});
  if constexpr (Float<T>) {
    expect_counts_of_each_alone<T>({{T{-0.0}, T{1}}, {T{0.0}, T{2}}}, rows);
  }
}

/// All pairs of lists out of five numbers, and rows on, between and beyond them.
TEST(JoiningTallies, gives_the_counts_of_each_alone_for_all_small_lists) {
  const auto list = [](unsigned chosen) {
    std::vector<double> candidates;
    for (unsigned i = 0; i < 5; ++i) {
      if ((chosen >> i & 1U) != 0) candidates.push_back(i);
    }
    return candidates;
  };
  std::vector<double> rows;
  for (int i = -1; i <= 10; ++i) rows.insert(rows.end(), static_cast<std::size_t>(i + 2), i / 2.0);
  for (unsigned first = 1; first < 32; ++first) {
    for (unsigned second = 1; second < 32; ++second) {
      expect_counts_of_each_alone<double>({list(first), list(second)}, rows);
    }
  }
}

std::vector<double> spaced(std::size_t count, double step) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i) * step);
  return numbers;
}

/// So uneven that no table separates them.
std::vector<double> uneven(std::size_t count) {
  std::vector<double> numbers{0.0};
  for (std::size_t i = 1; i < count; ++i) numbers.push_back(numbers.back() * 4 + 1);
  return numbers;
}

TEST(JoiningTallies, is_done_where_it_is_less_work) {
  const auto is_joined = [](const Lists<double>& lists) {
    return joined(tallies_of(lists)).has_value();
  };
  EXPECT_TRUE(is_joined({spaced(1001, 1.0), spaced(51, 20.0)}));
  EXPECT_TRUE(is_joined({uneven(30), spaced(51, 20.0)})) << "a tree for a tree and a table";
  const auto barely_above = std::vector{0.0, 1.0 + 0x1p-40, 2.0};
  EXPECT_FALSE(is_joined({spaced(3, 1.0), barely_above})) << "a tree for two tables";
  EXPECT_TRUE(is_joined({spaced(3, 1.0), barely_above, spaced(5, 0.5)})) << "or for three";
  EXPECT_FALSE(is_joined({spaced(1500, 2.0), spaced(1500, 3.0)})) << "too many for lanes";
  EXPECT_TRUE(is_joined({spaced(5000, 2.0), spaced(11, 1.0)})) << "one has no lanes anyway";
}

/// A library built with fast-math takes subnormal numbers for zeros, also where candidates are
/// sorted.
TEST(JoiningTallies, does_not_depend_on_settings_of_the_processor) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  const auto tallies = tallies_of<double>({{0.0, 2 * least}, {least, 1.0}});
  for (const auto& setting : test::arithmetic_settings()) {
    const auto joint_of = [&] {
      const test::ForcedArithmetic forced(setting);
      return joined(tallies);
    };
    auto joint = joint_of();
    ASSERT_TRUE(joint.has_value()) << setting.name;
    auto handed = tallies;
    joint->update(std::vector{0.0, least, least, 2 * least, 2 * least, 2 * least, 1.0});
    joint->hand_over({handed.data(), handed.data() + 1});
    EXPECT_EQ(handed[0].counts().equal, (std::vector<std::uint64_t>{1, 3})) << setting.name;
    EXPECT_EQ(handed[1].counts().equal, (std::vector<std::uint64_t>{2, 1})) << setting.name;
    EXPECT_EQ(handed[1].counts().below, (std::vector<std::uint64_t>{1, 3, 0})) << setting.name;
  }
}

static_assert(JointAccumulator<CandidateTally<double>, std::span<const double>>);

}  // namespace
}  // namespace scrim::candidate_tally_test
