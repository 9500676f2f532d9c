// A view of the secret state of a generator, for white-box tests.
#pragma once

#include "scrim/entropy/secure_generator.hpp"

namespace scrim::test {

struct SecureGeneratorPeer {
  template <class Generator>
  static const entropy::GeneratorState& state(const Generator& generator) {
    return *generator.state_;
  }

  template <class Generator>
  static bool is_wiped_by_kernel(const Generator& generator) {
    return generator.memory_.is_wiped_by_kernel();
  }
};

}  // namespace scrim::test
