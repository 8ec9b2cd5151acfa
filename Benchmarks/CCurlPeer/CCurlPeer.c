#include "CCurlPeer.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

struct peer {
  CURL *easy;
  char *body;
  size_t count;
  size_t capacity;
};

static size_t take(char *data, size_t size, size_t count, void *context) {
  struct peer *peer = context;
  size_t bytes = size * count;
  if (peer->count + bytes > peer->capacity) {
    peer->capacity = (peer->count + bytes) * 2;
    peer->body = realloc(peer->body, peer->capacity);
  }
  memcpy(peer->body + peer->count, data, bytes);
  peer->count += bytes;
  return bytes;
}

void *curl_peer_open(const char *url) {
  struct peer *peer = calloc(1, sizeof(struct peer));
  peer->easy = curl_easy_init();
  curl_easy_setopt(peer->easy, CURLOPT_URL, url);
  curl_easy_setopt(peer->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(peer->easy, CURLOPT_PROXY, "");
  curl_easy_setopt(peer->easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(peer->easy, CURLOPT_WRITEDATA, peer);
  return peer;
}

long curl_peer_get(void *context) {
  struct peer *peer = context;
  peer->count = 0;
  if (curl_easy_perform(peer->easy) != CURLE_OK) return -1;
  return (long)peer->count;
}

void curl_peer_close(void *context) {
  struct peer *peer = context;
  curl_easy_cleanup(peer->easy);
  free(peer->body);
  free(peer);
}
