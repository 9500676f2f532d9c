// The number of rows that a domain declares public, compared with the number there is.
#pragma once

#include <cstdint>
#include <optional>

#include "scrim/errors/error.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// The number of rows that a domain declares public, if it has such a notion and declares one.
template <class D>
[[nodiscard]] KnownSize declared_size(const D& domain) {
  if constexpr (requires { domain.size; }) {
    return domain.size;
  } else {
    return std::nullopt;
  }
}

/// Throws if another number of rows is declared than there is. The declared one is public.
inline void check_row_count(const KnownSize& declared, std::uint64_t rows) {
  if (declared && rows != *declared) {
    throw InvokeError(ErrorKind::wrong_size,
                      "the data does not have the number of rows that the domain declares; "
                      "declare the true size, or leave the size unknown");
  }
}

}  // namespace scrim
