#include "scrim/samplers/exponential_choice.hpp"

#include <utility>

#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/samplers/geometric_tails.hpp"

namespace scrim {

ExponentialChoice::ExponentialChoice(std::vector<ChoiceGroup> groups, double scale)
    : groups_(std::move(groups)), scale_(scale) {
  up_to_.reserve(groups_.size());
  Interval sum = Interval::point(0.0);
  for (const ChoiceGroup& group : groups_) {
    const Interval gap = enclose_integer(group.gap) / Interval::point(scale_);
    sum = sum + enclose_integer(group.size) * exp_minus(gap);
    up_to_.push_back(sum);
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
