#include "gpu_sync.hpp"

#include <dlfcn.h>

#include "error.hpp"

namespace effibench {
namespace {

// The few types of cuda.h that are needed; their binary interface is fixed.
using Result = int;
using Device = int;
using Context = void*;

constexpr Result kSuccess = 0;
constexpr Result kNotInitialised = 3;
constexpr Result kDeinitialised = 4;
constexpr Result kNoDevice = 100;

void require(Result result, const char* call, int device) {
  if (result != kSuccess) {
    throw Error(std::string(call) + " failed with CUresult " + std::to_string(result) +
                (device >= 0 ? " on device " + std::to_string(device) : ""));
  }
}

template <typename Function>
void resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) {
    throw Error(std::string("the CUDA driver has no function ") + name);
  }
}

}  // namespace

struct GpuSync::Driver {
  explicit Driver(void* opened) : library(opened) {
    resolve(library.get(), "cuDeviceGetCount", device_count);
    resolve(library.get(), "cuDeviceGet", device_get);
    resolve(library.get(), "cuDevicePrimaryCtxGetState", primary_state);
    resolve(library.get(), "cuDevicePrimaryCtxRetain", primary_retain);
    resolve(library.get(), "cuDevicePrimaryCtxRelease_v2", primary_release);
    resolve(library.get(), "cuCtxGetCurrent", context_current);
    resolve(library.get(), "cuCtxPushCurrent_v2", context_push);
    resolve(library.get(), "cuCtxPopCurrent_v2", context_pop);
    resolve(library.get(), "cuCtxSynchronize", context_synchronise);
  }

  [[nodiscard]] bool primary_active(int index) const {
    Device device = 0;
    require(device_get(&device, index), "cuDeviceGet", index);
    unsigned flags = 0;
    int is_active = 0;
    require(primary_state(device, &flags, &is_active), "cuDevicePrimaryCtxGetState", index);
    return is_active != 0;
  }

  void synchronise_primary(int index) const;

  struct Close {
    void operator()(void* handle) const { ::dlclose(handle); }
  };
  std::unique_ptr<void, Close> library;  // keeps the driver loaded as long as its functions may be called
  Result (*device_count)(int*) = nullptr;
  Result (*device_get)(Device*, int) = nullptr;
  Result (*primary_state)(Device, unsigned*, int*) = nullptr;
  Result (*primary_retain)(Context*, Device) = nullptr;
  Result (*primary_release)(Device) = nullptr;
  Result (*context_current)(Context*) = nullptr;
  Result (*context_push)(Context) = nullptr;
  Result (*context_pop)(Context*) = nullptr;
  Result (*context_synchronise)() = nullptr;
};

void GpuSync::Driver::synchronise_primary(int index) const {
  Device device = 0;
  require(device_get(&device, index), "cuDeviceGet", index);
  // Retained for the moment of use only: a handle kept from the probe would be stale after a reset of the device.
  Context context = nullptr;
  require(primary_retain(&context, device), "cuDevicePrimaryCtxRetain", index);
  const Result pushed = context_push(context);
  Result waited = kSuccess;
  Result popped = kSuccess;
  if (pushed == kSuccess) {
    waited = context_synchronise();
    popped = context_pop(&context);
  }
  const Result released = primary_release(device);
  require(pushed, "cuCtxPushCurrent", index);
  require(waited, "cuCtxSynchronize", index);
  require(popped, "cuCtxPopCurrent", index);
  require(released, "cuDevicePrimaryCtxRelease", index);
}

GpuSync GpuSync::probe(const std::string& library) {
  GpuSync sync;
  void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) {
    return sync;
  }
  sync.driver_ = std::make_shared<const Driver>(handle);
  const Result result = sync.driver_->device_count(&sync.devices_);
  if (result == kNotInitialised || result == kDeinitialised || result == kNoDevice) {
    sync.devices_ = 0;  // loaded, as by an import of torch, but not in use
    return sync;
  }
  require(result, "cuDeviceGetCount", -1);
  for (int index = 0; index < sync.devices_ && !sync.active_; ++index) {
    sync.active_ = sync.driver_->primary_active(index);
  }
  return sync;
}

void GpuSync::synchronise() const {
  if (devices_ == 0) {
    return;
  }
  Context current = nullptr;
  require(driver_->context_current(&current), "cuCtxGetCurrent", -1);
  if (current != nullptr) {
    require(driver_->context_synchronise(), "cuCtxSynchronize", -1);
  }
  for (int index = 0; index < devices_; ++index) {
    if (driver_->primary_active(index)) {
      driver_->synchronise_primary(index);
    }
  }
}

}  // namespace effibench
