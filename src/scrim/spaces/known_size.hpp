// The number of rows, where it is public knowledge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace scrim {

using KnownSize = std::optional<std::size_t>;

// Compiled once rather than inlined: where g++ 12 inlines an empty optional it warns, wrongly, that
// its value may be used uninitialised.

/// True if both are known and equal, or both unknown.
[[nodiscard]] bool same_size(const KnownSize& a, const KnownSize& b);

/// ", size=7", or nothing: what stands behind the element in the description of a domain.
[[nodiscard]] std::string describe_size_suffix(const KnownSize& size);

}  // namespace scrim
