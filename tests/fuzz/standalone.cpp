// Runs a target without libFuzzer: every file of a corpus, and a fixed number of mutations of them.
//
//   TARGET [--mutations N] [--seed N] [--artifact FILE] CORPUS...
//
// Which mutations are tried depends on nothing but the seed and the corpus. An input that ends the process, or takes
// more than kSecondsAnInput, is written to the artifact's file. Memory is bounded: in a build with AddressSanitizer by
// its options below, otherwise by the size of the address space.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz.hpp"

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
#define WITH_ADDRESS_SANITIZER 1
#endif

// The names under which the sanitizers look for their options. Aborting is what the handler below can see.
extern "C" {
const char* __asan_default_options();   // NOLINT
const char* __ubsan_default_options();  // NOLINT
const char* __asan_default_options() {
  return "abort_on_error=1:max_allocation_size_mb=256:hard_rss_limit_mb=2048:allocator_may_return_null=0";
}
const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }
}

namespace {

constexpr unsigned kSecondsAnInput = 20;
constexpr std::size_t kMaxSize = 4096;  // of what is mutated
constexpr rlim_t kAddressSpace = rlim_t{4} << 30U;

using Bytes = std::vector<std::uint8_t>;

std::minstd_rand mutations;
const Bytes* current = nullptr;
std::string artifact = "crash.bin";

// May run in a process that is about to die of a memory error: no allocation.
void save_current() {
  if (current == nullptr) {
    return;
  }
  const int file = ::open(artifact.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool written = ::write(file, current->data(), current->size()) == static_cast<ssize_t>(current->size());
  ::close(file);
  static constexpr char kText[] = "the input that failed was written to the artifact's file\n";
  if (written) {
    (void)!::write(STDERR_FILENO, kText, sizeof kText - 1);
  }
  current = nullptr;
}

void on_signal(int number) {
  save_current();
  (void)::signal(number, SIG_DFL);
  (void)::raise(number);
}

void watch() {
  for (const int number : {SIGABRT, SIGALRM}) {
    (void)::signal(number, on_signal);
  }
#if !defined(WITH_ADDRESS_SANITIZER)
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    (void)::signal(number, on_signal);
  }
  const rlimit limit{kAddressSpace, kAddressSpace};
  (void)::setrlimit(RLIMIT_AS, &limit);
#endif
}

void run(const Bytes& input) {
  const Bytes exact(input);  // a capacity of its size, so that reading past the end is seen
  current = &exact;
  ::alarm(kSecondsAnInput);
  (void)LLVMFuzzerTestOneInput(exact.data(), exact.size());
  ::alarm(0);
  current = nullptr;
}

std::vector<Bytes> load(const std::vector<std::string>& paths) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path)) {
      for (const auto& entry : std::filesystem::directory_iterator(path)) {
        files.push_back(entry.path());
      }
    } else {
      files.emplace_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    if (!stream.good() && !stream.eof()) {
      std::fprintf(stderr, "cannot read %s\n", file.c_str());
      std::exit(2);
    }
  }
  return corpus;
}

Bytes mutated(const std::vector<Bytes>& corpus, std::minstd_rand& random) {
  const Bytes& first = corpus[random() % corpus.size()];
  Bytes made(std::max(kMaxSize, first.size()));
  std::size_t size = 0;
  if (random() % 8 == 0) {
    const Bytes& second = corpus[random() % corpus.size()];
    size = LLVMFuzzerCustomCrossOver(first.data(), first.size(), second.data(), second.size(), made.data(), made.size(),
                                     static_cast<unsigned>(random()));
  }
  if (size == 0) {
    std::copy(first.begin(), first.end(), made.begin());
    size = first.size();
  }
  for (std::size_t turns = random() % 4 + 1; turns > 0; --turns) {
    size = LLVMFuzzerCustomMutator(made.data(), size, made.size(), static_cast<unsigned>(random()));
  }
  made.resize(size);
  return made;
}

}  // namespace

// A few of libFuzzer's mutations. Never makes an empty input of one that is not.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  const auto below = [](std::size_t bound) { return static_cast<std::size_t>(mutations()) % bound; };
  static constexpr std::uint64_t kEdges[] = {0, 1, 2, 8, 24, 127, 128, 255, 256, 4096, 1ULL << 31U, 1ULL << 32U, 1ULL << 62U,
                                             1ULL << 63U, ~0ULL, ~0ULL >> 1U};
  if (size == 0) {
    if (max_size == 0) {
      return 0;
    }
    data[0] = static_cast<std::uint8_t>(mutations());
    return 1;
  }
  const std::size_t at = below(size);
  switch (below(7)) {
    case 0:
      data[at] = static_cast<std::uint8_t>(data[at] ^ 1U << below(8));
      return size;
    case 1:
      data[at] = static_cast<std::uint8_t>(mutations());
      return size;
    case 2: {  // a number that is often mistaken
      const std::uint64_t edge = kEdges[below(std::size(kEdges))];
      std::memcpy(data + at, &edge, std::min(sizeof edge, size - at));
      return size;
    }
    case 3: {  // insert
      const std::size_t count = std::min(below(8) + 1, max_size - size);
      std::memmove(data + at + count, data + at, size - at);
      std::generate_n(data + at, count, [] { return static_cast<std::uint8_t>(mutations()); });
      return size + count;
    }
    case 4: {  // erase
      const std::size_t count = std::min({below(8) + 1, size - at, size - 1});
      std::memmove(data + at, data + at + count, size - at - count);
      return size - count;
    }
    case 5: {  // copy a part over another
      const std::size_t from = below(size);
      std::memmove(data + at, data + from, std::min(below(32) + 1, size - std::max(at, from)));
      return size;
    }
    default:
      return below(8) == 0 ? at + 1 : size;  // truncate, seldom
  }
}

int main(int argc, char** argv) {
  std::size_t count = 0;
  unsigned seed = 1;
  std::vector<std::string> paths;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--") && i + 1 < argc) {
      const std::string value = argv[++i];
      if (argument == "--mutations") {
        count = std::stoul(value);
        continue;
      }
      if (argument == "--seed") {
        seed = static_cast<unsigned>(std::stoul(value));
        continue;
      }
      if (argument == "--artifact") {
        artifact = value;
        continue;
      }
    }
    if (argument.starts_with("--")) {
      std::fprintf(stderr, "usage: %s [--mutations N] [--seed N] [--artifact FILE] CORPUS...\n", argv[0]);
      return 2;
    }
    paths.push_back(argument);
  }
  (void)LLVMFuzzerInitialize(&argc, &argv);
  watch();
  const std::vector<Bytes> corpus = load(paths);
  if (corpus.empty()) {
    std::fprintf(stderr, "the corpus is empty\n");
    return 2;
  }
  for (const Bytes& input : corpus) {
    run(input);
  }
  std::minstd_rand random(seed);
  mutations.seed(seed);
  for (std::size_t i = 0; i < count; ++i) {
    run(mutated(corpus, random));
  }
  std::printf("%zu files and %zu mutations passed\n", corpus.size(), count);
  return 0;
}
