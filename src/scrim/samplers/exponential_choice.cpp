#include "scrim/samplers/exponential_choice.hpp"

#include <cstdint>
#include <limits>
#include <utility>

#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/samplers/geometric_tails.hpp"

namespace scrim {

namespace {

/// Where exp(-gap / scale) is below this, a group is far: its weight is not computed.
constexpr double far_in_scales = 709.0;
/// More than all far groups weigh together: each candidate less than 2^-1022.
constexpr double weight_of_all_that_is_far = 0x1p-900;

/// The first gap that is surely far_in_scales or more; the largest of all where there is none.
std::uint64_t first_far_gap(double scale) {
  const double gap = mul_up(far_in_scales, scale);
  constexpr double beyond = 0x1p63;
  return gap < beyond ? static_cast<std::uint64_t>(gap) + 1
                      : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

ExponentialChoice::ExponentialChoice(std::vector<ChoiceGroup> groups, double scale)
    : groups_(std::move(groups)), scale_(scale) {
  up_to_.reserve(groups_.size());
  const std::uint64_t far_gap = first_far_gap(scale_);
  Interval near = Interval::point(0.0);
  double far = 0.0;
  for (const ChoiceGroup& group : groups_) {
    if (group.gap > far_gap) {
      far = weight_of_all_that_is_far;
    } else {
      const Interval gap = enclose_integer(group.gap) / Interval::point(scale_);
      near = near + enclose_integer(group.size) * exp_minus(gap);
    }
    up_to_.push_back({near.lo, add_up(near.hi, far)});
  }
}

BigInterval ExponentialChoice::share_up_to(std::size_t group, Precision precision) const {
  const BigInterval scale = BigInterval::point(precision, scale_);
  BigInterval sum = BigInterval::point(precision, 0.0);
  BigInterval share = sum;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const BigInterval gap = BigInterval::point(precision, groups_[i].gap) / scale;
    sum = sum + BigInterval::point(precision, groups_[i].size) * exp(-gap);
    if (i == group) share = sum;
  }
  return share / sum;
}

}  // namespace scrim
