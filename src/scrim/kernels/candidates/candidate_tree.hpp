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
[[nodiscard]] constexpr std::uint32_t keys_below(std::span<const Key> keys, Key x) {
  std::uint32_t count = 0;
  for (const Key key : keys) count += static_cast<std::uint32_t>(key < x);
  return count;
}

template <class Key>
[[nodiscard]] constexpr bool has_key(std::span<const Key> keys, Key x) {
  bool is_found = false;
  for (const Key key : keys) is_found = is_found || key == x;
  return is_found;
}

/// From the node of a level where x belongs to its node in the level below, which is also the
/// number of keys of the level that are below x.
template <class Key>
[[nodiscard]] constexpr std::uint32_t descend(const TreeNode<Key>* level, std::uint32_t place,
                                              Key x) {
  return 8 * place + keys_below(std::span<const Key>(level[place].keys), x);
}

/// The slot of x (see CandidateIndex) from its node among the leaves. The last node is filled up
/// with the largest key, which x may equal: hence the minimum.
template <class Key>
[[nodiscard]] constexpr std::uint32_t slot_in_leaf(const TreeNode<Key>* leaves, std::uint32_t place,
                                                   std::uint32_t last_slot, Key x) {
  const bool is_equal = has_key(std::span<const Key>(leaves[place].keys), x);
  const std::uint32_t slot = 2 * descend(leaves, place, x) + static_cast<std::uint32_t>(is_equal);
  return slot < last_slot ? slot : last_slot;
}

/// The same for all rows of a block, by vector instructions.
/// Precondition (caller): places.size() >= rows.size().
template <class Key>
struct TreeSteps {
  static_assert(std::is_same_v<Key, double> || std::is_same_v<Key, std::int64_t>);

  /// places[i] = keys_below(root, rows[i])
  static void enter(std::span<const Key> root, std::span<const Key> rows,
                    std::span<std::uint32_t> places);
  /// places[i] = descend(level, places[i], rows[i])
  static void descend(const TreeNode<Key>* level, std::span<const Key> rows,
                      std::span<std::uint32_t> places);
  /// places[i] = slot_in_leaf(leaves, places[i], last_slot, rows[i])
  static void find_slots(const TreeNode<Key>* leaves, std::uint32_t last_slot,
                         std::span<const Key> rows, std::span<std::uint32_t> places);
};

/// Levels of nodes. The leaves hold the candidates in order; a level above holds the last key of
/// each node of the level below, without the very last; the root is a level of few keys. All rows
/// of a block go down one level before any goes further: none waits for its own last step, and
/// every row costs the same.
template <class Key>
class CandidateTree {
 public:
  /// Precondition (caller): candidates are not empty, strictly increasing and not NaN, fewer than
  /// 2^31.
  explicit CandidateTree(std::span<const Key> candidates);

  /// Writes the slot of each row (see CandidateIndex).
  /// Precondition (caller): slots.size() >= rows.size().
  void locate(std::span<const Key> rows, std::span<std::uint32_t> slots) const;

 private:
  /// A root key is compared with several rows at once, which is cheaper than a node for few keys.
  static constexpr std::size_t most_root_keys = 8;

  std::vector<Key> root_;
  std::vector<std::vector<TreeNode<Key>>> levels_;  // the leaves last
  std::uint32_t last_slot_;
};

extern template class CandidateTree<double>;
extern template class CandidateTree<std::int64_t>;

}  // namespace scrim::kernels
