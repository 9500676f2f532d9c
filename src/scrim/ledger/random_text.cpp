#include "scrim/ledger/random_text.hpp"

#include <array>
#include <cstddef>

#include "scrim/entropy/system_seed.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

std::string random_text() {
  std::array<std::byte, 16> bytes{};
  entropy::SystemRandomReader reader;
  entropy::read_seed(reader, bytes);
  return hex_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace scrim::ledger
