// AES-256-CTR keystream that keeps no key between calls.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct evp_cipher_ctx_st;

namespace scrim::entropy {

/// Bytes of one AES-256-CTR seed: the key (32) followed by the initial counter block (16).
inline constexpr std::size_t seed_size = 48;

/// Expands seeds to keystream with OpenSSL's EVP, reusing one context.
class AesKeystream {
 public:
  AesKeystream() noexcept = default;

  /// Writes to `out` the AES-256-CTR encryption of zeros under `seed`, and returns true; or
  /// returns false, and then `out` must not be used.
  ///
  /// Precondition (caller): out.size() is a multiple of 16, so that no part of a keystream block
  ///   is kept for later; at most 2^31 - 1.
  /// Postcondition: this object no longer holds the key, whether or not it succeeded.
  /// `seed` may lie inside `out`: it is read completely before anything is written.
  [[nodiscard]] bool expand(std::span<const std::byte, seed_size> seed,
                            std::span<std::byte> out) noexcept;

 private:
  struct FreeContext {
    void operator()(evp_cipher_ctx_st* context) const noexcept;
  };

  [[nodiscard]] bool set_key(std::span<const std::byte, seed_size> seed) noexcept;

  std::unique_ptr<evp_cipher_ctx_st, FreeContext> context_;
};

}  // namespace scrim::entropy
