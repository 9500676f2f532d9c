#include "scrim/kernels/candidates/candidate_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::candidate_tree_test {
namespace {

template <class Key>
class TreeOf : public testing::Test {};
using Keys = testing::Types<double, std::int64_t>;
TYPED_TEST_SUITE(TreeOf, Keys);

/// Any keys, among them the ugly ones, in order.
template <class Key>
std::vector<Key> sorted_keys(std::size_t count) {
  std::set<Key> keys;
  for (std::uint64_t seed = 1; keys.size() < count; ++seed) {
    for (const Key key : test::ugly_rows<Key>(2 * count + 10, seed)) {
      if (key == key) keys.insert(key);
      if (keys.size() == count) break;
    }
  }
  return {keys.begin(), keys.end()};
}

TYPED_TEST(TreeOf, goes_down_as_the_scalar_meaning_on_every_instruction_set) {
  using Key = TypeParam;
  const std::vector<Key> keys = sorted_keys<Key>(8 * TreeNode<Key>::size);
  std::vector<TreeNode<Key>> level(8);
  for (std::size_t i = 0; i < keys.size(); ++i) level[i / 8].keys[i % 8] = keys[i];
  level.back().keys.fill(keys.back());  // the largest several times, as in a last node
  std::vector<Key> rows = test::ugly_rows<Key>(2048);
  for (std::size_t i = 0; i < rows.size(); i += 3) rows[i] = keys[i % keys.size()];

  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      const auto block = std::span<const Key>(rows).first(size);
      std::vector<std::uint32_t> places;
      std::vector<std::uint32_t> expected_places;
      std::vector<std::uint32_t> expected_slots;
      std::vector<std::uint32_t> entered(size, 99);
      std::vector<std::uint32_t> expected_entered;
      for (std::size_t i = 0; i < size; ++i) {
        expected_entered.push_back(keys_below(std::span<const Key>(keys), block[i]));
        places.push_back(static_cast<std::uint32_t>(i % level.size()));
        expected_places.push_back(descend(level.data(), places[i], block[i]));
        expected_slots.push_back(slot_in_leaf(level.data(), places[i], 113, block[i]));
      }
      std::vector<std::uint32_t> slots = places;
      TreeSteps<Key>::enter(keys, block, entered);
      TreeSteps<Key>::descend(level.data(), block, places);
      TreeSteps<Key>::find_slots(level.data(), 113, block, slots);
      ASSERT_EQ(entered, expected_entered) << set.name << ", size " << size;
      ASSERT_EQ(places, expected_places) << set.name << ", size " << size;
      ASSERT_EQ(slots, expected_slots) << set.name << ", size " << size;
    }
  }
}

/// By the definition of a slot.
template <class Key>
std::vector<std::uint32_t> plain_slots(std::span<const Key> rows, const std::vector<Key>& keys) {
  std::vector<std::uint32_t> slots;
  for (const Key x : rows) {
    const auto below = std::lower_bound(keys.begin(), keys.end(), x) - keys.begin();
    const auto up_to = std::upper_bound(keys.begin(), keys.end(), x) - keys.begin();
    slots.push_back(x == x ? static_cast<std::uint32_t>(below + up_to) : 0);
  }
  return slots;
}

// Sizes at which nodes and levels become full, and one row on each key.
TYPED_TEST(TreeOf, finds_the_slot_among_any_number_of_keys) {
  using Key = TypeParam;
  for (const std::size_t count :
       {1U,   2U,   7U,   8U,   9U,   63U,   64U,   65U,   255U,  256U,  257U, 263U,
        264U, 265U, 511U, 512U, 513U, 2047U, 2048U, 2049U, 2112U, 2113U, 5000U}) {
    const std::vector<Key> keys = sorted_keys<Key>(count);
    std::vector<Key> rows = test::ugly_rows<Key>(500);
    rows.insert(rows.end(), keys.begin(), keys.end());
    const CandidateTree<Key> tree(keys);
    const auto expected = plain_slots(std::span<const Key>(rows), keys);
    for (const test::InstructionSet& set : test::usable_instruction_sets()) {
      const test::ForcedInstructionSet forced(set);
      std::vector<std::uint32_t> slots(rows.size(), 99);
      tree.locate(rows, slots);
      ASSERT_EQ(slots, expected) << set.name << ", " << count << " keys";
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::candidate_tree_test
