// The bytes in which a run over data is saved, to be merged in another process.
//
// All numbers are little-endian. docs/formats/run-state.md describes the format; `version` changes
// whenever it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/core/identity.hpp"

namespace scrim {

/// Collects what an accumulator must keep.
class StateWriter {
 public:
  void write(std::uint64_t value);
  void write(std::span<const std::uint64_t> values);

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Gives back what a StateWriter collected. Running out of bytes throws InvokeError{bad_state}.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t read();
  void read(std::span<std::uint64_t> values);

  [[nodiscard]] bool is_at_end() const noexcept { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

/// A saved run: the number of rows it has read, and the payload of its accumulator.
struct SavedRun {
  std::uint64_t rows;
  std::span<const std::byte> payload;
};

[[nodiscard]] std::vector<std::byte> pack_run(const Identity::Digest& identity, SavedRun run);

/// Postcondition: throws InvokeError{bad_state}, with a text that depends on the form of the bytes
///   only, unless they were packed by this version, for this identity, and are whole. The payload
///   is a part of `bytes`.
[[nodiscard]] SavedRun unpack_run(const Identity::Digest& identity,
                                  std::span<const std::byte> bytes);

}  // namespace scrim
