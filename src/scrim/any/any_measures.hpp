// What the combinators ask of metrics and measures, where these are known only at run time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "scrim/any/any_block.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/batch.hpp"
#include "scrim/combinators/convert_measure/conversion_map.hpp"
#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/combinators/sample/sampled_loss.hpp"
#include "scrim/core/distance_map.hpp"

namespace scrim {

/// See combinators/composition/composed_loss.hpp.
[[nodiscard]] AnyDistance composed_loss(const AnyMeasure& measure,
                                        std::span<const AnyDistance> losses);

/// See combinators/convert_measure/conversion_map.hpp. Throws mismatch where there is no
/// conversion.
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from,
                                                                   const AnyMeasure& to);
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from,
                                                                   const AnyMeasure& to,
                                                                   AtDelta at);

/// See combinators/sample/sampled_loss.hpp.
[[nodiscard]] AnyDistance sampled_loss(const AnyMeasure& measure,
                                       const LossOfAll<AnyDistance>& loss, std::uint32_t d_in,
                                       const Sampling& sample);
[[nodiscard]] std::uint32_t steps_of_distance(const AnyDistance& d_in);
[[nodiscard]] bool is_no_loss(const AnyDistance& loss);

/// See combinators/sample/make_sample.hpp.
void check_sampled(const AnyMetric& metric, const AnyMeasure& measure);
/// See combinators/sample/row_chooser.hpp.
/// Precondition (caller): check_sampled takes the metric.
[[nodiscard]] SampleScheme each_member_with(const AnyDomain& domain, const AnyMetric& metric,
                                            const ExactProbability& rate);

/// See combinators/sample_of_size/make_sample_of_size.hpp.
void check_sampled_of_size(const AnyMetric& metric, const AnyMeasure& measure);
[[nodiscard]] AnyDomain domain_of_size(const AnyDomain& domain, std::uint64_t rows);

/// See combinators/parallel/make_parallel.hpp. Throws mismatch unless they are of tables without
/// groups.
[[nodiscard]] parallel::GroupedSpace<AnyDomain, AnyMetric> grouped_space(const AnyDomain& domain,
                                                                         const AnyMetric& metric,
                                                                         TableColumn group);
[[nodiscard]] KeyedChange change_of_distance(const AnyDistance& d);
/// Precondition (caller): the block is one of a table.
[[nodiscard]] Batch batch_of(const AnyBlock& block);
[[nodiscard]] AnyDistance parallel_loss(const AnyMeasure& measure,
                                        const LossOfRows<AnyDistance>& loss, const KeyedChange& d);

/// See core/distance_map.hpp.
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> monotone_map(
    const AnyMetric& metric, std::function<AnyDistance(AnyDistance)> forward);

}  // namespace scrim
