#include "scrim/core/saved_run.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

using Digest = Identity::Digest;

constexpr std::string_view magic = "scrimrun";
constexpr std::uint64_t version = 2;

// What stands at the end.
constexpr std::uint64_t checksum = 0;        // SHA-256
constexpr std::uint64_t authentication = 1;  // HMAC-SHA-256

// magic, version, kind of seal, identity, length of the body; then the body and its seal.
constexpr std::size_t header_size = 8 + 8 + 8 + sizeof(Digest) + 8;

constexpr std::size_t shortest_key = 16;
constexpr std::size_t longest_key = 4096;

Digest seal_of(std::span<const std::byte> bytes, const std::optional<StateKey>& key) {
  Digest seal{};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  auto* out = reinterpret_cast<unsigned char*>(seal.data());
  const bool is_computed =
      key ? HMAC(EVP_sha256(), key->data(), static_cast<int>(key->size()), data, bytes.size(), out,
                 nullptr) != nullptr
          : EVP_Digest(data, bytes.size(), out, nullptr, EVP_sha256(), nullptr) == 1;
  if (!is_computed) {
    throw InvokeError(ErrorKind::bad_state, "the seal of a saved run could not be computed");
  }
  return seal;
}

}  // namespace

void check_state_key(const std::optional<StateKey>& key) {
  if (key && (key->size() < shortest_key || key->size() > longest_key)) {
    fail(ErrorKind::invalid_argument, "the key of a saved run has " + std::to_string(key->size()) +
                                          " bytes; give 16 to 4096 of them, drawn at random");
  }
}

std::vector<std::byte> pack_run(const Digest& identity, std::span<const std::byte> body,
                                const std::optional<StateKey>& key) {
  StateWriter writer;
  writer.append(std::as_bytes(std::span(magic)));
  writer.write(version);
  writer.write(key ? authentication : checksum);
  writer.append(identity);
  writer.write_length(body.size());
  writer.append(body);
  writer.append(seal_of(writer.bytes(), key));
  return std::move(writer).take();
}

std::span<const std::byte> unpack_run(const Digest& identity, std::span<const std::byte> bytes,
                                      const std::optional<StateKey>& key) {
  check_state_key(key);
  if (bytes.size() < magic.size() ||
      !std::ranges::equal(bytes.first(magic.size()), std::as_bytes(std::span(magic)))) {
    throw InvokeError(ErrorKind::bad_state, "these bytes are not a saved run of this library");
  }
  StateReader header(bytes.subspan(magic.size()));
  if (header.read() != version) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run has another format version; this library reads version 2: "
                      "load it with the library that saved it, or read the rows again");
  }
  if (bytes.size() < header_size + sizeof(Digest)) {
    throw InvokeError(ErrorKind::bad_state, "the saved run is truncated; save or copy it again");
  }
  const std::uint64_t kind = header.read();
  if (kind == authentication && !key) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run is authenticated; give the key with which it was saved");
  }
  if (kind == checksum && key) {
    throw InvokeError(
        ErrorKind::bad_state,
        "the saved run is not authenticated: it was saved without a key, by whomever; "
        "save it with the key");
  }
  if (kind != (key ? authentication : checksum)) {
    throw InvokeError(ErrorKind::bad_state, "the saved run has a seal of an unknown kind");
  }
  const auto saved_identity = header.take(sizeof(Digest));
  if (header.read() != bytes.size() - header_size - sizeof(Digest)) {
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run is truncated or has bytes to spare; save or copy it again");
  }
  const auto content = bytes.first(bytes.size() - sizeof(Digest));
  const Digest seal = seal_of(content, key);
  if (CRYPTO_memcmp(seal.data(), bytes.last(sizeof(Digest)).data(), seal.size()) != 0) {
    if (key) {
      throw InvokeError(
          ErrorKind::bad_state,
          "the saved run was changed, or saved with another key; it must not be used");
    }
    throw InvokeError(ErrorKind::bad_state,
                      "the saved run is corrupt: its checksum differs; save or copy it again");
  }
  if (!std::ranges::equal(identity, saved_identity)) {
    throw InvokeError(
        ErrorKind::bad_state,
        "the saved run comes from a chain with another input domain, or other functions or "
        "parameters; load it where the same chain was built");
  }
  return content.subspan(header_size);
}

}  // namespace scrim
