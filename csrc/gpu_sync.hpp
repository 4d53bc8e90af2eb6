// Waiting for the GPU inside the timed window, below anything that Python code could have patched.
//
// Only a CUDA driver that is already loaded into the process is used, through its C interface: a candidate that
// never touched the GPU pays nothing, and nothing here initialises CUDA (which would poison later forks). For
// each device the primary context is waited for, which is the one torch, CuPy and Numba share, and besides
// it whatever context is current. A private context that is not current isn't seen; the parent's clock is.
#pragma once

#include <memory>
#include <string>

namespace effibench {

class GpuSync {
 public:
  // Cheap (no device work); ask again after an import of code that may have initialised CUDA. Throws Error with the
  // CUresult, or if the library lacks one of the functions.
  static GpuSync probe(const std::string& library = "libcuda.so.1");

  GpuSync() = default;  // inactive

  // Some device had an active primary context when probed.
  [[nodiscard]] bool active() const noexcept { return active_; }
  // Devices the driver shows to this process; 0 where CUDA is not initialised.
  [[nodiscard]] int devices() const noexcept { return devices_; }

  // Blocks until all work submitted to all contexts is done. Contexts that became active since the probe count too,
  // on every device of the probe. Throws Error with the CUresult (a failed kernel shows up here).
  void synchronise() const;

 private:
  struct Driver;
  std::shared_ptr<const Driver> driver_;
  int devices_ = 0;
  bool active_ = false;
};

}  // namespace effibench
