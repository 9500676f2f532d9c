// The texts that rows of a dictionary column stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scrim {

/// The entries of a dictionary. They are views: whoever makes it keeps the texts alive, and as they
/// are, while it lives; entries that change need another dictionary.
class TextDictionary {
 public:
  /// An entry with data() == nullptr is null.
  explicit TextDictionary(std::vector<std::string_view> entries);

  TextDictionary(const TextDictionary&) = delete;
  TextDictionary& operator=(const TextDictionary&) = delete;

  /// The entries, and behind them one more that is null: what an index outside stands for.
  [[nodiscard]] std::span<const std::string_view> texts() const noexcept { return texts_; }

  /// The index of the entry behind all others.
  [[nodiscard]] std::uint32_t outside() const noexcept {
    return static_cast<std::uint32_t>(texts_.size() - 1);
  }

  [[nodiscard]] bool has_null_entry() const noexcept { return has_null_entry_; }

  /// No two dictionaries of a process have the same, and none has 0: what was found out about its
  /// entries can be kept by it, which an address does not allow, as another dictionary may come to
  /// lie there.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

 private:
  std::vector<std::string_view> texts_;
  bool has_null_entry_;
  std::uint64_t number_;
};

}  // namespace scrim
