#include "scrim/columns/text_dictionary.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <utility>

namespace scrim {

namespace {

[[nodiscard]] std::uint64_t next_number() noexcept {
  static std::atomic<std::uint64_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

[[nodiscard]] bool is_null(std::string_view entry) noexcept { return entry.data() == nullptr; }

}  // namespace

TextDictionary::TextDictionary(std::vector<std::string_view> entries)
    : texts_(std::move(entries)),
      has_null_entry_(std::ranges::any_of(texts_, is_null)),
      number_(next_number()) {
  // Codes have 32 bits. So many views would fill 64 GiB.
  if (texts_.size() >= std::numeric_limits<std::uint32_t>::max()) throw std::bad_alloc();
  texts_.emplace_back();
}

}  // namespace scrim
