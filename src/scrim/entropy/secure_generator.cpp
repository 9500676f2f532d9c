#include "scrim/entropy/secure_generator.hpp"

namespace scrim::entropy {

template class BasicSecureGenerator<SystemRandomReader>;

SecureGenerator& thread_source() {
  thread_local SecureGenerator generator;
  return generator;
}

}  // namespace scrim::entropy
