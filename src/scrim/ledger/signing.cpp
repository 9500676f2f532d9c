#include "scrim/ledger/signing.hpp"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <cstddef>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t signature_size = 64;

/// What is signed says what it is, so that a signature made for something else is none.
std::string signed_text(std::string_view hash) { return "scrim ledger entry " + std::string(hash); }

const unsigned char* as_bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

using DigestContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
DigestContext new_context() { return {EVP_MD_CTX_new(), &EVP_MD_CTX_free}; }

[[noreturn]] void refuse_key(const std::string& path, std::string_view why) {
  fail(ErrorKind::ledger,
       fmt::format("{} signs no ledger: {}; make a key by `openssl genpkey -algorithm ed25519`",
                   path, why));
}

}  // namespace

Signer Signer::from_file(const std::string& path) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> file(BIO_new_file(path.c_str(), "r"), &BIO_free);
  if (file == nullptr) refuse_key(path, "it cannot be opened");
  // Without a way to ask for a pass phrase: a program that waits for one unseen would hang.
  const auto no_phrase = [](char*, int, int, void*) { return -1; };
  std::shared_ptr<EVP_PKEY> key(PEM_read_bio_PrivateKey(file.get(), nullptr, no_phrase, nullptr),
                                &EVP_PKEY_free);
  if (key == nullptr || EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) {
    refuse_key(path, "it holds no Ed25519 key in PEM without a pass phrase");
  }
  std::array<unsigned char, key_size> raw{};
  std::size_t size = raw.size();
  if (EVP_PKEY_get_raw_public_key(key.get(), raw.data(), &size) != 1 || size != raw.size()) {
    refuse_key(path, "its public part cannot be read");
  }
  return {std::move(key), hex_text({reinterpret_cast<const char*>(raw.data()), raw.size()})};
}

std::string Signer::sign(std::string_view hash) const {
  const std::string text = signed_text(hash);
  const DigestContext context = new_context();
  std::array<unsigned char, signature_size> signature{};
  std::size_t size = signature.size();
  if (context == nullptr ||
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr,
                         static_cast<EVP_PKEY*>(key_.get())) != 1 ||
      EVP_DigestSign(context.get(), signature.data(), &size, as_bytes(text), text.size()) != 1 ||
      size != signature.size()) {
    fail(ErrorKind::ledger, "the entry could not be signed; nothing was written");
  }
  return hex_text({reinterpret_cast<const char*>(signature.data()), signature.size()});
}

bool is_signed_by(std::string_view public_key, std::string_view hash, std::string_view signature) {
  if (signature.size() != 2 * signature_size || !is_hex_text(signature)) return false;
  const std::string raw = bytes_of_hex(public_key);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, as_bytes(raw), raw.size()),
      &EVP_PKEY_free);
  const DigestContext context = new_context();
  const std::string text = signed_text(hash);
  const std::string bytes = bytes_of_hex(signature);
  return key != nullptr && context != nullptr &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), as_bytes(bytes), bytes.size(), as_bytes(text),
                          text.size()) == 1;
}

}  // namespace scrim::ledger
