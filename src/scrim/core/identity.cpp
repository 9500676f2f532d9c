#include "scrim/core/identity.hpp"

#include <openssl/evp.h>

#include <bit>
#include <cmath>
#include <limits>

#include "scrim/errors/error.hpp"

namespace scrim {

Identity Identity::unknown() {
  Identity identity;
  identity.is_known_ = false;
  return identity;
}

Identity& Identity::add(std::string_view text) {
  add_word('t', text.size());
  bytes_ += text;
  return *this;
}

Identity& Identity::add_double(double number) {
  if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
  constexpr std::uint64_t negative_zero = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return add_word('d', bits == negative_zero ? 0 : bits);
}

Identity& Identity::add_word(char kind, std::uint64_t word) {
  bytes_ += kind;
  for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(word >> shift);
  return *this;
}

Identity::Digest Identity::digest() const {
  Digest digest{};
  if (EVP_Digest(bytes_.data(), bytes_.size(), reinterpret_cast<unsigned char*>(digest.data()),
                 nullptr, EVP_sha256(), nullptr) != 1) {
    throw InvokeError(ErrorKind::bad_state, "the identity of a run could not be computed");
  }
  return digest;
}

}  // namespace scrim
