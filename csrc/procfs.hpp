// What the kernel says about processes: memory, identity, start time; and reading small files whole.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace effibench {

// The whole of a (small or /proc) file. Throws Error naming the path.
std::string read_file(const std::string& path);

// The same, but nullopt where the file does not exist, its process is gone, or it may not be read.
std::optional<std::string> try_read_file(const std::string& path);

struct MemoryStatus {
  int64_t size_bytes;  // VmSize: address space
  int64_t data_bytes;  // VmData: private writable mappings, what RLIMIT_DATA counts
  int64_t rss_bytes;   // VmRSS
  int64_t hwm_bytes;   // VmHWM: peak of VmRSS
  int64_t peak_bytes;  // VmPeak: peak of VmSize
  int threads;
};

// pid 0 is the caller. nullopt when the process is gone, is a zombie, or has no memory of its own.
std::optional<MemoryStatus> memory_status(pid_t pid);

// Resident bytes only: a fraction of the cost of memory_status, for a watchdog that polls.
std::optional<int64_t> rss_bytes(pid_t pid);

// The pid behind a pidfd, as numbered in the procfs mounted at /proc here. Throws Error when the process
// was reaped, lives outside this pid namespace, or the descriptor is no pidfd.
pid_t pid_of_pidfd(int pidfd);

// Start time in clock ticks since boot. (pid, start time) names a process for ever; a pid alone is reused.
// Throws Error when the process is gone.
std::string process_start_time(pid_t pid);

}  // namespace effibench
