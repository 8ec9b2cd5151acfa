#ifndef C_STORE_FAULTS_H
#define C_STORE_FAULTS_H

#include <stdint.h>

/// What happens at the chosen write.
typedef enum {
  /// The write, sync or truncation fails, once.
  StoreFaultInputOutput = 0,
  /// The disk is full, once.
  StoreFaultDiskFull = 1,
  /// The power fails: everything that was not synced is taken back and the process ends (77).
  StoreFaultPowerLoss = 2,
  /// The power fails, and of what was not synced a random half has reached the disk (77).
  StoreFaultPowerLossInDisorder = 3,
} StoreFault;

/// Puts a layer between SQLite and its files that lets the `count`-th write, sync or truncation of
/// this process meet the fault. To be called before anything is opened.
///
/// Returns 0, or SQLite's error.
int store_faults_install(StoreFault fault, int64_t count, uint64_t seed);

#endif
