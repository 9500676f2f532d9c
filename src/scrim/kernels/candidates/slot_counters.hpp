// Counts how often each slot occurs, fast also where the same slot occurs over and over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scrim::kernels {

/// A histogram of slots. Neighbouring rows are counted in different lanes: on many processors an
/// increment waits for the one before it to the same address, and on tied data all would queue up.
class SlotCounters {
 public:
  explicit SlotCounters(std::size_t slots);

  /// Precondition (caller): every entry is less than the number of slots.
  void count(std::span<const std::uint32_t> slots);

  /// True if rows that follow each other are all counted in different lanes; of many slots there
  /// are fewer lanes than that, or one.
  [[nodiscard]] bool has_all_lanes() const noexcept { return lane_count_ == most_lanes; }

  /// The count of each slot.
  [[nodiscard]] std::vector<std::uint64_t> totals() const;

 private:
  void add_lanes_to(std::span<std::uint64_t> sum) const;
  void settle();

  static constexpr std::size_t most_lanes = 4;

  std::size_t lane_count_;
  std::size_t stride_;
  std::vector<std::uint32_t> lanes_;
  std::vector<std::uint64_t> totals_;
  std::size_t pending_ = 0;  // rows in the lanes
};

}  // namespace scrim::kernels
