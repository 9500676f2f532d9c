// What a release in every group loses, under each privacy measure.
//
// Proof: make_parallel.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/combinators/parallel/worst_spread.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/keyed_distance.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/renyi_divergence.hpp"

namespace scrim {

/// What the release of one group loses, if its rows differ by so many at most.
template <class Loss>
using LossOfRows = std::function<Loss(std::uint32_t)>;

namespace parallel {

/// The losses at each of `rows`.
template <class Loss>
[[nodiscard]] std::vector<Loss> losses_at(const LossOfRows<Loss>& loss,
                                          const std::vector<std::uint32_t>& rows) {
  std::vector<Loss> losses;
  losses.reserve(rows.size());
  for (const std::uint32_t each : rows) losses.push_back(loss(each));
  return losses;
}

/// The worst spread of one part of the losses.
template <class Loss, class Part>
[[nodiscard]] double worst_spread_of(const KeyedChange& d, const std::vector<std::uint32_t>& rows,
                                     const std::vector<Loss>& losses, const Part& part) {
  std::vector<double> parts;
  parts.reserve(losses.size());
  for (const Loss& loss : losses) parts.push_back(part(loss));
  return worst_spread(d, rows, parts);
}

}  // namespace parallel

// What is lost by the releases of all groups together. Precondition (caller): there is a change.

/// No more than row by row: what is lost between data that differ by several rows is at most what
/// the steps between them lose.
[[nodiscard]] double parallel_loss(MaxDivergence, const LossOfRows<double>& loss,
                                   const KeyedChange& d);
[[nodiscard]] double parallel_loss(RangeDivergence, const LossOfRows<double>& loss,
                                   const KeyedChange& d);
/// No more than the square of the rows times what one loses, in each group.
[[nodiscard]] double parallel_loss(ZeroConcentratedDivergence, const LossOfRows<double>& loss,
                                   const KeyedChange& d);

/// The worst spread for losses, and that for deltas.
template <class M>
[[nodiscard]] LossWithDelta parallel_loss(Approximate<M>, const LossOfRows<LossWithDelta>& loss,
                                          const KeyedChange& d) {
  const auto rows = rows_to_price(d);
  auto losses = parallel::losses_at(loss, rows);
  // Neither part falls, so that no loss is told with the delta of another number of rows.
  for (std::size_t i = 1; i < losses.size(); ++i) {
    losses[i].loss = std::max(losses[i].loss, losses[i - 1].loss);
    losses[i].delta = std::max(losses[i].delta, losses[i - 1].delta);
  }
  const auto worst = [&](double LossWithDelta::* part) {
    return parallel::worst_spread_of(d, rows, losses,
                                     [&](const LossWithDelta& each) { return each.*part; });
  };
  return {worst(&LossWithDelta::loss), worst(&LossWithDelta::delta)};
}

/// The worst spread at each order.
[[nodiscard]] RenyiLosses parallel_loss(const RenyiDivergence& measure,
                                        const LossOfRows<RenyiLosses>& loss, const KeyedChange& d);

/// No one profile is the worst: the group that differs most is charged as if it had all rows, the
/// next as if it had half of them, the third a third, and so on.
[[nodiscard]] PrivacyProfile parallel_loss(ProfileDivergence,
                                           const LossOfRows<PrivacyProfile>& loss,
                                           const KeyedChange& d);

/// A measure under which releases in all groups have a price.
template <class MO>
concept ParallelMeasure = requires(const MO& measure, const LossOfRows<typename MO::Distance>& loss,
                                   const KeyedChange& d) {
  { parallel_loss(measure, loss, d) } -> std::same_as<typename MO::Distance>;
};

}  // namespace scrim
