// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/candidates/candidate_tree.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/candidates/candidate_tree.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// As many keys as fit a vector, at most a node.
template <class Key>
using NodeLanes = hn::CappedTag<Key, TreeNode<Key>::size>;

template <class Key>
HWY_INLINE std::uint32_t count_below(const TreeNode<Key>& node, hn::Vec<NodeLanes<Key>> x) {
  const NodeLanes<Key> lanes;
  const auto is_first_below = hn::Lt(hn::Load(lanes, node.keys.data()), x);
  if (hn::Lanes(lanes) == TreeNode<Key>::size) {
    return static_cast<std::uint32_t>(hn::CountTrue(lanes, is_first_below));
  }
  // Adding lanes first and counting once is faster than counting vector by vector.
  const hn::RebindToSigned<decltype(lanes)> counts;
  auto count = hn::VecFromMask(counts, hn::RebindMask(counts, is_first_below));  // true is -1
  for (std::size_t i = hn::Lanes(lanes); i < TreeNode<Key>::size; i += hn::Lanes(lanes)) {
    const auto is_below = hn::Lt(hn::Load(lanes, node.keys.data() + i), x);
    count = hn::Add(count, hn::VecFromMask(counts, hn::RebindMask(counts, is_below)));
  }
  return static_cast<std::uint32_t>(-hn::GetLane(hn::SumOfLanes(counts, count)));
}

template <class Key>
HWY_INLINE bool is_in(const TreeNode<Key>& node, hn::Vec<NodeLanes<Key>> x) {
  const NodeLanes<Key> lanes;
  auto is_equal = hn::Eq(hn::Load(lanes, node.keys.data()), x);
  for (std::size_t i = hn::Lanes(lanes); i < TreeNode<Key>::size; i += hn::Lanes(lanes)) {
    is_equal = hn::Or(is_equal, hn::Eq(hn::Load(lanes, node.keys.data() + i), x));
  }
  return !hn::AllFalse(lanes, is_equal);
}

template <class Key>
HWY_INLINE void enter_keys(std::span<const Key> root, std::span<const Key> rows,
                           std::span<std::uint32_t> places) {
  const hn::ScalableTag<Key> keys;
  const hn::RebindToSigned<decltype(keys)> counts;
  const hn::RebindToUnsigned<decltype(keys)> unsigned_counts;
  const hn::Rebind<std::uint32_t, decltype(keys)> narrow;
  const std::size_t lanes = hn::Lanes(keys);
  std::size_t i = 0;
  for (; i + lanes <= rows.size(); i += lanes) {
    const auto x = hn::LoadU(keys, rows.data() + i);
    auto count = hn::Zero(counts);
    for (const Key key : root) {
      const auto is_below = hn::RebindMask(counts, hn::Lt(hn::Set(keys, key), x));
      count = hn::Sub(count, hn::VecFromMask(counts, is_below));  // true is -1
    }
    hn::StoreU(hn::TruncateTo(narrow, hn::BitCast(unsigned_counts, count)), narrow,
               places.data() + i);
  }
  for (; i < rows.size(); ++i) places[i] = keys_below(root, rows[i]);
}

template <class Key>
HWY_INLINE void descend_keys(const TreeNode<Key>* level, std::span<const Key> rows,
                             std::span<std::uint32_t> places) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto x = hn::Set(NodeLanes<Key>(), rows[i]);
    places[i] = 8 * places[i] + count_below(level[places[i]], x);
  }
}

/// places[i] = min(places[i], most). A loop of its own: in the loop over nodes a compiler may make
/// it a branch, which rows beyond the candidates mispredict.
HWY_INLINE void cap(std::span<std::uint32_t> places, std::uint32_t most) {
  const hn::ScalableTag<std::uint32_t> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + lanes <= places.size(); i += lanes) {
    hn::StoreU(hn::Min(hn::LoadU(tag, places.data() + i), hn::Set(tag, most)), tag,
               places.data() + i);
  }
  for (; i < places.size(); ++i) places[i] = std::min(places[i], most);
}

template <class Key>
HWY_INLINE void find_slots_of_keys(const TreeNode<Key>* leaves, std::uint32_t last_slot,
                                   std::span<const Key> rows, std::span<std::uint32_t> places) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto x = hn::Set(NodeLanes<Key>(), rows[i]);
    const TreeNode<Key>& leaf = leaves[places[i]];
    const std::uint32_t below = 8 * places[i] + count_below(leaf, x);
    places[i] = 2 * below + static_cast<std::uint32_t>(is_in(leaf, x));
  }
  cap(places.first(rows.size()), last_slot);
}

// Highway dispatches plain functions only.
void enter_floats(std::span<const double> root, std::span<const double> rows,
                  std::span<std::uint32_t> places) {
  enter_keys(root, rows, places);
}
void enter_integers(std::span<const std::int64_t> root, std::span<const std::int64_t> rows,
                    std::span<std::uint32_t> places) {
  enter_keys(root, rows, places);
}
void descend_floats(const TreeNode<double>* level, std::span<const double> rows,
                    std::span<std::uint32_t> places) {
  descend_keys(level, rows, places);
}
void descend_integers(const TreeNode<std::int64_t>* level, std::span<const std::int64_t> rows,
                      std::span<std::uint32_t> places) {
  descend_keys(level, rows, places);
}
void find_slots_of_floats(const TreeNode<double>* leaves, std::uint32_t last_slot,
                          std::span<const double> rows, std::span<std::uint32_t> places) {
  find_slots_of_keys(leaves, last_slot, rows, places);
}
void find_slots_of_integers(const TreeNode<std::int64_t>* leaves, std::uint32_t last_slot,
                            std::span<const std::int64_t> rows, std::span<std::uint32_t> places) {
  find_slots_of_keys(leaves, last_slot, rows, places);
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(enter_floats);
HWY_EXPORT(enter_integers);
HWY_EXPORT(descend_floats);
HWY_EXPORT(descend_integers);
HWY_EXPORT(find_slots_of_floats);
HWY_EXPORT(find_slots_of_integers);

template <>
void TreeSteps<double>::enter(std::span<const double> root, std::span<const double> rows,
                              std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(enter_floats)(root, rows, places);
}

template <>
void TreeSteps<std::int64_t>::enter(std::span<const std::int64_t> root,
                                    std::span<const std::int64_t> rows,
                                    std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(enter_integers)(root, rows, places);
}

template <>
void TreeSteps<double>::descend(const TreeNode<double>* level, std::span<const double> rows,
                                std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(descend_floats)(level, rows, places);
}

template <>
void TreeSteps<std::int64_t>::descend(const TreeNode<std::int64_t>* level,
                                      std::span<const std::int64_t> rows,
                                      std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(descend_integers)(level, rows, places);
}

template <>
void TreeSteps<double>::find_slots(const TreeNode<double>* leaves, std::uint32_t last_slot,
                                   std::span<const double> rows, std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(find_slots_of_floats)(leaves, last_slot, rows, places);
}

template <>
void TreeSteps<std::int64_t>::find_slots(const TreeNode<std::int64_t>* leaves,
                                         std::uint32_t last_slot,
                                         std::span<const std::int64_t> rows,
                                         std::span<std::uint32_t> places) {
  HWY_DYNAMIC_DISPATCH(find_slots_of_integers)(leaves, last_slot, rows, places);
}

namespace {

/// No row lies above it, so that no row goes past it.
template <class Key>
constexpr Key largest_key =
    std::numeric_limits<Key>::has_infinity ? std::numeric_limits<Key>::infinity()
                                           : std::numeric_limits<Key>::max();

/// Sorted keys in nodes, the last one filled up.
template <class Key>
std::vector<TreeNode<Key>> make_level(std::span<const Key> keys) {
  constexpr std::size_t size = TreeNode<Key>::size;
  std::vector<TreeNode<Key>> level((keys.size() + size - 1) / size);
  level.back().keys.fill(largest_key<Key>);
  for (std::size_t i = 0; i < keys.size(); ++i) level[i / size].keys[i % size] = keys[i];
  return level;
}

}  // namespace

template <class Key>
CandidateTree<Key>::CandidateTree(std::span<const Key> candidates)
    : last_slot_(static_cast<std::uint32_t>(2 * candidates.size())) {
  root_.assign(candidates.begin(), candidates.end());
  do {
    levels_.insert(levels_.begin(), make_level(std::span<const Key>(root_)));
    root_.clear();
    for (const TreeNode<Key>& node : levels_.front()) root_.push_back(node.keys.back());
    root_.pop_back();
  } while (root_.size() > most_root_keys);
}

template <class Key>
void CandidateTree<Key>::locate(std::span<const Key> rows, std::span<std::uint32_t> slots) const {
  TreeSteps<Key>::enter(root_, rows, slots);
  for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
    TreeSteps<Key>::descend(levels_[i].data(), rows, slots);
  }
  TreeSteps<Key>::find_slots(levels_.back().data(), last_slot_, rows, slots);
}

template class CandidateTree<double>;
template class CandidateTree<std::int64_t>;

}  // namespace scrim::kernels
#endif
