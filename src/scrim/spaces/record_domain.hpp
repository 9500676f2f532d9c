// The domain of records: one value of each of several domains.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "scrim/spaces/domain_concept.hpp"

namespace scrim {

/// Records whose field i lies in field domain i.
template <Domain... Ds>
  requires(sizeof...(Ds) > 0)
struct RecordDomain {
  using Carrier = std::tuple<typename Ds::Carrier...>;

  std::tuple<Ds...> fields;

  [[nodiscard]] bool contains(const Carrier& record) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (std::get<I>(fields).contains(std::get<I>(record)) && ...);
    }(std::index_sequence_for<Ds...>());
  }

  [[nodiscard]] std::string describe() const {
    std::string text;
    std::apply(
        [&](const auto&... field) {
          ((text += (text.empty() ? "" : ", ") + field.describe()), ...);
        },
        fields);
    return "record_domain(" + text + ")";
  }

  friend bool operator==(const RecordDomain&, const RecordDomain&) = default;
};

/// `record_domain(atom_domain<double>(), atom_domain<std::string_view>())`.
template <Domain... Ds>
[[nodiscard]] RecordDomain<Ds...> record_domain(Ds... fields) {
  return {{std::move(fields)...}};
}

}  // namespace scrim
