// libcurl as a C program uses it: one blocking easy handle.
#ifndef CCURL_PEER_H
#define CCURL_PEER_H

#include <stddef.h>

void *curl_peer_open(const char *url);
/// Sends one GET and returns the number of body bytes, or -1.
long curl_peer_get(void *peer);
void curl_peer_close(void *peer);

#endif
