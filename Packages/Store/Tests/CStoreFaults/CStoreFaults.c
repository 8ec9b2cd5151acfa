// A SQLite VFS over the default one, in C because it is made of C function pointers and file
// structures that SQLite allocates. It is used by one thread at a time per file, and writes are made
// by the store's one writing connection; the globals rely on that.
#include "CStoreFaults.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What a write that was not synced yet has replaced.
typedef struct Undo {
  struct Undo *earlier;
  sqlite3_int64 offset;
  sqlite3_int64 oldSize;
  int oldCount;
  int newCount;
  unsigned char bytes[];
} Undo;

typedef struct FaultFile {
  sqlite3_file base;
  struct FaultFile *next;
  Undo *undo;
  sqlite3_file *real;
} FaultFile;

static StoreFault chosenFault;
static sqlite3_int64 countdown;
static uint64_t randomState;
static FaultFile *openFiles;
static sqlite3_vfs faultVFS;
static sqlite3_vfs *realVFS;
static sqlite3_io_methods faultMethods;

#define REAL(file) (((FaultFile *)(file))->real)

static int coin(void) {
  randomState += 0x9E3779B97F4A7C15u;
  uint64_t value = randomState;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return (int)((value ^ (value >> 31)) & 1);
}

static void forget(FaultFile *file) {
  while (file->undo) {
    Undo *undo = file->undo;
    file->undo = undo->earlier;
    free(undo);
  }
}

/// Takes back what was not synced, latest first, and ends the process.
static void losePower(void) {
  for (FaultFile *file = openFiles; file; file = file->next) {
    int isWhole = 1;
    for (Undo *undo = file->undo; undo; undo = undo->earlier) {
      if (chosenFault == StoreFaultPowerLossInDisorder && coin()) {
        isWhole = 0;
        continue;
      }
      if (undo->oldCount > 0)
        file->real->pMethods->xWrite(file->real, undo->bytes, undo->oldCount, undo->offset);
      if (isWhole) {
        file->real->pMethods->xTruncate(file->real, undo->oldSize);
      } else if (undo->newCount > undo->oldCount) {
        // Later writes lie beyond, so the place stays, never having been written.
        int count = undo->newCount - undo->oldCount;
        void *zeros = calloc(1, (size_t)count);
        file->real->pMethods->xWrite(file->real, zeros, count, undo->offset + undo->oldCount);
        free(zeros);
      }
    }
  }
  _exit(77);
}

/// Counts one operation; SQLITE_OK unless it is to fail.
static int meet(int failure) {
  if ((failure == SQLITE_IOERR_READ) != (chosenFault == StoreFaultRead)) return SQLITE_OK;
  if (countdown <= 0 || --countdown > 0) return SQLITE_OK;
  switch (chosenFault) {
  case StoreFaultInputOutput:
  case StoreFaultRead: return failure;
  case StoreFaultDiskFull: return SQLITE_FULL;
  default: losePower(); return SQLITE_OK;
  }
}

static void remember(FaultFile *file, sqlite3_int64 offset, sqlite3_int64 end) {
  sqlite3_int64 size = 0;
  file->real->pMethods->xFileSize(file->real, &size);
  sqlite3_int64 oldEnd = end < size ? end : size;
  int oldCount = oldEnd > offset ? (int)(oldEnd - offset) : 0;
  Undo *undo = malloc(sizeof(Undo) + (size_t)oldCount);
  undo->earlier = file->undo;
  undo->offset = offset;
  undo->oldSize = size;
  undo->oldCount = oldCount;
  undo->newCount = (int)(end - offset);
  if (oldCount > 0) file->real->pMethods->xRead(file->real, undo->bytes, oldCount, offset);
  file->undo = undo;
}

static int faultWrite(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = meet(SQLITE_IOERR_WRITE);
  if (code != SQLITE_OK) return code;
  remember((FaultFile *)file, offset, offset + count);
  return REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
}

static int faultTruncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = meet(SQLITE_IOERR_TRUNCATE);
  if (code != SQLITE_OK) return code;
  sqlite3_int64 old = 0;
  REAL(file)->pMethods->xFileSize(REAL(file), &old);
  if (old > size) remember((FaultFile *)file, size, old);
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

/// From here on the content counts as safe; the real sync would only cost time.
static int faultSync(sqlite3_file *file, int flags) {
  (void)flags;
  int code = meet(SQLITE_IOERR_FSYNC);
  if (code != SQLITE_OK) return code;
  forget((FaultFile *)file);
  return SQLITE_OK;
}

static int faultClose(sqlite3_file *file) {
  for (FaultFile **link = &openFiles; *link; link = &(*link)->next) {
    if (*link == (FaultFile *)file) {
      *link = (*link)->next;
      break;
    }
  }
  forget((FaultFile *)file);
  return REAL(file)->pMethods->xClose(REAL(file));
}

static int faultRead(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = meet(SQLITE_IOERR_READ);
  if (code != SQLITE_OK) return code;
  return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int faultFileSize(sqlite3_file *file, sqlite3_int64 *size) {
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int faultLock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int faultUnlock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xUnlock(REAL(file), level);
}

static int faultCheckReservedLock(sqlite3_file *file, int *result) {
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int faultFileControl(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int faultSectorSize(sqlite3_file *file) {
  return REAL(file)->pMethods->xSectorSize(REAL(file));
}

/// None of the real file's promises hold when the power fails in disorder.
static int faultDeviceCharacteristics(sqlite3_file *file) {
  (void)file;
  return 0;
}

static int faultShmMap(sqlite3_file *file, int page, int size, int extend, void volatile **map) {
  return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, map);
}

static int faultShmLock(sqlite3_file *file, int offset, int count, int flags) {
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void faultShmBarrier(sqlite3_file *file) {
  REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int faultShmUnmap(sqlite3_file *file, int remove) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

static int faultOpen(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags) {
  (void)vfs;
  FaultFile *fault = (FaultFile *)file;
  memset(fault, 0, sizeof *fault);
  fault->real = (sqlite3_file *)(fault + 1);
  int code = realVFS->xOpen(realVFS, name, fault->real, flags, outFlags);
  if (code != SQLITE_OK) return code;
  fault->base.pMethods = &faultMethods;
  fault->next = openFiles;
  openFiles = fault;
  return SQLITE_OK;
}

int store_faults_install(StoreFault fault, int64_t count, uint64_t seed) {
  chosenFault = fault;
  countdown = count;
  randomState = seed;
  faultMethods = (sqlite3_io_methods){
    .iVersion = fault == StoreFaultNoSharedMemory ? 1 : 2,
    .xClose = faultClose,
    .xRead = faultRead,
    .xWrite = faultWrite,
    .xTruncate = faultTruncate,
    .xSync = faultSync,
    .xFileSize = faultFileSize,
    .xLock = faultLock,
    .xUnlock = faultUnlock,
    .xCheckReservedLock = faultCheckReservedLock,
    .xFileControl = faultFileControl,
    .xSectorSize = faultSectorSize,
    .xDeviceCharacteristics = faultDeviceCharacteristics,
    .xShmMap = faultShmMap,
    .xShmLock = faultShmLock,
    .xShmBarrier = faultShmBarrier,
    .xShmUnmap = faultShmUnmap,
  };
  realVFS = sqlite3_vfs_find(NULL);
  if (!realVFS) return SQLITE_ERROR;
  faultVFS = *realVFS;
  faultVFS.zName = "store-faults";
  faultVFS.pNext = NULL;
  faultVFS.szOsFile = (int)sizeof(FaultFile) + realVFS->szOsFile;
  faultVFS.xOpen = faultOpen;
  return sqlite3_vfs_register(&faultVFS, 1);
}

int store_faults_is_pending(void) { return countdown > 0; }

int store_faults_leave_hot_journal(const char *path) {
  sqlite3 *database = NULL;
  int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL);
  if (code != SQLITE_OK) return code;
  // A cache of a few pages, so that changed ones go to the file before the commit.
  return sqlite3_exec(
      database,
      "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 4; PRAGMA cache_spill = 4; BEGIN;"
      "UPDATE rows SET value = randomblob(500), checksum = 0;",
      NULL, NULL, NULL);
}

static const char chosenVFS[] = "unix-dotfile";

int store_faults_choose_default(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(chosenVFS);
  return vfs ? sqlite3_vfs_register(vfs, 1) : SQLITE_ERROR;
}

int store_faults_is_default_chosen(void) {
  return sqlite3_vfs_find(NULL) == sqlite3_vfs_find(chosenVFS);
}
