// A stand-in for the CUDA driver library: two devices, with state the test sets and counts it reads.
#include "fake_cuda.hpp"

#define FAKE extern "C" __attribute__((visibility("default")))

namespace {
FakeCuda state;
int contexts[FakeCuda::kDevices];
void* stack[8];
int depth = 0;

int device_of(const void* context) {
  for (int device = 0; device < FakeCuda::kDevices; ++device) {
    if (context == &contexts[device]) {
      return device;
    }
  }
  return -1;
}
}  // namespace

FAKE FakeCuda* fake_cuda_state() { return &state; }
FAKE int fake_cuda_depth() { return depth; }
FAKE void fake_cuda_make_private_context_current() { stack[depth++] = &state; }

FAKE int cuDeviceGetCount(int* count) {
  *count = FakeCuda::kDevices;
  return state.count_result;
}
FAKE int cuDeviceGet(int* device, int index) {
  *device = index;
  return index < FakeCuda::kDevices ? 0 : 101;
}
FAKE int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  *flags = 0;
  *active = state.primary_active[device];
  return 0;
}
FAKE int cuDevicePrimaryCtxRetain(void** context, int device) {
  ++state.retained[device];
  *context = &contexts[device];
  return 0;
}
FAKE int cuDevicePrimaryCtxRelease_v2(int device) {
  --state.retained[device];
  return 0;
}
FAKE int cuCtxGetCurrent(void** context) {
  *context = depth > 0 ? stack[depth - 1] : nullptr;
  return 0;
}
FAKE int cuCtxPushCurrent_v2(void* context) {
  stack[depth++] = context;
  return 0;
}
FAKE int cuCtxPopCurrent_v2(void** context) {
  *context = stack[--depth];
  return 0;
}
FAKE int cuCtxSynchronize() {
  if (depth == 0) {
    return 201;
  }
  const int device = device_of(stack[depth - 1]);
  ++(device < 0 ? state.synchronised_private : state.synchronised[device]);
  return state.synchronise_result;
}
