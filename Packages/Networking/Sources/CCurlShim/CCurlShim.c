#include "CCurlShim.h"

#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>

#ifdef __linux__
#include <linux/sockios.h>
#endif

CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode curl_shim_set_offset(CURL *easy, CURLoption option, int64_t value) {
  return curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode curl_shim_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode curl_shim_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode curl_shim_set_data_callback(CURL *easy, CURLoption option, curl_shim_data_callback value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode curl_shim_set_seek_callback(CURL *easy, curl_shim_seek_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

CURLcode curl_shim_allow_only_http(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

void curl_shim_do_not_wait_for_resolver(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
#endif
}

unsigned int curl_shim_version(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

void curl_shim_follow(CURL *easy, curl_shim_opened_callback opened,
                      curl_shim_closing_callback close, void *context) {
  curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, opened);
  curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

CURLcode curl_shim_ask_before_sending(CURL *easy, curl_shim_ready_callback ready, void *context) {
  CURLcode result = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, ready);
  if (result != CURLE_OK) return result;
  return curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

CURLMcode curl_shim_set_multi_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

int curl_shim_reads(CURLM *multi, curl_socket_t socket) {
  fd_set readable, writable, failing;
  int last = -1;
  if (socket < 0 || socket >= FD_SETSIZE) return 1;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  FD_ZERO(&failing);
  if (curl_multi_fdset(multi, &readable, &writable, &failing, &last) != CURLM_OK) return 1;
  return FD_ISSET(socket, &readable) != 0;
}

int curl_shim_unconfirmed(curl_socket_t socket) {
  int count = 0;
#ifdef __linux__
  int result = ioctl(socket, SIOCOUTQ, &count);
#else
  socklen_t length = sizeof count;
  int result = getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length);
#endif
  return result == 0 ? count : 0;
}

int64_t curl_shim_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return (int64_t)value;
}

long curl_shim_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

void *curl_shim_get_private(CURL *easy) {
  char *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

CURL *curl_shim_next_finished(CURLM *multi, CURLcode *result) {
  int remaining = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &remaining)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
