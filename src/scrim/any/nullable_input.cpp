#include "scrim/any/nullable_input.hpp"

#include "scrim/any/registry.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

AnyDomain with_nulls(const AnyDomain& rows) {
  return std::visit(
      []<class D>(const D& typed) -> AnyDomain {
        if constexpr (std::same_as<D, any::Rows<typename any::AtomOf<D>::Type>>) {
          return vector_domain(option_domain(typed.element), typed.size);
        } else {
          fail(ErrorKind::mismatch, typed.describe() + " has no rows that could be null");
        }
      },
      rows);
}

}  // namespace

AnyTransformation from_nullable(const AnyDomain& rows, const AnyMetric& metric,
                                const std::optional<AnyAtom>& imputed) {
  Arguments arguments;
  if (imputed) arguments.add("value", *imputed);
  const Constructor& constructor = constructor_named(imputed ? "impute" : "drop_null");
  const auto& build = std::get<Constructor::FromSpace>(constructor.build);
  return std::get<AnyTransformation>(build(with_nulls(rows), metric, arguments));
}

}  // namespace scrim
