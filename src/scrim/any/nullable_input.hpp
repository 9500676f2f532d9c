// Columns that may hold nulls, in front of what takes rows that are none.
#pragma once

#include <optional>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/core/chain.hpp"

namespace scrim {

/// make_drop_null into the space, if nulls are dropped on the way into it: where its rows cannot be
/// null, their number is not public, and the metric counts them. Decided by the types alone, so all
/// runs of a mechanism agree about it.
[[nodiscard]] std::optional<AnyTransformation> null_dropper(const AnyDomain& domain,
                                                            const AnyMetric& metric);

/// The mechanism as columns are given to it: behind make_drop_null, if nulls are dropped.
template <class Mechanism>
[[nodiscard]] Mechanism drop_nulls_before(const Mechanism& mechanism) {
  const auto drop = null_dropper(mechanism.input_domain(), mechanism.input_metric());
  return drop ? make_chain(*drop, mechanism) : mechanism;
}

}  // namespace scrim
