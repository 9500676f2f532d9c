#include "scrim/core/state_bytes.hpp"

#include <algorithm>
#include <array>

#include "scrim/errors/error.hpp"

namespace scrim {

void StateWriter::write(std::uint64_t value) {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(value >> (8 * i));
  }
  append(bytes);
}

void StateWriter::write(std::span<const std::uint64_t> values) {
  bytes_.reserve(bytes_.size() + 8 * values.size());
  for (const std::uint64_t value : values) write(value);
}

void StateWriter::write_text(std::string_view text) {
  write_length(text.size());
  append(std::as_bytes(std::span(text)));
}

// Not by insert, about which g++ 12 warns at -O3, wrongly, that it writes beyond the end.
void StateWriter::append(std::span<const std::byte> bytes) {
  bytes_.resize(bytes_.size() + bytes.size());
  std::ranges::copy(bytes, bytes_.end() - static_cast<std::ptrdiff_t>(bytes.size()));
}

std::uint64_t StateReader::read() {
  std::uint64_t value = 0;
  const auto bytes = take(8);
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

void StateReader::read(std::span<std::uint64_t> values) {
  for (std::uint64_t& value : values) value = read();
}

std::size_t StateReader::read_length(std::size_t bytes_each) {
  const std::uint64_t length = read();
  if (length > bytes_.size() / bytes_each) {
    throw InvokeError(ErrorKind::bad_state, "the saved run tells of more than it holds");
  }
  return static_cast<std::size_t>(length);
}

std::string_view StateReader::read_text() {
  const auto bytes = take(read_length(1));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> StateReader::take(std::size_t length) {
  if (bytes_.size() < length) {
    throw InvokeError(ErrorKind::bad_state, "the saved run ends before its state does");
  }
  const auto taken = bytes_.first(length);
  bytes_ = bytes_.subspan(length);
  return taken;
}

}  // namespace scrim
