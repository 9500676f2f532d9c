#include "scrim/ledger/sha256.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

/// Looked up once: OpenSSL searches its providers anew for each EVP_sha256().
const EVP_MD* sha256_method() {
  static const EVP_MD* const method = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return method;
}

constexpr std::string_view hex_digits = "0123456789abcdef";

}  // namespace

std::string sha256_text(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  if (sha256_method() == nullptr || EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr,
                                               sha256_method(), nullptr) != 1) {
    fail(ErrorKind::ledger, "OpenSSL computes no SHA-256 here, so no entry can be checked");
  }
  return ledger::hex_text({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

namespace ledger {

std::string hex_text(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += hex_digits[byte >> 4U];
    text += hex_digits[byte & 15U];
  }
  return text;
}

bool is_hex_text(std::string_view text) noexcept {
  return text.size() % 2 == 0 && std::all_of(text.begin(), text.end(), [](char c) {
           return hex_digits.find(c) != std::string_view::npos;
         });
}

bool is_sha256_text(std::string_view text) noexcept {
  return text.size() == 64 && is_hex_text(text);
}

std::string bytes_of_hex(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>((hex_digits.find(text[i]) << 4U) | hex_digits.find(text[i + 1]));
  }
  return bytes;
}

}  // namespace ledger

}  // namespace scrim
