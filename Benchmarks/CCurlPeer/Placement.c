#define _GNU_SOURCE
#include "CCurlPeer.h"

#ifdef __linux__
#include <sched.h>

int stay_on_processor(void) {
  int processor = sched_getcpu();
  if (processor < 0) return 0;
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(processor, &processors);
  return sched_setaffinity(0, sizeof processors, &processors) == 0;
}
#else
int stay_on_processor(void) { return 0; }
#endif
