#include "scrim/combinators/parallel/parallel_loss.hpp"

#include <algorithm>
#include <cstddef>

namespace scrim {

namespace {

double worst_spread_at(const LossOfRows<double>& loss, const KeyedChange& d) {
  const auto rows = rows_to_price(d);
  return worst_spread(d, rows, parallel::losses_at(loss, rows));
}

}  // namespace

double parallel_loss(MaxDivergence, const LossOfRows<double>& loss, const KeyedChange& d) {
  return std::min(worst_spread_at(loss, d), loss_of_each_row(d, loss(1)));
}

double parallel_loss(RangeDivergence, const LossOfRows<double>& loss, const KeyedChange& d) {
  return std::min(worst_spread_at(loss, d), loss_of_each_row(d, loss(1)));
}

double parallel_loss(ZeroConcentratedDivergence, const LossOfRows<double>& loss,
                     const KeyedChange& d) {
  return std::min(worst_spread_at(loss, d), loss_of_squares(d, loss(1)));
}

RenyiLosses parallel_loss(const RenyiDivergence& measure, const LossOfRows<RenyiLosses>& loss,
                          const KeyedChange& d) {
  const auto rows = rows_to_price(d);
  const auto losses = parallel::losses_at(loss, rows);
  RenyiLosses worst;
  for (std::size_t order = 0; order < measure.orders().size(); ++order) {
    worst.at_orders.push_back(
        parallel::worst_spread_of(d, rows, losses, [&](const RenyiLosses& each) {
          return each.at_orders.empty() ? 0.0 : each.at_orders[order];
        }));
  }
  return worst;
}

PrivacyProfile parallel_loss(ProfileDivergence, const LossOfRows<PrivacyProfile>& loss,
                             const KeyedChange& d) {
  // Of the groups, from the one that differs most, number k differs by a k-th of all at most.
  constexpr int bits_of_a_step = 6;
  PrivacyProfile all;
  std::uint64_t group = 1;
  while (group <= d.groups()) {
    const std::uint64_t most = std::min(d.in_each(), d.total() / group);
    // All that the same is said of; beyond some, those close behind too, as if they had no fewer.
    const std::uint64_t last =
        std::min(d.groups(), std::max(d.total() / most, group + (group >> bits_of_a_step)));
    const PrivacyProfile each = loss(rows_of_a_group(most));
    // One group may have lost a row where another has won one.
    all.add(d.groups() == 1 ? each : undirected(each), last - group + 1);
    group = last + 1;
  }
  return all;
}

}  // namespace scrim
