// Counts how often each slot occurs, fast also where the same slot occurs over and over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace scrim::kernels {

/// A histogram of slots. Neighbouring rows are counted in different lanes: an increment must wait
/// for the one before it to the same address, and on tied data all would queue up.
class SlotCounters {
 public:
  explicit SlotCounters(std::size_t slots)
      : stride_(slots + padding), lanes_(lane_count * stride_), totals_(slots) {}

  void count(std::span<const std::uint32_t> slots) {
    if (pending_ > std::numeric_limits<std::uint32_t>::max() - slots.size()) settle();
    pending_ += slots.size();
    std::size_t i = 0;
    for (; i + lane_count <= slots.size(); i += lane_count) {
      for (std::size_t lane = 0; lane < lane_count; ++lane) {
        ++lanes_[lane * stride_ + slots[i + lane]];
      }
    }
    for (; i < slots.size(); ++i) ++lanes_[slots[i]];
  }

  /// The count of each slot.
  [[nodiscard]] std::vector<std::uint64_t> totals() const {
    std::vector<std::uint64_t> sum = totals_;
    add_lanes_to(sum);
    return sum;
  }

 private:
  static constexpr std::size_t lane_count = 4;
  /// Keeps lanes from starting at addresses that compete for one cache set.
  static constexpr std::size_t padding = 16;

  void add_lanes_to(std::span<std::uint64_t> sum) const {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      for (std::size_t slot = 0; slot < sum.size(); ++slot) {
        sum[slot] += lanes_[lane * stride_ + slot];
      }
    }
  }

  /// Empties the lanes before one of their 32-bit counts could overflow.
  void settle() {
    add_lanes_to(totals_);
    std::fill(lanes_.begin(), lanes_.end(), 0);
    pending_ = 0;
  }

  std::size_t stride_;
  std::vector<std::uint32_t> lanes_;
  std::vector<std::uint64_t> totals_;
  std::size_t pending_ = 0;  // rows in the lanes
};

}  // namespace scrim::kernels
