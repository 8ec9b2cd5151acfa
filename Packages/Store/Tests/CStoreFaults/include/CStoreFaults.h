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
  /// A read fails, once; reads are counted instead of writes.
  StoreFaultRead = 4,
  /// The file system has no memory that processes can share, from the start.
  StoreFaultNoSharedMemory = 5,
} StoreFault;

/// Puts a layer between SQLite and its files that lets the `count`-th write, sync or truncation of
/// this process meet the fault. To be called before anything is opened.
///
/// Returns 0, or SQLite's error.
int store_faults_install(StoreFault fault, int64_t count, uint64_t seed);

/// Whether the fault is still to come.
int store_faults_is_pending(void);

/// Begins to overwrite every row of the database at `path` with a rollback journal, as SQLite does
/// outside WAL mode, and returns while some of it is in the file and nothing is committed.
///
/// Returns 0, or SQLite's error.
int store_faults_leave_hot_journal(const char *path);

/// Makes another of SQLite's VFSs the default, as an application may.
///
/// Returns 0, or SQLite's error.
int store_faults_choose_default(void);

/// Whether the VFS that was chosen is the default.
int store_faults_is_default_chosen(void);

#endif
