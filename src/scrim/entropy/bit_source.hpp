// What a sampler needs of randomness: a stream of independent uniform 64-bit words.
#pragma once

#include <concepts>
#include <cstdint>

namespace scrim {

/// Every call yields the next word, or throws and yields nothing. The law of each sampler is
/// proven for words that are independent and uniform on {0, ..., 2^64 - 1}; a type that models
/// this concept without that law (a scripted tape) is for tests.
template <class S>
concept BitSource = requires(S& source) {
  { source.next_word() } -> std::same_as<std::uint64_t>;
};

}  // namespace scrim
