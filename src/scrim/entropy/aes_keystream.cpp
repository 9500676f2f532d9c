#include "scrim/entropy/aes_keystream.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

namespace scrim::entropy {
namespace {

constexpr std::size_t key_size = 32;

const unsigned char* octets(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

void AesKeystream::FreeContext::operator()(evp_cipher_ctx_st* context) const noexcept {
  EVP_CIPHER_CTX_free(context);
}

bool AesKeystream::set_key(std::span<const std::byte, seed_size> seed) noexcept {
  const EVP_CIPHER* cipher = nullptr;  // null keeps the context's cipher and changes the key only
  if (context_ == nullptr) {
    context_.reset(EVP_CIPHER_CTX_new());
    if (context_ == nullptr) return false;
    cipher = EVP_aes_256_ctr();
  }
  return EVP_EncryptInit_ex(context_.get(), cipher, nullptr, octets(seed.first<key_size>()),
                            octets(seed.subspan<key_size>())) == 1;
}

bool AesKeystream::expand(std::span<const std::byte, seed_size> seed,
                          std::span<std::byte> out) noexcept {
  static constexpr std::array<std::byte, seed_size> public_seed{};

  bool is_done = set_key(seed);
  if (is_done) {
    std::ranges::fill(out, std::byte{0});
    auto* const text = reinterpret_cast<unsigned char*>(out.data());
    int written = 0;
    is_done = EVP_EncryptUpdate(context_.get(), text, &written, text,
                                static_cast<int>(out.size())) == 1 &&
              static_cast<std::size_t>(written) == out.size();
    // The context sits on the ordinary heap and would still hold the expanded key, from which
    // `out` can be computed again: overwrite it before anything is handed out.
    is_done = is_done && set_key(public_seed);
  }
  // Freeing clears the key schedule, and the next call starts from a context in a known state.
  if (!is_done) context_.reset();
  return is_done;
}

}  // namespace scrim::entropy
