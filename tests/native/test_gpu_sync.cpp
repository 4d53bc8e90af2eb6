#include "gpu_sync.hpp"

#include <dlfcn.h>

#include <cstring>

#include "check.hpp"
#include "error.hpp"
#include "fake_cuda.hpp"

using namespace effibench;

namespace {

// The path of the library built from fake_cuda.cpp.
const char* const kLibrary = EFFIBENCH_FAKE_CUDA;

class Loaded {
 public:
  Loaded() : handle_(::dlopen(kLibrary, RTLD_NOW)) {
    if (handle_ == nullptr) {
      throw Error(::dlerror());
    }
    *state() = FakeCuda();
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  ~Loaded() { ::dlclose(handle_); }
  FakeCuda* state() { return function<FakeCuda* (*)()>("fake_cuda_state")(); }
  int depth() { return function<int (*)()>("fake_cuda_depth")(); }
  void make_private_context_current() { function<void (*)()>("fake_cuda_make_private_context_current")(); }

 private:
  template <typename Function>
  Function function(const char* name) {
    return reinterpret_cast<Function>(::dlsym(handle_, name));
  }
  void* handle_;
};

bool throws_with(const GpuSync& sync, const char* part) {
  try {
    sync.synchronise();
  } catch (const Error& error) {
    return std::strstr(error.what(), part) != nullptr;
  }
  return false;
}

}  // namespace

TEST(driver_not_loaded_is_inactive_and_stays_unloaded) {
  GpuSync sync = GpuSync::probe(kLibrary);
  CHECK(!sync.active() && sync.devices() == 0);
  sync.synchronise();
  CHECK(::dlopen(kLibrary, RTLD_LAZY | RTLD_NOLOAD) == nullptr);
  CHECK(!GpuSync().active());
}

TEST(loaded_but_not_initialised) {
  Loaded cuda;
  for (const int result : {3, 4, 100}) {
    cuda.state()->count_result = result;
    const GpuSync sync = GpuSync::probe(kLibrary);
    CHECK(!sync.active() && sync.devices() == 0);
    sync.synchronise();
  }
  cuda.state()->count_result = 999;
  CHECK_THROWS(GpuSync::probe(kLibrary), Error);
}

TEST(every_active_device_is_waited_for_and_no_other) {
  Loaded cuda;
  CHECK(!GpuSync::probe(kLibrary).active());
  cuda.state()->primary_active[1] = 1;
  const GpuSync sync = GpuSync::probe(kLibrary);
  CHECK(sync.active() && sync.devices() == 2);
  CHECK(cuda.state()->synchronised[1] == 0);  // probing does no device work
  sync.synchronise();
  sync.synchronise();
  CHECK(cuda.state()->synchronised[0] == 0 && cuda.state()->synchronised[1] == 2);
  cuda.state()->primary_active[0] = 1;  // became active after the probe
  sync.synchronise();
  CHECK(cuda.state()->synchronised[0] == 1 && cuda.state()->synchronised[1] == 3);
  CHECK(cuda.state()->retained[0] == 0 && cuda.state()->retained[1] == 0 && cuda.depth() == 0);
}

TEST(failure_names_the_result_and_leaves_no_context_behind) {
  Loaded cuda;
  cuda.state()->primary_active[0] = 1;
  const GpuSync sync = GpuSync::probe(kLibrary);
  cuda.state()->synchronise_result = 700;
  CHECK(throws_with(sync, "cuCtxSynchronize failed with CUresult 700 on device 0"));
  CHECK(cuda.state()->retained[0] == 0 && cuda.depth() == 0);
}

TEST(library_without_the_functions_is_an_error) {
  void* const other = ::dlopen("libm.so.6", RTLD_NOW);
  CHECK(other != nullptr);
  CHECK_THROWS(GpuSync::probe("libm.so.6"), Error);
  ::dlclose(other);
}

TEST(current_private_context_is_waited_for) {
  Loaded cuda;
  cuda.state()->primary_active[0] = 1;
  cuda.make_private_context_current();
  GpuSync::probe(kLibrary).synchronise();
  CHECK(cuda.state()->synchronised_private == 1 && cuda.state()->synchronised[0] == 1 && cuda.depth() == 1);
}

TEST_MAIN
