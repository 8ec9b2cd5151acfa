// Typed wrappers for the variadic functions of libcurl, which Swift cannot call.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <stdint.h>

typedef size_t (*curl_shim_data_callback)(char *data, size_t size, size_t count, void *context);
typedef int (*curl_shim_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*curl_shim_opened_callback)(void *context, curl_socket_t socket, curlsocktype purpose);
typedef int (*curl_shim_closing_callback)(void *context, curl_socket_t socket);
typedef int (*curl_shim_ready_callback)(void *context, char *remote, char *local, int remote_port,
                                        int local_port);

CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value);
CURLcode curl_shim_set_offset(CURL *easy, CURLoption option, int64_t value);
CURLcode curl_shim_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode curl_shim_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode curl_shim_set_data_callback(CURL *easy, CURLoption option, curl_shim_data_callback value);
CURLcode curl_shim_set_seek_callback(CURL *easy, curl_shim_seek_callback value);

/// Restricts the transfer to http and https.
CURLcode curl_shim_allow_only_http(CURL *easy);

/// Lets a transfer that is still resolving its host be removed without waiting for the resolver.
void curl_shim_do_not_wait_for_resolver(CURL *easy);

/// The version of the libcurl that runs, such as 0x080700.
unsigned int curl_shim_version(void);

/// Has an easy handle say which sockets it opened, and have those closed that it needs no longer.
void curl_shim_follow(CURL *easy, curl_shim_opened_callback opened,
                      curl_shim_closing_callback close, void *context);

/// Has an easy handle ask before it sends on a connection that stands; 1 keeps it from sending.
CURLcode curl_shim_ask_before_sending(CURL *easy, curl_shim_ready_callback ready, void *context);
CURLMcode curl_shim_set_multi_long(CURLM *multi, CURLMoption option, long value);

/// Whether libcurl waits for bytes of a socket; 1 where nobody can tell: sets of descriptors end at FD_SETSIZE.
int curl_shim_reads(CURLM *multi, curl_socket_t socket);

/// The number of bytes written to a socket that the other end has not confirmed; 0 if the system does not tell.
int curl_shim_unconfirmed(curl_socket_t socket);

int64_t curl_shim_get_offset(CURL *easy, CURLINFO info);
long curl_shim_get_long(CURL *easy, CURLINFO info);
void *curl_shim_get_private(CURL *easy);

/// The transfer of a finished message, and its result in `result`.
CURL *curl_shim_next_finished(CURLM *multi, CURLcode *result);

#endif
