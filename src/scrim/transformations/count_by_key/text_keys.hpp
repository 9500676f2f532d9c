// A table of texts and how often each of them was met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/text_ends.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/spaces/keyed_counts.hpp"

namespace scrim {

/// Counts keys that are not known beforehand; it grows with their number. The texts lie one behind
/// the other: a new key takes no memory of its own, and a known one none at all. Counts that do not
/// fit saturate.
class TextKeys {
 public:
  /// Texts out of a dictionary are looked up once for each entry.
  void count(const TextRows& rows) {
    if (const TextDictionary* dictionary = rows.dictionary()) {
      count_codes(rows.codes(), *dictionary);
    } else {
      for (const std::string_view text : rows.views()) add(text, 1);
    }
  }
  void count(std::span<const std::string> rows) {
    for (const std::string& text : rows) add(text, 1);
  }

  /// Precondition (caller): count > 0.
  void add(std::string_view text, std::uint64_t count) { add_to(number_of(text), count); }

  /// All that another has.
  void add(const TextKeys& other) {
    for (const Key& key : other.keys_) add(other.text_of(key), key.count);
  }

  /// By key.
  [[nodiscard]] KeyedCounts<std::string> sorted() const;

 private:
  /// In the order in which they were first met, which nobody may see.
  struct Key {
    TextEnds ends;
    std::size_t begin = 0;  ///< of the text, among all characters
    std::uint64_t count = 0;
  };

  /// A number of a key plus 1, or 0 if the place is free.
  using Place = std::size_t;

  [[nodiscard]] std::string_view text_of(const Key& key) const noexcept {
    return {characters_.data() + key.begin, static_cast<std::size_t>(key.ends.length)};
  }

  void add_to(std::size_t number, std::uint64_t count) {
    keys_[number].count = saturating_add(keys_[number].count, count);
  }

  /// The number of the key that the text is, from now on if it is new.
  [[nodiscard]] std::size_t number_of(std::string_view text) {
    if (2 * keys_.size() >= places_.size()) grow();
    const TextEnds ends = TextEnds::of(text);
    std::size_t place = static_cast<std::size_t>(ends.hash(text) >> shift_);
    for (; places_[place] != 0; place = (place + 1) & (places_.size() - 1)) {
      const std::size_t number = places_[place] - 1;
      const Key& key = keys_[number];
      if (ends.is_text(text, key.ends, characters_.data() + key.begin)) return number;
    }
    return meet(text, ends, place);
  }

  // Defined elsewhere: the loop over rows keeps its registers to itself.
  std::size_t meet(std::string_view text, const TextEnds& ends, std::size_t place);
  void grow();
  void count_codes(std::span<const std::uint32_t> codes, const TextDictionary& dictionary);

  std::vector<char> characters_;  // of all keys, one behind the other
  std::vector<Key> keys_;
  std::vector<Place> places_;  // a power of two of them, half of which at least are free
  int shift_ = 0;

  std::uint64_t dictionary_ = 0;         // the number of the one that codes were last of
  std::vector<std::size_t> of_entries_;  // of each entry, the number of its key plus 1, if met
};

}  // namespace scrim
