// Transformations and measurements whose types are known only at run time.
//
// Proof: any_objects.proof.md
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include "scrim/any/any_function.hpp"
#include "scrim/any/any_map.hpp"
#include "scrim/any/any_run.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/transformation.hpp"

namespace scrim {

/// What transformations and measurements have in common: an input space, a function, a map.
///
/// The function is not shown, for the reason that Measurement hides its own: a state of the bare
/// fold could be finished twice.
class AnyMechanism {
 public:
  [[nodiscard]] const AnyDomain& input_domain() const noexcept { return input_domain_; }
  [[nodiscard]] const AnyMetric& input_metric() const noexcept { return input_metric_; }

  [[nodiscard]] AnyDistance map(const AnyDistance& d_in) const { return map_.forward(d_in); }
  [[nodiscard]] bool check(const AnyDistance& d_in, const AnyDistance& d_out) const {
    return map_.check(d_in, d_out);
  }

  /// True if the input is a single number.
  [[nodiscard]] bool takes_atom() const;

  /// True if runs stream, merge and can be saved.
  [[nodiscard]] bool is_fold() const { return scrim::is_fold(function_); }

  /// The function's value at a single number.
  /// Precondition (caller): takes_atom(), and the number is of the domain's type.
  [[nodiscard]] AnyValue invoke_on_atom(const AnyValue& atom) const {
    return std::get<AnyValueMap>(function_).apply(atom);
  }

  /// A run over rows. Precondition (caller): not takes_atom().
  [[nodiscard]] std::unique_ptr<AnyRun> start() const;
  [[nodiscard]] std::unique_ptr<AnyRun> load(std::span<const std::byte> saved_run) const {
    return load_run(function_, declared_size(input_domain_), saved_run);
  }

 protected:
  AnyMechanism(const AnyDomain& input_domain, const AnyMetric& input_metric, AnyFunction function,
               AnyMap map)
      : input_domain_(input_domain),
        input_metric_(input_metric),
        function_(std::move(function)),
        map_(std::move(map)) {}

  /// `second` after this one, whose output domain and metric are given; throws mismatch unless they
  /// are the input domain and metric of `second`.
  [[nodiscard]] AnyMechanism followed_by(const AnyMechanism& second, const AnyDomain& output_domain,
                                         const AnyMetric& output_metric) const;

  /// This one with the outputs of `map_` passed through another map.
  [[nodiscard]] AnyMechanism with_map_into(const AnyMap& second) const;

 private:
  AnyDomain input_domain_;
  AnyMetric input_metric_;
  AnyFunction function_;
  AnyMap map_;
};

class AnyMeasurement;

class AnyTransformation : public AnyMechanism {
 public:
  template <class DI, class MI, class DO, class MO>
  explicit AnyTransformation(const Transformation<DI, MI, DO, MO>& typed)
      : AnyMechanism(typed.input_domain(), typed.input_metric(), erase_function(typed.function()),
                     AnyMap(typed.stability_map())),
        output_domain_(typed.output_domain()),
        output_metric_(typed.output_metric()) {}

  [[nodiscard]] const AnyDomain& output_domain() const noexcept { return output_domain_; }
  [[nodiscard]] const AnyMetric& output_metric() const noexcept { return output_metric_; }

  /// The transformation that applies `first`, then `second`; throws mismatch unless the spaces
  /// between them are equal.
  [[nodiscard]] static AnyTransformation chain(const AnyTransformation& first,
                                               const AnyTransformation& second);

  /// The measurement that applies `first`, then releases `second`; throws as above.
  [[nodiscard]] static AnyMeasurement chain(const AnyTransformation& first,
                                            const AnyMeasurement& second);

 private:
  AnyTransformation(AnyMechanism mechanism, const AnyDomain& output_domain,
                    const AnyMetric& output_metric)
      : AnyMechanism(std::move(mechanism)),
        output_domain_(output_domain),
        output_metric_(output_metric) {}

  AnyDomain output_domain_;
  AnyMetric output_metric_;
};

class AnyMeasurement : public AnyMechanism {
 public:
  template <class DI, class MI, class MO, class Out>
  explicit AnyMeasurement(const Measurement<DI, MI, MO, Out>& typed)
      : AnyMechanism(typed.input_domain(), typed.input_metric(),
                     erase_function(MeasurementAccess::function_of(typed)),
                     AnyMap(typed.privacy_map())),
        output_measure_(typed.output_measure()) {}

  [[nodiscard]] const AnyMeasure& output_measure() const noexcept { return output_measure_; }

  /// The same release, its loss stated under another measure; throws mismatch unless this one's is
  /// RangeDivergence and the other is one that it converts into.
  [[nodiscard]] AnyMeasurement convert_measure(const AnyMeasure& output_measure) const;

 private:
  friend class AnyTransformation;

  AnyMeasurement(AnyMechanism mechanism, const AnyMeasure& output_measure)
      : AnyMechanism(std::move(mechanism)), output_measure_(output_measure) {}

  AnyMeasure output_measure_;
};

using AnyObject = std::variant<AnyTransformation, AnyMeasurement>;

}  // namespace scrim
