#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::strict_arithmetic {

namespace {

void set_control(Control value) noexcept {
#if defined(__x86_64__)
  _mm_setcsr(static_cast<unsigned>(value));
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(value) : "memory");
#else
  std::fesetround(static_cast<int>(value));
#endif
}

[[nodiscard]] constexpr Control standard() noexcept {
#if defined(__x86_64__)
  return 0x1f80;
#elif defined(__aarch64__)
  return 0;
#else
  return static_cast<Control>(FE_TONEAREST);
#endif
}

}  // namespace

StandardControl::StandardControl() noexcept : before_(control()) { set_control(standard()); }

StandardControl::~StandardControl() { set_control(before_); }

}  // namespace scrim::strict_arithmetic
