#include "scrim/core/state_bytes.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

using Digest = Identity::Digest;

constexpr std::string_view magic = "scrimrun";
constexpr std::uint64_t version = 2;

// magic, version, identity, rows, length of the payload; then the payload and a checksum.
constexpr std::size_t header_size = 8 + 8 + 32 + 8 + 8;

std::array<std::byte, 8> little_endian(std::uint64_t value) {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(value >> (8 * i));
  }
  return bytes;
}

// Not by insert, about which g++ 12 warns at -O3, wrongly, that it writes beyond the end.
void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.resize(to.size() + bytes.size());
  std::ranges::copy(bytes, to.end() - static_cast<std::ptrdiff_t>(bytes.size()));
}

Digest checksum_of(std::span<const std::byte> bytes) {
  Digest digest{};
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                 nullptr, EVP_sha256(), nullptr) != 1) {
    throw InvokeError(ErrorKind::bad_state, "the checksum of a saved run could not be computed");
  }
  return digest;
}

}  // namespace

void StateWriter::write(std::uint64_t value) { append(bytes_, little_endian(value)); }

void StateWriter::write(std::span<const std::uint64_t> values) {
  bytes_.reserve(bytes_.size() + 8 * values.size());
  for (const std::uint64_t value : values) write(value);
}

std::uint64_t StateReader::read() {
  if (bytes_.size() < 8) {
    throw InvokeError(ErrorKind::bad_state, "the saved run ends before its state does");
  }
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes_[i]);
  bytes_ = bytes_.subspan(8);
  return value;
}

void StateReader::read(std::span<std::uint64_t> values) {
  for (std::uint64_t& value : values) value = read();
}

std::vector<std::byte> pack_run(const Digest& identity, SavedRun run) {
  std::vector<std::byte> bytes;
  bytes.reserve(header_size + run.payload.size() + sizeof(Digest));
  append(bytes, std::as_bytes(std::span(magic)));
  append(bytes, little_endian(version));
  append(bytes, identity);
  append(bytes, little_endian(run.rows));
  append(bytes, little_endian(run.payload.size()));
  append(bytes, run.payload);
  append(bytes, checksum_of(bytes));
  return bytes;
}

SavedRun unpack_run(const Digest& identity, std::span<const std::byte> bytes) {
  if (bytes.size() < magic.size() ||
      !std::ranges::equal(bytes.first(magic.size()), std::as_bytes(std::span(magic)))) {
    throw InvokeError(ErrorKind::bad_state, "these bytes are not a saved run of this library");
  }
  if (bytes.size() < header_size + sizeof(Digest)) {
    throw InvokeError(ErrorKind::bad_state, "the saved run is truncated; save or copy it again");
  }
  StateReader header(bytes.subspan(magic.size()));
  if (header.read() != version) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run has another format version; this library reads version 2");
  }
  StateReader lengths(bytes.subspan(magic.size() + 8 + sizeof(Digest)));
  const std::uint64_t rows = lengths.read();
  const std::uint64_t payload_size = lengths.read();
  if (payload_size != bytes.size() - header_size - sizeof(Digest)) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run is truncated or has bytes to spare; save or copy it again");
  }
  const auto content = bytes.first(bytes.size() - sizeof(Digest));
  if (!std::ranges::equal(checksum_of(content), bytes.last(sizeof(Digest)))) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run is corrupt: its checksum differs; save or copy it again");
  }
  if (!std::ranges::equal(identity, bytes.subspan(magic.size() + 8, sizeof(Digest)))) {
    throw InvokeError(
        ErrorKind::bad_state,
        "the saved run comes from a chain with other functions or parameters; load it "
        "where the same chain was built");
  }
  return {rows, content.subspan(header_size)};
}

}  // namespace scrim
