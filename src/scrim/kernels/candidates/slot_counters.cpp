#include "scrim/kernels/candidates/slot_counters.hpp"

#include <algorithm>
#include <limits>

namespace scrim::kernels {
namespace {

/// With more, four lanes leave the first-level cache, and two the second: then reaching one slot
/// costs more than waiting for an increment.
constexpr std::size_t most_slots_in_four_lanes = 4096;
constexpr std::size_t most_slots_in_two_lanes = 32'768;
/// Keeps lanes from starting at addresses that compete for one cache set.
constexpr std::size_t padding = 16;

}  // namespace

SlotCounters::SlotCounters(std::size_t slots)
    : lane_count_(slots <= most_slots_in_four_lanes  ? most_lanes
                  : slots <= most_slots_in_two_lanes ? 2
                                                     : 1),
      stride_(slots + padding),
      lanes_(lane_count_ * stride_),
      totals_(slots) {}

void SlotCounters::count(std::span<const std::uint32_t> slots) {
  if (pending_ > std::numeric_limits<std::uint32_t>::max() - slots.size()) settle();
  pending_ += slots.size();
  const auto lane = [&](std::size_t number) {
    return lanes_.data() + number % lane_count_ * stride_;
  };
  std::uint32_t* const lane_0 = lane(0);
  std::uint32_t* const lane_1 = lane(1);
  std::uint32_t* const lane_2 = lane(2);
  std::uint32_t* const lane_3 = lane(3);
  std::size_t i = 0;
  for (; i + 4 <= slots.size(); i += 4) {
    ++lane_0[slots[i]];
    ++lane_1[slots[i + 1]];
    ++lane_2[slots[i + 2]];
    ++lane_3[slots[i + 3]];
  }
  for (; i < slots.size(); ++i) ++lane_0[slots[i]];
}

std::vector<std::uint64_t> SlotCounters::totals() const {
  std::vector<std::uint64_t> sum = totals_;
  add_lanes_to(sum);
  return sum;
}

void SlotCounters::add_lanes_to(std::span<std::uint64_t> sum) const {
  for (std::size_t lane = 0; lane < lane_count_; ++lane) {
    for (std::size_t slot = 0; slot < sum.size(); ++slot) {
      sum[slot] += lanes_[lane * stride_ + slot];
    }
  }
}

/// Empties the lanes before one of their 32-bit counts could overflow.
void SlotCounters::settle() {
  add_lanes_to(totals_);
  std::fill(lanes_.begin(), lanes_.end(), 0);
  pending_ = 0;
}

}  // namespace scrim::kernels
