// Signatures of entries: Ed25519, by OpenSSL. Not installed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace scrim::ledger {

/// A private key, with which entries are signed.
class Signer {
 public:
  /// Of a file that holds an Ed25519 key in PEM, as `openssl genpkey -algorithm ed25519` writes it.
  /// Throws ErrorKind::ledger for anything else.
  [[nodiscard]] static Signer from_file(const std::string& path);

  /// The 64 hexadecimal digits of the public key.
  [[nodiscard]] const std::string& public_key() const noexcept { return public_key_; }

  /// 128 hexadecimal digits.
  [[nodiscard]] std::string sign(std::string_view hash) const;

 private:
  Signer(std::shared_ptr<void> key, std::string public_key)
      : key_(std::move(key)), public_key_(std::move(public_key)) {}

  std::shared_ptr<void> key_;
  std::string public_key_;
};

/// Whether the owner of the key signed the hash. Precondition (caller): is_sha256_text(public_key).
[[nodiscard]] bool is_signed_by(std::string_view public_key, std::string_view hash,
                                std::string_view signature);

}  // namespace scrim::ledger
