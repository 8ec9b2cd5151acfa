#ifndef CALLOCATOR_H
#define CALLOCATOR_H
#include <stddef.h>

/// The bytes that the process has taken from the allocator and not given back; 0 where unknown.
size_t allocated_bytes(void);

#endif
