// The smallest test harness that does the job: named cases, CHECK with the expression's text, a summary line.
#pragma once

#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace check {

struct Case {
  const char* name;
  std::function<void()> body;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Register {
  Register(const char* name, std::function<void()> body) { cases().push_back({name, std::move(body)}); }
};

inline void report(bool ok, const char* expression, const char* file, int line) {
  if (!ok) {
    ++failures();
    std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, expression);
  }
}

inline int run() {
  int failed = 0;
  for (const Case& test : cases()) {
    const int before = failures();
    try {
      test.body();
    } catch (const std::exception& error) {
      ++failures();
      std::fprintf(stderr, "%s: unexpected exception: %s\n", test.name, error.what());
    }
    const bool ok = failures() == before;
    failed += ok ? 0 : 1;
    std::fprintf(stderr, "%s %s\n", ok ? "ok    " : "FAILED", test.name);
  }
  std::printf("%zu passed, %d failed\n", cases().size() - static_cast<std::size_t>(failed), failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace check

#define CHECK(expression) ::check::report(static_cast<bool>(expression), #expression, __FILE__, __LINE__)
#define CHECK_THROWS(expression, type)                                     \
  do {                                                                     \
    bool thrown = false;                                                   \
    try {                                                                  \
      (void)(expression);                                                  \
    } catch (const type&) {                                                \
      thrown = true;                                                       \
    }                                                                      \
    ::check::report(thrown, #expression " throws " #type, __FILE__, __LINE__); \
  } while (false)
#define TEST(name)                                                   \
  static void name();                                                \
  static const ::check::Register register_##name{#name, name};       \
  static void name()
#define TEST_MAIN \
  int main() { return ::check::run(); }
