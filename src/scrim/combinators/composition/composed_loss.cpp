#include "scrim/combinators/composition/composed_loss.hpp"

#include <cstddef>

namespace scrim {

RenyiLosses composed_loss(const RenyiDivergence& measure, std::span<const RenyiLosses> losses) {
  RenyiLosses sum;
  for (std::size_t order = 0; order < measure.orders().size(); ++order) {
    std::vector<double> at_order;
    for (const RenyiLosses& each : losses) {
      if (!each.at_orders.empty()) at_order.push_back(each.at_orders[order]);
    }
    sum.at_orders.push_back(sum_up(at_order));
  }
  return sum;
}

PrivacyProfile composed_loss(ProfileDivergence, std::span<const PrivacyProfile> losses) {
  PrivacyProfile all;
  for (const PrivacyProfile& each : losses) all.add(each);
  return all;
}

}  // namespace scrim
