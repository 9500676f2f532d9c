#include "scrim/any/any_measures.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "scrim/any/visit_space.hpp"
#include "scrim/combinators/composition/composed_loss.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/combinators/sample_of_size/make_sample_of_size.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

/// That between the typed measures, with its distances hidden.
template <class... At>
DistanceMap<AnyDistance, AnyDistance> hidden_conversion(const AnyMeasure& from,
                                                        const AnyMeasure& to, At... at) {
  return std::visit(
      [&]<class From, class To>(const From& typed_from,
                                const To& typed_to) -> DistanceMap<AnyDistance, AnyDistance> {
        if constexpr (ConvertsInto<From, To, At...>) {
          return conversion_map(typed_from, typed_to, at...).template hidden<AnyDistance>();
        } else if constexpr (ConvertsInto<From, To, AtDelta>) {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " converts into " + typed_to.describe() +
                                        " at a delta; give one, such as delta=1e-6");
        } else if constexpr (ConvertsInto<From, To>) {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " converts into " + typed_to.describe() +
                                        " without a delta; leave it out");
        } else {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " does not convert into " + typed_to.describe() +
                                        "; look at the table of conversions in its documentation");
        }
      },
      from, to);
}

/// Throws mismatch unless a release from a sample has a price under the measure.
void check_sampled_measure(const AnyMeasure& measure) {
  std::visit(
      []<class MO>(const MO& typed) {
        if constexpr (!SampledMeasure<MO>) {
          fail(ErrorKind::mismatch, "a release from a sample has no price under " +
                                        typed.describe() +
                                        "; give a measurement under max_divergence(), "
                                        "approximate(max_divergence()) or profile_divergence(), "
                                        "into which make_convert_measure converts others");
        }
      },
      measure);
}

}  // namespace

AnyDistance composed_loss(const AnyMeasure& measure, std::span<const AnyDistance> losses) {
  return std::visit(
      [&]<ComposableMeasure MO>(const MO& typed) -> AnyDistance {
        using Loss = typename MO::Distance;
        std::vector<Loss> typed_losses;
        for (const AnyDistance& loss : losses) typed_losses.push_back(std::get<Loss>(loss));
        return composed_loss(typed, std::span<const Loss>(typed_losses));
      },
      measure);
}

DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from, const AnyMeasure& to) {
  return hidden_conversion(from, to);
}

DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from, const AnyMeasure& to,
                                                     AtDelta at) {
  return hidden_conversion(from, to, at);
}

AnyDistance sampled_loss(const AnyMeasure& measure, const LossOfAll<AnyDistance>& loss,
                         std::uint32_t d_in, const Sampling& sample) {
  return std::visit(
      [&]<class MO>(const MO& typed) -> AnyDistance {
        if constexpr (SampledMeasure<MO>) {
          using Loss = typename MO::Distance;
          LossOfAll<Loss> typed_loss{std::get<Loss>(loss.at_one), std::nullopt};
          if (loss.at_all) typed_loss.at_all = std::get<Loss>(*loss.at_all);
          return sampled_loss(typed, typed_loss, d_in, sample);
        } else {
          fail(ErrorKind::mismatch, "there is no price of a sample under " + typed.describe());
        }
      },
      measure);
}

std::uint32_t steps_of_distance(const AnyDistance& d_in) { return std::get<std::uint32_t>(d_in); }

bool is_no_loss(const AnyDistance& loss) {
  return std::visit([]<class Loss>(const Loss& typed) { return is_no_loss<Loss>(typed); }, loss);
}

void check_sampled(const AnyMetric& metric, const AnyMeasure& measure) {
  std::visit(
      []<class MI>(const MI& typed) {
        if constexpr (!MembersComeAndGo<MI>) {
          fail(ErrorKind::mismatch,
               "make_sample does not take a measurement under " + typed.describe() +
                   "; it takes symmetric_distance() and insert_delete_distance(), where rows are "
                   "added and removed, and person_distance(), where persons are");
        }
      },
      metric);
  check_sampled_measure(measure);
}

SampleScheme each_member_with(const AnyDomain& domain, const AnyMetric& metric,
                              const ExactProbability& rate) {
  std::optional<SampleScheme> scheme;
  const auto on_space = [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
    requires(MetricSpace<D, M> && MembersComeAndGo<M>)
  { scheme.emplace(each_member_with(typed_domain, typed_metric, rate)); };
  if (!any::visit_space<decltype(on_space)>(domain, metric, on_space)) {
    fail(ErrorKind::mismatch, "make_sample does not take a measurement of " + domain.describe() +
                                  " with " + metric.describe());
  }
  return *std::move(scheme);
}

void check_sampled_of_size(const AnyMetric& metric, const AnyMeasure& measure) {
  if (!std::holds_alternative<ChangeOneDistance>(metric)) {
    fail(ErrorKind::mismatch, "make_sample_of_size does not take a measurement under " +
                                  metric.describe() + "; it takes change_one_distance()");
  }
  check_sampled_measure(measure);
}

AnyDomain domain_of_size(const AnyDomain& domain, std::uint64_t rows) {
  return std::visit(
      [&]<class D>(const D& typed) -> AnyDomain {
        if constexpr (requires { typed.with_size(rows); }) {
          return typed.with_size(rows);
        } else {
          fail(ErrorKind::mismatch, typed.describe() + " is no domain of rows");
        }
      },
      domain);
}

parallel::GroupedSpace<AnyDomain, AnyMetric> grouped_space(const AnyDomain& domain,
                                                           const AnyMetric& metric,
                                                           TableColumn group) {
  const auto* table = std::get_if<TableDomain>(&domain);
  const auto* rows = std::get_if<SymmetricDistance>(&metric);
  if (table == nullptr || rows == nullptr) {
    fail(ErrorKind::mismatch, "make_parallel does not take a measurement of " + domain.describe() +
                                  " with " + metric.describe() +
                                  "; it takes one of tables without persons and groups, "
                                  "table_domain(...) with symmetric_distance()");
  }
  auto typed = grouped_space(*table, *rows, std::move(group));
  return {std::move(typed.domain), typed.metric, std::move(typed.table)};
}

KeyedChange change_of_distance(const AnyDistance& d) { return std::get<KeyedChange>(d); }

Batch batch_of(const AnyBlock& block) { return std::get<Batch>(block); }

AnyDistance parallel_loss(const AnyMeasure& measure, const LossOfRows<AnyDistance>& loss,
                          const KeyedChange& d) {
  return std::visit(
      [&]<ParallelMeasure MO>(const MO& typed) -> AnyDistance {
        using Loss = typename MO::Distance;
        return parallel_loss(
            typed, LossOfRows<Loss>([&](std::uint32_t rows) { return std::get<Loss>(loss(rows)); }),
            d);
      },
      measure);
}

DistanceMap<AnyDistance, AnyDistance> monotone_map(
    const AnyMetric& metric, std::function<AnyDistance(AnyDistance)> forward) {
  return std::visit(
      [&]<class M>(const M&) {
        using Map = DistanceMap<typename M::Distance, AnyDistance>;
        if constexpr (Number<typename M::Distance>) {
          return Map::from_monotone(forward).template hidden<AnyDistance>();
        } else {
          // Of a partial order there is no largest distance to be found.
          return Map(forward).template hidden<AnyDistance>();
        }
      },
      metric);
}

}  // namespace scrim
