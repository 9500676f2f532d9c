#include "scrim/spaces/keyed_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/distances/keyed_distances.hpp"

namespace scrim::keyed_distance_test {
namespace {

using distances::keyed_difference;
using distances::KeyedDifference;

using Groups = KeyedCounts<std::int64_t>;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// keyed_distance.proof.md

/// By how much up to three groups can differ: (groups, total, in each) of every spread.
std::vector<KeyedDifference> small_differences() {
  std::vector<KeyedDifference> all;
  for (std::uint64_t a = 0; a <= 4; ++a) {
    for (std::uint64_t b = 0; b <= a; ++b) {
      for (std::uint64_t c = 0; c <= b; ++c) {
        const auto occurs = [](std::uint64_t x) { return x == 0 ? 0U : 1U; };
        all.push_back({std::uint64_t{occurs(a) + occurs(b) + occurs(c)}, a + b + c, a});
      }
    }
  }
  return all;
}

/// Bounds as they are given, and which differences they allow.
struct Bounded {
  KeyedDifference bounds;
  std::vector<bool> allowed;
};

std::vector<Bounded> small_bounds() {
  std::vector<Bounded> all;
  for (std::uint64_t groups = 0; groups <= 3; ++groups) {
    for (std::uint64_t total = 0; total <= 13; ++total) {
      for (std::uint64_t in_each = 0; in_each <= 4; ++in_each) {
        Bounded bounded{{groups, total, in_each}, {}};
        for (const auto& found : small_differences()) {
          bounded.allowed.push_back(found.groups <= groups && found.total <= total &&
                                    found.in_each <= in_each);
        }
        all.push_back(bounded);
      }
    }
  }
  return all;
}

KeyedChange change_of(const KeyedDifference& bounds) {
  return {bounds.groups, bounds.total, bounds.in_each};
}

TEST(KeyedChange, is_the_largest_of_each_that_its_bounds_allow) {
  const auto differences = small_differences();
  for (const auto& [bounds, allowed] : small_bounds()) {
    KeyedDifference largest;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      if (!allowed[i]) continue;
      largest.groups = std::max(largest.groups, differences[i].groups);
      largest.total = std::max(largest.total, differences[i].total);
      largest.in_each = std::max(largest.in_each, differences[i].in_each);
    }
    const KeyedChange change = change_of(bounds);
    EXPECT_EQ(change.groups(), largest.groups) << describe_distance(change);
    EXPECT_EQ(change.total(), largest.total) << describe_distance(change);
    EXPECT_EQ(change.in_each(), largest.in_each) << describe_distance(change);
  }
}

TEST(KeyedChange, is_within_another_just_where_that_allows_all_that_it_does) {
  const auto all = small_bounds();
  for (const auto& a : all) {
    for (const auto& b : all) {
      bool is_contained = true;
      for (std::size_t i = 0; i < a.allowed.size(); ++i) {
        is_contained = is_contained && (!a.allowed[i] || b.allowed[i]);
      }
      EXPECT_EQ(within(change_of(a.bounds), change_of(b.bounds)), is_contained);
      EXPECT_EQ(change_of(a.bounds) == change_of(b.bounds), a.allowed == b.allowed);
    }
  }
}

TEST(KeyedChange, does_not_wrap_where_products_do_not_fit) {
  const KeyedChange all(most, most, most);
  EXPECT_EQ(all.groups(), most);
  EXPECT_EQ(all.total(), most);
  EXPECT_EQ(all.in_each(), most);
  // 2^32 * 2^32 = 2^64, which a word takes for 0.
  const KeyedChange wide(std::uint64_t{1} << 32, most, std::uint64_t{1} << 32);
  EXPECT_EQ(wide.total(), most);
  EXPECT_EQ(KeyedChange(3, most, 2).total(), 6U);
}

TEST(KeyedChange, is_nothing_where_a_bound_is_0) {
  for (const auto& nothing : {KeyedChange(0, 5, 5), KeyedChange(5, 0, 5), KeyedChange(5, 5, 0)}) {
    EXPECT_EQ(nothing, KeyedChange());
  }
  EXPECT_EQ(describe_distance(KeyedChange(2, 2, 1)), "(groups=2, total=2, in_each=1)");
}

TEST(KeyedDistance, counts_keys_that_only_one_has) {
  const Groups x{{-1, 3, 7}, {2, 5, 1}};
  const Groups y{{3, 7, 8}, {1, 1, 9}};
  const KeyedDifference apart = keyed_difference(x, y);  // -1: 2, 3: 4, 7: 0, 8: 9
  EXPECT_EQ(apart.groups, 3U);
  EXPECT_EQ(apart.total, 15U);
  EXPECT_EQ(apart.in_each, 9U);
  EXPECT_EQ(distance(KeyedDistance{}, x, x), KeyedChange());
  EXPECT_EQ(distance(KeyedDistance{}, x, Groups{}), KeyedChange(3, 8, 5));
}

TEST(KeyedDistance, obeys_the_triangle_inequality_in_each_part) {
  std::vector<Groups> all;
  for (std::uint64_t a = 0; a <= 3; ++a) {
    for (std::uint64_t b = 0; b <= 3; ++b) {
      Groups groups;
      if (a > 0) groups.keys.push_back(1), groups.counts.push_back(a);
      if (b > 0) groups.keys.push_back(2), groups.counts.push_back(b);
      all.push_back(groups);
    }
  }
  for (const auto& x : all) {
    for (const auto& y : all) {
      for (const auto& z : all) {
        const auto xy = keyed_difference(x, y);
        const auto yz = keyed_difference(y, z);
        const auto xz = keyed_difference(x, z);
        EXPECT_LE(xz.groups, xy.groups + yz.groups);
        EXPECT_LE(xz.total, xy.total + yz.total);
        EXPECT_LE(xz.in_each, xy.in_each + yz.in_each);
      }
    }
  }
}

TEST(KeyedCountsDomain, holds_keys_that_rise_with_counts_from_1_on) {
  const auto domain = keyed_counts_domain<std::int64_t>();
  EXPECT_TRUE(domain.contains({}));
  EXPECT_TRUE(domain.contains({{-5, 0, 9}, {1, most, 2}}));
  EXPECT_FALSE(domain.contains({{1, 1}, {1, 1}}));
  EXPECT_FALSE(domain.contains({{2, 1}, {1, 1}}));
  EXPECT_FALSE(domain.contains({{1, 2}, {1, 0}}));
  EXPECT_FALSE(domain.contains({{1, 2}, {1}}));
  EXPECT_EQ(domain.describe(), "keyed_counts_domain(int)");
}

TEST(KeyedCountsDomain, orders_texts_by_their_bytes) {
  using Texts = KeyedCounts<std::string>;
  const auto domain = keyed_counts_domain<std::string>();
  EXPECT_TRUE(domain.contains(Texts{{"", "Z", "a", "\xc3\xa9"}, {1, 1, 1, 1}}));
  EXPECT_FALSE(domain.contains(Texts{{"\xc3\xa9", "a"}, {1, 1}}));
}

}  // namespace
}  // namespace scrim::keyed_distance_test
