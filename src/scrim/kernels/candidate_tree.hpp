// Locates rows among candidates that lie anyhow: a search of which each step compares eight.
//
// Proof: candidate_index.proof.md
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace scrim::kernels {

/// Keys that are compared together: one cache line of them.
template <class Key>
struct alignas(64) TreeNode {
  static constexpr std::size_t size = 8;
  std::array<Key, size> keys;
};

template <class Key>
[[nodiscard]] constexpr std::uint32_t keys_below(const TreeNode<Key>& node, Key x) {
  std::uint32_t count = 0;
  for (const Key key : node.keys) count += static_cast<std::uint32_t>(key < x);
  return count;
}

template <class Key>
[[nodiscard]] constexpr std::uint32_t keys_equal(const TreeNode<Key>& node, Key x) {
  std::uint32_t count = 0;
  for (const Key key : node.keys) count += static_cast<std::uint32_t>(key == x);
  return count;
}

/// From the node of a level where x belongs to its node in the level below, which is also the
/// number of keys of the level that are below x.
template <class Key>
[[nodiscard]] constexpr std::uint32_t descend(const TreeNode<Key>* level, std::uint32_t place,
                                              Key x) {
  return 8 * place + keys_below(level[place], x);
}

/// The slot of x (see CandidateIndex) from its node among the leaves. The last node is filled up
/// with the largest key, which x may equal: hence the minimum.
template <class Key>
[[nodiscard]] constexpr std::uint32_t slot_in_leaf(const TreeNode<Key>* leaves, std::uint32_t place,
                                                   std::uint32_t candidates, Key x) {
  const std::uint32_t below = descend(leaves, place, x);
  const std::uint32_t up_to = below + keys_equal(leaves[place], x);
  return below + (up_to < candidates ? up_to : candidates);
}

/// places[i] = descend(level, places[i], rows[i]), by vector instructions.
void descend_all(const TreeNode<double>* level, std::span<const double> rows,
                 std::span<std::uint32_t> places);
void descend_all(const TreeNode<std::int64_t>* level, std::span<const std::int64_t> rows,
                 std::span<std::uint32_t> places);

/// places[i] = slot_in_leaf(leaves, places[i], candidates, rows[i]), by vector instructions.
void find_slots_in_leaves(const TreeNode<double>* leaves, std::uint32_t candidates,
                          std::span<const double> rows, std::span<std::uint32_t> places);
void find_slots_in_leaves(const TreeNode<std::int64_t>* leaves, std::uint32_t candidates,
                          std::span<const std::int64_t> rows, std::span<std::uint32_t> places);

/// Levels of nodes. The leaves hold the candidates in order; a level above holds the last key of
/// each node of the level below, without the very last. All rows of a block go down one level
/// before any goes further: none waits for its own last step, and every row costs the same.
template <class Key>
class CandidateTree {
  static_assert(std::is_same_v<Key, double> || std::is_same_v<Key, std::int64_t>);

 public:
  /// Precondition (caller): candidates are not empty, strictly increasing and not NaN, fewer than
  /// 2^31.
  explicit CandidateTree(std::span<const Key> candidates);

  /// Writes the slot of each row (see CandidateIndex).
  /// Precondition (caller): slots.size() >= rows.size().
  void locate(std::span<const Key> rows, std::span<std::uint32_t> slots) const;

 private:
  std::vector<std::vector<TreeNode<Key>>> levels_;  // the root, which is one node, first
  std::uint32_t candidates_;
};

extern template class CandidateTree<double>;
extern template class CandidateTree<std::int64_t>;

}  // namespace scrim::kernels
