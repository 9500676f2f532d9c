#include "scrim/spaces/dataset_metrics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/errors/error.hpp"
#include "support/distances/dataset_distances.hpp"

namespace scrim::dataset_metrics_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <Atom T>
std::vector<std::vector<T>> all_vectors(const std::vector<T>& alphabet, std::size_t least_rows,
                                        std::size_t most_rows) {
  std::vector<std::vector<T>> result;
  std::vector<std::vector<T>> of_one_size{{}};
  for (std::size_t rows = 0; rows <= most_rows; ++rows) {
    if (rows >= least_rows) result.insert(result.end(), of_one_size.begin(), of_one_size.end());
    std::vector<std::vector<T>> longer;
    for (const auto& vector : of_one_size) {
      for (const T& letter : alphabet) {
        longer.push_back(vector);
        longer.back().push_back(letter);
      }
    }
    of_one_size = std::move(longer);
  }
  return result;
}

/// Letters replaced by the index of the first letter that is the same value, sorted if the order
/// of rows does not matter: equal exactly for vectors that the metric must not tell apart.
template <class M, Atom T>
std::vector<std::size_t> identity_of(const std::vector<T>& rows, const std::vector<T>& alphabet) {
  std::vector<std::size_t> identity;
  for (const T& row : rows) {
    const auto first = std::find_if(alphabet.begin(), alphabet.end(), [&](const T& letter) {
      return letter == row || (letter != letter && row != row);
    });
    identity.push_back(static_cast<std::size_t>(first - alphabet.begin()));
  }
  if (!M::ordered) std::sort(identity.begin(), identity.end());
  return identity;
}

template <class M, Atom T>
void expect_metric_axioms(const std::vector<T>& alphabet, std::size_t most_rows) {
  for (std::size_t size = 0; size <= (M::needs_known_size ? most_rows : 0); ++size) {
    const auto vectors = M::needs_known_size ? all_vectors(alphabet, size, size)
                                             : all_vectors(alphabet, 0, most_rows);
    const std::size_t count = vectors.size();
    std::vector<std::vector<std::size_t>> identities;
    for (const auto& x : vectors) identities.push_back(identity_of<M>(x, alphabet));
    std::vector<std::vector<std::uint32_t>> d(count, std::vector<std::uint32_t>(count));
    for (std::size_t x = 0; x < count; ++x) {
      for (std::size_t y = 0; y < count; ++y) d[x][y] = distance(M{}, vectors[x], vectors[y]);
    }
    for (std::size_t x = 0; x < count; ++x) {
      for (std::size_t y = 0; y < count; ++y) {
        ASSERT_EQ(d[x][y] == 0, identities[x] == identities[y]) << x << ' ' << y;
        ASSERT_EQ(d[x][y], d[y][x]) << x << ' ' << y;
        for (std::size_t z = 0; z < count; ++z) {
          ASSERT_LE(d[x][z], d[x][y] + d[y][z]) << x << ' ' << y << ' ' << z;
        }
      }
    }
  }
}

template <class M>
class DatasetMetricAxioms : public testing::Test {};
using AllDatasetMetrics =
    testing::Types<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance>;
TYPED_TEST_SUITE(DatasetMetricAxioms, AllDatasetMetrics);

TYPED_TEST(DatasetMetricAxioms, hold_on_all_vectors_of_four_rows) {
  expect_metric_axioms<TypeParam, int>({7, -7, 0}, 4);
}

TYPED_TEST(DatasetMetricAxioms, hold_with_nan_and_two_zeros) {
  expect_metric_axioms<TypeParam, double>({nan, -0.0, 0.0, -inf, -nan}, 3);
}

TYPED_TEST(DatasetMetricAxioms, hold_at_the_edges_of_doubles) {
  using Limits = std::numeric_limits<double>;
  expect_metric_axioms<TypeParam, double>(
      {-inf, -Limits::max(), -1.0, -0.0, 0.0, Limits::denorm_min(), 1.0, Limits::max(), inf, nan},
      2);
}

TYPED_TEST(DatasetMetricAxioms, hold_on_strings_and_booleans) {
  expect_metric_axioms<TypeParam, std::string>({"", "a", std::string("a\0", 2), "b"}, 3);
  expect_metric_axioms<TypeParam, std::string_view>({"x", "y"}, 4);
  expect_metric_axioms<TypeParam, bool>({false, true}, 4);
}

// The definitions of the four metrics, as numbers of single edits, found by breadth-first search.

using Rows = std::vector<int>;
const Rows letters = {0, 1, 2};
constexpr std::size_t most_rows = 4;

template <class Edit>
void for_each_insertion(const Rows& rows, Edit edit) {
  if (rows.size() == most_rows) return;
  for (std::size_t at = 0; at <= rows.size(); ++at) {
    for (const int letter : letters) {
      Rows edited = rows;
      edited.insert(edited.begin() + static_cast<std::ptrdiff_t>(at), letter);
      edit(edited);
    }
  }
}

template <class Edit>
void for_each_deletion(const Rows& rows, Edit edit) {
  for (std::size_t at = 0; at < rows.size(); ++at) {
    Rows edited = rows;
    edited.erase(edited.begin() + static_cast<std::ptrdiff_t>(at));
    edit(edited);
  }
}

template <class Edit>
void for_each_change(const Rows& rows, Edit edit) {
  for (std::size_t at = 0; at < rows.size(); ++at) {
    for (const int letter : letters) {
      Rows edited = rows;
      edited[at] = letter;
      edit(edited);
    }
  }
}

/// The least number of edits from x to every reachable vector. Unordered vectors are kept sorted:
/// to permute them is free.
template <class M>
std::map<Rows, std::uint32_t> edits_from(Rows x) {
  const auto normal = [](Rows rows) {
    if (!M::ordered) std::sort(rows.begin(), rows.end());
    return rows;
  };
  std::map<Rows, std::uint32_t> edits{{normal(x), 0}};
  std::queue<Rows> open;
  open.push(normal(x));
  while (!open.empty()) {
    const Rows rows = open.front();
    open.pop();
    const std::uint32_t next = edits.at(rows) + 1;
    const auto visit = [&](const Rows& edited) {
      if (edits.emplace(normal(edited), next).second) open.push(normal(edited));
    };
    if constexpr (M::needs_known_size) {
      for_each_change(rows, visit);
    } else {
      for_each_insertion(rows, visit);
      for_each_deletion(rows, visit);
    }
  }
  return edits;
}

TYPED_TEST(DatasetMetricAxioms, distance_is_the_least_number_of_edits) {
  const auto vectors = all_vectors(letters, 0, most_rows);
  for (const Rows& x : vectors) {
    const auto edits = edits_from<TypeParam>(x);
    for (const Rows& y : vectors) {
      if (TypeParam::needs_known_size && x.size() != y.size()) continue;
      Rows normal_y = y;
      if (!TypeParam::ordered) std::sort(normal_y.begin(), normal_y.end());
      ASSERT_EQ(distance(TypeParam{}, x, y), edits.at(normal_y));
    }
  }
}

TEST(ChangeOneDistance, is_the_hamming_distance_of_the_best_pairing) {
  for (const Rows& x : all_vectors(letters, 4, 4)) {
    for (const Rows& y : all_vectors(letters, 4, 4)) {
      Rows paired = y;
      std::sort(paired.begin(), paired.end());
      std::uint32_t best = 4;
      do {
        best = std::min(best, distance(HammingDistance{}, x, paired));
      } while (std::next_permutation(paired.begin(), paired.end()));
      ASSERT_EQ(distance(ChangeOneDistance{}, x, y), best);
    }
  }
}

TEST(DatasetMetrics, agree_on_worked_examples) {
  const std::vector<int> x{1, 2, 3, 4};
  const std::vector<int> y{2, 3, 4, 1};
  EXPECT_EQ(distance(SymmetricDistance{}, x, y), 0u);
  EXPECT_EQ(distance(InsertDeleteDistance{}, x, y), 2u);
  EXPECT_EQ(distance(ChangeOneDistance{}, x, y), 0u);
  EXPECT_EQ(distance(HammingDistance{}, x, y), 4u);
  const std::vector<int> repeated{1, 1, 1};
  EXPECT_EQ(distance(SymmetricDistance{}, repeated, {1}), 2u);
  EXPECT_EQ(distance(InsertDeleteDistance{}, {}, x), 4u);
}

// Longer vectors are compared in another way than short ones.
TEST(DatasetMetrics, count_rows_as_often_as_they_are_in_vectors_of_any_length) {
  for (const std::size_t times : {1U, 7U, 8U, 9U, 20U}) {
    std::vector<int> many(times, 5);
    many.push_back(6);
    const std::vector<int> one{5, 7};
    EXPECT_EQ(distance(SymmetricDistance{}, many, one), times + 1);
    EXPECT_EQ(distance(SymmetricDistance{}, one, many), times + 1);
    std::vector<int> changed(times, 5);
    changed.push_back(7);
    changed.front() = 6;
    EXPECT_EQ(distance(ChangeOneDistance{}, many, changed), 1U);
  }
}

TEST(DatasetMetrics, hold_integers_at_their_extremes) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> x{Limits::min(), Limits::max(), 0};
  const std::vector<std::int64_t> y{Limits::max(), Limits::min(), -1};
  EXPECT_EQ(distance(SymmetricDistance{}, x, y), 2u);
  EXPECT_EQ(distance(ChangeOneDistance{}, x, y), 1u);
  EXPECT_EQ(distance(HammingDistance{}, x, y), 3u);
  EXPECT_EQ(distance(InsertDeleteDistance{}, x, y), 4u);
}

TEST(DatasetMetrics, take_spans) {
  const std::array<bool, 3> x{true, false, true};
  const std::array<bool, 3> y{false, true, true};
  EXPECT_EQ(distance(HammingDistance{}, std::span<const bool>(x), std::span<const bool>(y)), 2u);
  EXPECT_EQ(distance(SymmetricDistance{}, std::span<const bool>(x), std::span<const bool>(y)), 0u);
}

TEST(DatasetMetrics, of_one_size_refuse_two_sizes) {
  const std::vector<int> x{1, 2};
  const std::vector<int> y{1, 2, 3};
  const auto refusal = [&](auto metric) -> std::string {
    try {
      static_cast<void>(distance(metric, x, y));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(ChangeOneDistance{}), "vectors of two sizes");
  EXPECT_EQ(refusal(HammingDistance{}), "vectors of two sizes");
  EXPECT_EQ(refusal(SymmetricDistance{}), "accepted");
  EXPECT_EQ(refusal(InsertDeleteDistance{}), "accepted");
}

TEST(DatasetMetrics, say_whether_order_and_size_matter) {
  static_assert(!SymmetricDistance::ordered && !SymmetricDistance::needs_known_size);
  static_assert(InsertDeleteDistance::ordered && !InsertDeleteDistance::needs_known_size);
  static_assert(!ChangeOneDistance::ordered && ChangeOneDistance::needs_known_size);
  static_assert(HammingDistance::ordered && HammingDistance::needs_known_size);
  EXPECT_EQ(SymmetricDistance{}.describe(), "symmetric_distance()");
  EXPECT_EQ(InsertDeleteDistance{}.describe(), "insert_delete_distance()");
  EXPECT_EQ(ChangeOneDistance{}.describe(), "change_one_distance()");
  EXPECT_EQ(HammingDistance{}.describe(), "hamming_distance()");
  EXPECT_EQ(HammingDistance{}, HammingDistance{});
}

}  // namespace
}  // namespace scrim::dataset_metrics_test
