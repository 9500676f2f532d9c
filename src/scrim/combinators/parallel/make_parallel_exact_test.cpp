// The law of releases in all groups, by every tape of coins, against the price that is stated.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/transformations/count/row_count.hpp"
#include "support/grouped_rows.hpp"

namespace scrim::make_parallel_exact_test {
namespace {

using test::BlockMemory;
using test::GroupedRow;

constexpr std::size_t keys = 3;
constexpr std::int64_t most_rows = 3;  // of a group; more are as many
constexpr unsigned coins = 8;          // of equal probability

/// The coins that releases draw, one each.
std::vector<unsigned> tape;
std::size_t drawn = 0;

/// Of `coins`, how many say yes, for each number of rows.
using Yes = std::array<unsigned, most_rows + 1>;

/// How far apart the laws of one group are between so many rows and so many others.
double loss_between(const Yes& yes, std::int64_t a, std::int64_t b) {
  const auto p = [&](std::int64_t rows) {
    return static_cast<double>(yes[static_cast<std::size_t>(rows)]) / coins;
  };
  return std::max(std::abs(std::log(p(a) / p(b))), std::abs(std::log((1 - p(a)) / (1 - p(b)))));
}

/// Whether there are many rows, but for coins; its map is as tight as one is.
auto noisy_question(const Yes& yes) {
  auto fold = make_fold<Batch>(RowCount(), [yes](const RowCount& count) {
    const std::int64_t rows = std::min(count.finish(), most_rows);
    return tape.at(drawn++) < yes[static_cast<std::size_t>(rows)] ? 1 : 0;
  });
  return Measurement<TableDomain, SymmetricDistance, MaxDivergence, int>(
      test::values_table(), SymmetricDistance{}, MaxDivergence{}, std::move(fold),
      PrivacyMap<std::uint32_t>([yes](std::uint32_t d_in) {
        double most = 0.0;
        for (std::int64_t a = 0; a <= most_rows; ++a) {
          for (std::int64_t b = 0; b <= most_rows; ++b) {
            if (std::abs(a - b) <= static_cast<std::int64_t>(d_in)) {
              most = std::max(most, loss_between(yes, a, b));
            }
          }
        }
        return most;
      }));
}

using Sizes = std::array<std::int64_t, keys>;
using Law = std::map<std::vector<int>, unsigned>;  // by how many tapes

/// The law of all releases of groups of these sizes, over all tapes.
Law law_of(const Sizes& sizes, const Yes& yes) {
  const auto questions = make_parallel(noisy_question(yes), keys);
  std::vector<GroupedRow> rows;
  for (std::size_t key = 0; key < keys; ++key) {
    for (std::int64_t i = 0; i < sizes[key]; ++i) rows.push_back({static_cast<std::int64_t>(key)});
  }
  const BlockMemory<GroupedRow> memory(rows);
  Law law;
  for (unsigned a = 0; a < coins; ++a) {
    for (unsigned b = 0; b < coins; ++b) {
      for (unsigned c = 0; c < coins; ++c) {
        tape = {a, b, c};
        drawn = 0;
        ++law[questions.invoke(memory.block())];
        EXPECT_EQ(drawn, keys);
      }
    }
  }
  return law;
}

double divergence(const Law& p, const Law& q) {
  double most = 0.0;
  for (const auto& [release, times] : p) {
    most = std::max(most, std::abs(std::log(static_cast<double>(times) / q.at(release))));
  }
  return most;
}

void expect_price_is_attained(const Yes& yes) {
  std::vector<std::pair<Sizes, Law>> laws;
  for (std::int64_t a = 0; a <= most_rows; ++a) {
    for (std::int64_t b = 0; b <= most_rows; ++b) {
      for (std::int64_t c = 0; c <= most_rows; ++c)
        laws.emplace_back(Sizes{a, b, c}, law_of({a, b, c}, yes));
    }
  }
  // The largest divergence at each distance, exactly that.
  std::map<std::array<std::uint64_t, 3>, double> truth;
  for (const auto& [x, p] : laws) {
    for (const auto& [y, q] : laws) {
      std::array<std::uint64_t, 3> d{};
      for (std::size_t key = 0; key < keys; ++key) {
        const auto moved = static_cast<std::uint64_t>(std::abs(x[key] - y[key]));
        d[0] += moved == 0 ? 0 : 1;
        d[1] += moved;
        d[2] = std::max(d[2], moved);
      }
      truth[d] = std::max(truth[d], divergence(p, q));
    }
  }
  const auto questions = make_parallel(noisy_question(yes), keys);
  for (std::uint64_t groups = 0; groups <= keys; ++groups) {
    for (std::uint64_t total = 0; total <= 9; ++total) {
      for (std::uint64_t in_each = 0; in_each <= most_rows; ++in_each) {
        const KeyedChange d(groups, total, in_each);
        double most = 0.0;
        for (const auto& [other, loss] : truth) {
          if (within(KeyedChange(other[0], other[1], other[2]), d)) most = std::max(most, loss);
        }
        EXPECT_GE(questions.map(d), most - 1e-12) << describe_distance(d);
        EXPECT_LE(questions.map(d), most + 1e-12) << describe_distance(d);
      }
    }
  }
}

TEST(MakeParallelPrivacy, is_what_the_worst_spread_loses_and_no_less) {
  expect_price_is_attained({1, 2, 6, 7});  // concave: ln 3, ln 6, ln 7
  expect_price_is_attained({4, 4, 4, 7});  // one row is enough
  expect_price_is_attained({1, 2, 4, 7});
  expect_price_is_attained({2, 3, 5, 6});
}

TEST(MakeParallelPrivacy, groups_are_released_independently) {
  const Yes yes{1, 2, 6, 7};
  const Law law = law_of({3, 0, 2}, yes);
  for (const auto& [release, times] : law) {
    const auto ways = [&](std::size_t key, std::size_t rows) {
      return release[key] == 1 ? yes[rows] : coins - yes[rows];
    };
    EXPECT_EQ(times, ways(0, 3) * ways(1, 0) * ways(2, 2));
  }
}

}  // namespace
}  // namespace scrim::make_parallel_exact_test
