#ifndef CALLOCATOR_H
#define CALLOCATOR_H
#include <stddef.h>

/// The bytes that the process has taken from the allocator and not given back; 0 where unknown.
size_t allocated_bytes(void);

/// Begins to count how often the process asks the allocator for memory.
void start_counting(void);

/// Ends it; the count, or 0 where it cannot be known.
size_t stop_counting(void);

#endif
