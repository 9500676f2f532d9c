#include "scrim/accounting/privacy_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "scrim/accounting/known_loss.hpp"
#include "scrim/accounting/profile_answers.hpp"
#include "scrim/accounting/release.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest_loss_given = 0x1p20;
constexpr double least_width = 0x1p-20;
constexpr double largest_width = 0x1p60;
constexpr std::uint64_t largest_sensitivity = std::uint64_t{1} << 60;
constexpr std::uint64_t most_times = std::uint64_t{1} << 32;

void check_number(std::string_view name, double x, double least, double most) {
  if (!(least <= x && x <= most)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{} is {}; it must be a number from {} to {}", name, x, least, most));
  }
}

void check_count(std::string_view name, std::uint64_t x, std::uint64_t least, std::uint64_t most) {
  if (x < least || x > most) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{} is {}; it must be from {} to {}", name, x, least, most));
  }
}

/// Whether releases say more of one direction than of the other.
bool is_directed(const Releases& releases) {
  return std::any_of(releases.times.begin(), releases.times.end(),
                     [](const auto& each) { return each.first.kind == ReleaseKind::sampled; });
}

}  // namespace

/// The releases, and what was computed from them so far.
class PrivacyProfile::State {
 public:
  State() = default;
  explicit State(Releases releases) : releases_(std::move(releases)) {}
  State(const State& other) : releases_(other.releases_) {}

  [[nodiscard]] const Releases& releases() const noexcept { return releases_; }

  void add(const Releases& other, std::uint64_t times) {
    Releases sum = releases_;  // so that nothing was added where one is refused
    for (const auto& [release, number] : other.times) {
      std::uint64_t& all = sum.times[release];
      if (number > most_times / times || all > most_times - number * times) {
        fail(ErrorKind::invalid_argument,
             fmt::format("there would be more than {} releases that are alike; a profile holds no "
                         "more of them",
                         most_times));
      }
      all += number * times;
    }
    releases_ = std::move(sum);
    answers_.reset();
  }

  auto with_answers(auto ask) const {
    return strictly([&] {
      const std::lock_guard lock(mutex_);
      if (!answers_) answers_ = std::make_unique<ProfileAnswers>(releases_);
      return ask(*answers_);
    });
  }

  /// A state that has one release.
  [[nodiscard]] static std::shared_ptr<State> of(Release release) {
    Releases one;
    one.times.emplace(std::move(release), 1);
    return std::make_shared<State>(std::move(one));
  }

  [[nodiscard]] bool is_empty() const noexcept { return releases_.times.empty(); }

 private:
  Releases releases_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<ProfileAnswers> answers_;
};

PrivacyProfile::PrivacyProfile() : state_(std::make_shared<State>()) {}

PrivacyProfile PrivacyProfile::of_gaussian(double sigma, std::uint64_t sensitivity) {
  check_number("sigma", sigma, least_width, largest_width);
  check_count("sensitivity", sensitivity, 0, largest_sensitivity);
  if (sensitivity == 0) return {};
  return PrivacyProfile(
      State::of({.kind = ReleaseKind::gaussian, .width = sigma, .count = sensitivity}));
}

PrivacyProfile PrivacyProfile::of_laplace(double scale, std::uint64_t sensitivity) {
  check_number("scale", scale, least_width, largest_width);
  check_count("sensitivity", sensitivity, 0, largest_sensitivity);
  if (sensitivity == 0) return {};
  return PrivacyProfile(
      State::of({.kind = ReleaseKind::laplace, .width = scale, .count = sensitivity}));
}

PrivacyProfile PrivacyProfile::of_randomised_response(double epsilon, std::uint64_t categories) {
  check_number("epsilon", epsilon, 0.0, largest_loss_given);
  check_count("categories", categories, 2, std::numeric_limits<std::uint64_t>::max());
  if (epsilon == 0) return {};
  return PrivacyProfile(
      State::of({.kind = ReleaseKind::response, .width = epsilon, .count = categories}));
}

PrivacyProfile PrivacyProfile::of_bounded_range(double epsilon) {
  check_number("epsilon", epsilon, 0.0, largest_loss_given);
  if (epsilon == 0) return {};
  return PrivacyProfile(State::of({.kind = ReleaseKind::range, .width = epsilon}));
}

PrivacyProfile PrivacyProfile::of_loss(const PrivacyLoss& loss) {
  if (loss.epsilon.has_value() == loss.rho.has_value()) {
    fail(ErrorKind::invalid_argument,
         loss.rho ? "both epsilon and rho are given; give the one that the release's measure has"
                  : "neither epsilon nor rho is given; give one, and delta where the measure has "
                    "it");
  }
  const bool is_pure = loss.epsilon.has_value();
  const double amount = is_pure ? *loss.epsilon : *loss.rho;
  check_number(is_pure ? "epsilon" : "rho", amount, 0.0, largest_loss_given);
  check_number("delta", loss.delta, 0.0, 1.0);
  if (amount == 0 && loss.delta == 0) return {};
  // Two categories: the worst pair under (epsilon, delta).
  return PrivacyProfile(State::of(
      is_pure ? Release{.kind = ReleaseKind::pure, .width = amount, .count = 2, .delta = loss.delta}
              : Release{.kind = ReleaseKind::concentrated, .width = amount, .delta = loss.delta}));
}

PrivacyProfile PrivacyProfile::nothing_promised() {
  return of_loss({.epsilon = 0.0, .delta = 1.0});
}

void PrivacyProfile::add(const PrivacyProfile& other, std::uint64_t times) {
  check_count("times", times, 0, most_times);
  if (times == 0 || other.state_->is_empty()) return;
  const std::shared_ptr<State> kept = other.state_;  // it may be our own
  if (state_.use_count() > 1) state_ = std::make_shared<State>(*state_);
  state_->add(kept->releases(), times);
}

PrivacyProfile PrivacyProfile::sampled(const ExactProbability& rate) const {
  if (state_->is_empty() || rate.is_one()) return *this;
  if (rate.is_zero()) return {};
  return PrivacyProfile(State::of({.kind = ReleaseKind::sampled,
                                   .rate = rate,
                                   .of = std::make_shared<Releases>(state_->releases())}));
}

PrivacyProfile PrivacyProfile::sampled_of_size(const ExactProbability& rate) const {
  if (state_->is_empty() || rate.is_one()) return *this;
  if (rate.is_zero()) return {};
  return PrivacyProfile(State::of({.kind = ReleaseKind::sampled_of_size,
                                   .rate = rate,
                                   .of = std::make_shared<Releases>(state_->releases())}));
}

PrivacyProfile PrivacyProfile::in_steps(std::uint32_t steps) const {
  if (state_->is_empty() || steps == 1) return *this;
  if (steps == 0) return {};
  return PrivacyProfile(State::of({.kind = ReleaseKind::in_steps,
                                   .count = steps,
                                   .of = std::make_shared<Releases>(state_->releases())}));
}

PrivacyProfile PrivacyProfile::either_way() const {
  if (!is_directed(state_->releases())) return *this;
  return PrivacyProfile(State::of(
      {.kind = ReleaseKind::either_way, .of = std::make_shared<Releases>(state_->releases())}));
}

double PrivacyProfile::delta(double epsilon) const {
  check_number("epsilon", epsilon, 0.0, infinite);
  return state_->with_answers([&](ProfileAnswers& answers) { return answers.delta(epsilon); });
}

double PrivacyProfile::epsilon(double delta) const {
  check_number("delta", delta, 0.0, 1.0);
  return state_->with_answers([&](ProfileAnswers& answers) { return answers.epsilon(delta); });
}

double PrivacyProfile::rho() const {
  return state_->with_answers([](const ProfileAnswers& answers) {
    return answers.known().rho ? to_double_up(*answers.known().rho) : infinite;
  });
}

double PrivacyProfile::delta_beside_rho() const {
  return state_->with_answers([](const ProfileAnswers& answers) { return answers.known().mass; });
}

bool operator==(const PrivacyProfile& a, const PrivacyProfile& b) {
  const Releases& left = a.state_->releases();
  const Releases& right = b.state_->releases();
  return !(left.times < right.times) && !(right.times < left.times);
}

bool within(const PrivacyProfile& a, const PrivacyProfile& b) {
  const auto& left = a.state_->releases().times;
  const auto& right = b.state_->releases().times;
  const bool is_part = std::all_of(left.begin(), left.end(), [&](const auto& each) {
    const auto same = right.find(each.first);
    return same != right.end() && each.second <= same->second;
  });
  if (is_part) return true;
  if (right.size() != 1 || right.begin()->second != 1) return false;
  const Release& only = right.begin()->first;
  switch (only.kind) {
    case ReleaseKind::pure:
      return a.delta(only.width) <= only.delta;
    case ReleaseKind::concentrated:
      return a.rho() <= only.width && a.delta_beside_rho() <= only.delta;
    default:
      return false;
  }
}

std::string describe_distance(const PrivacyProfile& d) {
  // Not by its numbers: they take a while, and an error that cites it should not.
  std::uint64_t releases = 0;
  for (const auto& [release, times] : d.state_->releases().times) releases += times;
  if (releases == 0) return "a profile of no release";
  return fmt::format("a profile of {} release{}", releases, releases == 1 ? "" : "s");
}

PrivacyProfile undirected(const PrivacyProfile& d) { return d.either_way(); }

}  // namespace scrim
