// Which parts of the rows a run has read, so that none is counted twice or left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/state_bytes.hpp"

namespace scrim {

/// One of the parts, from 0 to count - 1, in which rows are read apart; by default the whole.
///
/// The number is the caller's word for which rows a run is given: each part must have rows of its
/// own. A part may have none, but it must be there to be merged.
struct Part {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// A set of parts. Its cost is that of its ranges, whatever their length. When all parts are
/// there it is the whole, part 0 of 1: nothing is left of how rows were shared out.
class Parts {
 public:
  static constexpr std::uint64_t most = 0xffff'ffff;

  /// Precondition (checked): part.index < part.count <= most.
  explicit Parts(Part part);

  /// The parts of both.
  /// Precondition (checked, else misuse): they are parts of one number of parts, none in both.
  [[nodiscard]] Parts merged_with(const Parts& other) const;

  /// True if all parts are there.
  [[nodiscard]] bool is_whole() const noexcept { return count_ == 1; }
  /// Throws misuse, and says which parts are missing, unless all are there.
  void require_all() const;

  void save(StateWriter& writer) const;
  /// Postcondition: throws InvokeError{bad_state} unless the next bytes are such as save() writes.
  [[nodiscard]] static Parts load(StateReader& reader);

 private:
  /// The parts from `first` to `end` - 1.
  struct Range {
    std::uint64_t first;
    std::uint64_t end;
  };
  using Ranges = std::vector<Range>;

  Parts(std::uint64_t count, Ranges ranges);

  [[nodiscard]] std::string describe() const;
  [[nodiscard]] static std::string describe(const Ranges& ranges);

  std::uint64_t count_;  // 1 if all are there
  Ranges ranges_;        // not empty; rising, with gaps between them
};

}  // namespace scrim
