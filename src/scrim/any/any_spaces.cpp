#include "scrim/any/any_spaces.hpp"

#include "scrim/any/visit_space.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

constexpr auto description = [](const auto& part) { return part.describe(); };

}  // namespace

bool is_distance(const AnyDistance& d) {
  return std::visit([](const auto& typed) { return is_distance(typed); }, d);
}

bool within(const AnyDistance& a, const AnyDistance& b) {
  return std::visit(
      []<class QA, class QB>(const QA& typed_a, const QB& typed_b) -> bool {
        if constexpr (std::same_as<QA, QB>) {
          return within(typed_a, typed_b);
        } else {
          fail(ErrorKind::mismatch, "distances of different types cannot be compared");
        }
      },
      a, b);
}

AnyDistance undirected(const AnyDistance& d) {
  return std::visit([](const auto& typed) { return AnyDistance(undirected(typed)); }, d);
}

std::string describe_distance(const AnyDistance& d) {
  return std::visit([](const auto& typed) { return describe_distance(typed); }, d);
}

bool AnyDomain::contains(const AnyValue& value) const {
  return std::visit(
      []<class D, class V>(const D& domain, const V& typed) {
        if constexpr (std::same_as<typename D::Carrier, V>) {
          return domain.contains(typed);
        } else {
          return false;
        }
      },
      *this, value);
}

std::string AnyDomain::describe() const { return std::visit(description, *this); }

bool AnyDomain::is_vector() const {
  return std::visit([]<class D>(const D&) { return requires { typename D::View; }; }, *this);
}

bool AnyDomain::has_nulls() const {
  return std::visit(
      []<class D>(const D&) {
        if constexpr (any::OfAtoms<D>) {
          using Atoms = AtomDomain<typename any::AtomOf<D>::Type>;
          return std::same_as<D, OptionDomain<Atoms>> ||
                 std::same_as<D, VectorDomain<OptionDomain<Atoms>>>;
        } else {
          return false;
        }
      },
      *this);
}

KnownSize declared_size(const AnyDomain& domain) {
  return std::visit([]<class D>(const D& typed) { return declared_size<D>(typed); }, domain);
}

Identity identity_of(const AnyDomain& domain) {
  return std::visit([](const auto& typed) { return identity_of(typed); }, domain);
}

bool AnyMetric::is_dataset_metric() const {
  return std::visit([]<class M>(const M&) { return OverRows<M>; }, *this);
}

void AnyMetric::check_fits(const AnyDomain& domain) const {
  constexpr auto check = []<class D, class M>(const D& typed, const M& metric)
    requires MetricSpace<D, M>
  { check_space(typed, metric); };
  if (!any::visit_space<decltype(check)>(domain, *this, check)) {
    fail(ErrorKind::mismatch,
         describe() + " is no metric on " + domain.describe() + "; give one that is");
  }
}

std::string AnyMetric::describe() const { return std::visit(description, *this); }

std::string AnyMeasure::describe() const { return std::visit(description, *this); }

}  // namespace scrim
