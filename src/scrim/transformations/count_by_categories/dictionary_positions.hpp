// The places of the entries of a dictionary in a list of texts, each looked up once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scrim/columns/text_dictionary.hpp"
#include "scrim/transformations/count_by_categories/text_positions.hpp"

namespace scrim {

/// Where the entries of one dictionary stand in a list, as far as they were met. An entry is looked
/// up when it is first met: a dictionary may be longer than the rows that use it.
class DictionaryPositions {
 public:
  /// Calls use(position) for each code: that of its entry in the list, or `otherwise` if it is not
  /// there. What is known of entries is kept until codes of another dictionary come.
  /// Precondition (caller): codes are of the dictionary; list and otherwise are those of all calls;
  ///   positions are less than 2^32 - 1.
  template <class Use>
  void for_each(std::span<const std::uint32_t> codes, const TextDictionary& dictionary,
                const TextPositions& list, std::uint32_t otherwise, const Use& use) {
    turn_to(dictionary);
    const std::uint32_t* const behind = behind_.data();
    for (const std::uint32_t code : codes) {
      const std::uint32_t known = behind[code];
      use((known != not_met ? known : meet(code, dictionary.texts()[code], list, otherwise)) - 1);
    }
  }

 private:
  static constexpr std::uint32_t not_met = 0;

  void turn_to(const TextDictionary& dictionary);

  /// What is from now on known of an entry. Defined elsewhere: the loop over rows keeps its
  /// registers to itself.
  std::uint32_t meet(std::uint32_t code, std::string_view text, const TextPositions& list,
                     std::uint32_t otherwise);

  std::uint64_t number_ = 0;           // of the dictionary; 0 if there is none
  std::vector<std::uint32_t> behind_;  // of each entry, one more than its position
};

}  // namespace scrim
