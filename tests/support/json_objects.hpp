// Random objects of JSON, all well-formed, of what is odd but allowed.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

namespace scrim::support {

using namespace std::string_literals;

/// Members of which some are looked for, others look like them, and some are no text at all.
[[nodiscard]] inline rc::Gen<std::string> json_key() {
  return rc::gen::element("\"age\""s, "\"AGE\""s, "\"\\u0061ge\""s, "\"name\""s, "\"na\\u006De\""s,
                          "\"\""s, "\"a\\\"ge\""s, "\"\\ud800\""s, "\"\xFF\""s, "\"}{\""s,
                          "\"\xEF\xBB\xBF\""s, "\"key 399\""s);
}

[[nodiscard]] inline rc::Gen<std::string> json_value() {
  return rc::gen::element("33"s, "-0"s, "1e400"s, "0.1E-7"s, "12345678901234567890"s, "true"s,
                          "false"s, "null"s, "\"\""s, "\"33\""s, "\" 3,5 \""s, "\"inf\""s, "\"x\""s,
                          "\"\\\\\""s, "\"\\\"}{][,\""s, "\"\\n\\u0000\""s, "\"\\ud83d\\ude00\""s,
                          "\"\\ud83d\""s, "\"\xF0\x9F\x98\x80 ends beyond sixteen bytes\""s,
                          "\"\xC3\""s, "\"\xED\xA0\x80\""s, "[]"s, "{}"s, "[[[]],{\"age\":[{}]}]"s,
                          "{\"age\":1,\"name\":\"\\\"\"}"s);
}

/// With `spaces` between tokens.
[[nodiscard]] inline std::string json_object(
    const std::vector<std::tuple<std::string, std::string>>& members, const std::string& spaces) {
  std::string object = "{" + spaces;
  for (const auto& [key, value] : members) {
    if (object.size() > 1 + spaces.size()) object += "," + spaces;
    object += key + spaces + ":" + spaces + value + spaces;
  }
  return object + "}";
}

/// Most have a few members, some have 400 more.
[[nodiscard]] inline rc::Gen<std::string> json_object_with(const rc::Gen<std::string>& spaces) {
  using Members = std::vector<std::tuple<std::string, std::string>>;
  const auto members = rc::gen::container<Members>(rc::gen::tuple(json_key(), json_value()));
  const auto has_many = rc::gen::weightedElement<bool>({{15, false}, {1, true}});
  return rc::gen::map(rc::gen::tuple(members, has_many, spaces), [](const auto& drawn) {
    auto [all, is_large, between] = drawn;
    for (int i = 0; is_large && i < 400; ++i) {
      all.emplace_back("\"key " + std::to_string(i) + "\"", std::to_string(i));
    }
    return json_object(all, between);
  });
}

[[nodiscard]] inline rc::Gen<std::string> json_object_on_a_line() {
  return json_object_with(rc::gen::element(""s, " "s, "\t "s));
}

[[nodiscard]] inline rc::Gen<std::string> json_object_on_any_lines() {
  return json_object_with(rc::gen::element(""s, " "s, "\n"s, "\r\n  "s));
}

}  // namespace scrim::support
