#include "CAllocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>

size_t allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static bool is_counting;
static atomic_size_t count;

void start_counting(void) {
  atomic_store(&count, 0);
  is_counting = true;
}

size_t stop_counting(void) {
  is_counting = false;
  return atomic_load(&count);
}

static inline void note(void) {
  if (is_counting) atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

// The program's own definitions stand before those of the C library, which keeps its own under these names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  note();
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  note();
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : ENOMEM;
}
#else
size_t allocated_bytes(void) { return 0; }
void start_counting(void) {}
size_t stop_counting(void) { return 0; }
#endif
