#include "scrim/any/nullable_input.hpp"

#include "scrim/any/registry.hpp"

namespace scrim {

namespace {

template <class D>
inline constexpr bool is_rows_of_atoms = false;
template <any::OfAtoms D>
inline constexpr bool is_rows_of_atoms<D> =
    std::same_as<D, any::Rows<typename any::AtomOf<D>::Type>>;

}  // namespace

std::optional<AnyTransformation> null_dropper(const AnyDomain& domain, const AnyMetric& metric) {
  if (!metric.is_dataset_metric() || declared_size(domain)) return std::nullopt;
  return std::visit(
      [&]<class D>(const D& rows) -> std::optional<AnyTransformation> {
        if constexpr (is_rows_of_atoms<D>) {
          const auto& build =
              std::get<Constructor::FromSpace>(constructor_named("drop_null").build);
          return std::get<AnyTransformation>(
              build(vector_domain(option_domain(rows.element)), metric, {}));
        } else {
          return std::nullopt;
        }
      },
      domain);
}

}  // namespace scrim
