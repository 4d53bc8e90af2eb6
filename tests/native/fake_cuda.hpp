// What the fake CUDA driver and its test share.
#pragma once

struct FakeCuda {
  static constexpr int kDevices = 2;
  int count_result = 0;        // what cuDeviceGetCount returns
  int synchronise_result = 0;  // what cuCtxSynchronize returns
  int primary_active[kDevices] = {};
  int retained[kDevices] = {};
  int synchronised[kDevices] = {};
  int synchronised_private = 0;
};
