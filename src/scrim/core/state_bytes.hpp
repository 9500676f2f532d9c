// What an accumulator keeps, as bytes: written, and read with suspicion.
//
// All numbers are little-endian; docs/formats/run-state.md describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim {

/// Collects what must be kept. What has no fixed length is written with it: reading must not
/// depend on knowing it beforehand.
class StateWriter {
 public:
  void write(std::uint64_t value);
  void write(std::span<const std::uint64_t> values);
  /// How many of something follow.
  void write_length(std::size_t length) { write(std::uint64_t{length}); }
  /// The length of a text, and its bytes.
  void write_text(std::string_view text);
  /// Bytes whose number is known to whoever reads them.
  void append(std::span<const std::byte> bytes);

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Gives back what a StateWriter collected. Running out of bytes throws InvokeError{bad_state}.
class StateReader {
 public:
  explicit StateReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t read();
  void read(std::span<std::uint64_t> values);
  /// How many of something follow, each of `bytes_each` bytes at least. A number for which there
  /// are not bytes enough is refused, so that room may be made for so many.
  /// Precondition (caller): bytes_each > 0.
  [[nodiscard]] std::size_t read_length(std::size_t bytes_each);
  /// The text lies in the bytes that are read.
  [[nodiscard]] std::string_view read_text();
  [[nodiscard]] std::span<const std::byte> take(std::size_t length);

  [[nodiscard]] bool is_at_end() const noexcept { return bytes_.empty(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace scrim
