// Settings of the processor that another library may leave behind, one at a time.
#pragma once

#include <cfenv>
#include <string>
#include <vector>

#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::test {

/// Flags that report what has happened are no settings.
[[nodiscard]] inline strict_arithmetic::Control settings_now() {
#if defined(__x86_64__)
  return strict_arithmetic::control() & 0xffc0;
#else
  return strict_arithmetic::control();
#endif
}

struct ArithmeticSetting {
  std::string name;
  int rounding;
  unsigned others;  ///< bits of MXCSR or FPCR that are set besides
};

[[nodiscard]] inline std::vector<ArithmeticSetting> arithmetic_settings() {
  std::vector<ArithmeticSetting> settings;
#if defined(__x86_64__)
  constexpr unsigned flush_to_zero = 0x8000;
  constexpr unsigned denormals_are_zero = 0x0040;
  settings = {{"flush to zero", FE_TONEAREST, flush_to_zero},
              {"denormals are zero", FE_TONEAREST, denormals_are_zero},
              {"fast-math", FE_TONEAREST, flush_to_zero | denormals_are_zero},
              {"fast-math, down", FE_DOWNWARD, flush_to_zero | denormals_are_zero}};
#elif defined(__aarch64__)
  constexpr unsigned flush_to_zero = 1U << 24;  // of operands and results
  constexpr unsigned default_nan = 1U << 25;
  settings = {{"fast-math", FE_TONEAREST, flush_to_zero},
              {"fast-math, down", FE_DOWNWARD, flush_to_zero},
              {"NaNs that are all the same", FE_TONEAREST, default_nan}};
#endif
  settings.push_back({"up", FE_UPWARD, 0});
  settings.push_back({"down", FE_DOWNWARD, 0});
  settings.push_back({"towards zero", FE_TOWARDZERO, 0});
  return settings;
}

/// Sets one for the calling thread while it lives.
class ForcedArithmetic {
 public:
  explicit ForcedArithmetic(const ArithmeticSetting& setting) {
    std::fegetenv(&before_);
    std::fesetround(setting.rounding);
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | setting.others);
#elif defined(__aarch64__)
    const strict_arithmetic::Control control = strict_arithmetic::control() | setting.others;
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
#endif
  }
  ~ForcedArithmetic() { std::fesetenv(&before_); }
  ForcedArithmetic(const ForcedArithmetic&) = delete;
  ForcedArithmetic& operator=(const ForcedArithmetic&) = delete;

 private:
  std::fenv_t before_{};
};

}  // namespace scrim::test
