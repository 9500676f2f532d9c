// A domain with a metric on it: what `>>` starts from.
#pragma once

#include <utility>

#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// Values of `domain`, whose distances `metric` measures.
template <class D, class M>
  requires MetricSpace<D, M>
struct Space {
  D domain;
  M metric;

  /// Precondition (checked): check_space(domain, metric).
  Space(D space_domain, M space_metric)
      : domain(std::move(space_domain)), metric(std::move(space_metric)) {
    check_space(domain, metric);
  }

  friend bool operator==(const Space&, const Space&) = default;
};

}  // namespace scrim
