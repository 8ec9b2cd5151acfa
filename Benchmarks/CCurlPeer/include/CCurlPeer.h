// libcurl as C programs use it: a blocking easy handle, and a multi handle with a thread.
#ifndef CCURL_PEER_H
#define CCURL_PEER_H

#include <stddef.h>

void *curl_peer_open(const char *url);
/// Sends one GET and returns the number of body bytes, or -1.
long curl_peer_get(void *peer);
void curl_peer_close(void *peer);

/// The least that the design of CurlTransport's thread costs without any Swift: one thread drives
/// the multi interface, callers hand requests over and wait on a condition.
void *curl_loop_start(void);
void curl_loop_stop(void *loop);
/// A request of a loop, for one caller.
void *curl_loop_open(const char *url);
/// Sends it and returns the number of body bytes, which are counted and not kept.
long curl_loop_get(void *loop, void *request);
void curl_loop_close(void *request);

/// Keeps this thread, and all that it starts, on the processor where it is; 0 where it cannot.
int stay_on_processor(void);

#endif
