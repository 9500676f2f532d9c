#include "scrim/measurements/gaussian/make_gaussian.hpp"

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/measurements/noise/noise_adder.hpp"
#include "scrim/numbers/each_number.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

void check_gaussian_scale(double scale) {
  check_noise_scale("make_gaussian", scale, largest_gaussian_scale);
}

class GaussianNoise::Adder : public NoiseAdder<DiscreteGaussian<>, BulkGaussian> {
 public:
  using NoiseAdder::NoiseAdder;
};

GaussianNoise::GaussianNoise(double scale)
    : adder_(scale == 0.0 ? nullptr : std::make_shared<const Adder>(gaussian_variance(scale))) {}

template <Integer T>
T GaussianNoise::add_to(const T& x) const {
  return adder_ == nullptr ? x : adder_->add_to(x, entropy::thread_source());
}

template <Integer T>
std::vector<T> GaussianNoise::add_to(std::span<const T> xs) const {
  if (adder_ == nullptr) return {xs.begin(), xs.end()};
  return adder_->add_to(xs, entropy::thread_source());
}

#define SCRIM_INSTANTIATE(T)                           \
  template T GaussianNoise::add_to<T>(const T&) const; \
  template std::vector<T> GaussianNoise::add_to<T>(std::span<const T>) const;
SCRIM_FOR_EACH_INTEGER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
