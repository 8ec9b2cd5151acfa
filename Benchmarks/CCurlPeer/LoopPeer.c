#include "CCurlPeer.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { most = 256 };

struct request {
  CURL *easy;
  size_t count;
  struct request *next;
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int isEnded;
};

struct loop {
  CURLM *multi;
  pthread_t thread;
  int pipe[2];
  pthread_mutex_t lock;
  // Under the lock.
  struct request *inbox;
  int isAsleep;
  int isStopped;
  // The thread's own; the first entry is the pipe.
  struct pollfd watched[most];
  nfds_t count;
  long timer;
};

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *unused) {
  struct loop *loop = context;
  nfds_t index = 1;
  while (index < loop->count && loop->watched[index].fd != socket) index++;
  if (what == CURL_POLL_REMOVE) {
    if (index < loop->count) loop->watched[index] = loop->watched[--loop->count];
    return 0;
  }
  if (index == loop->count) {
    if (index == most) abort();
    loop->count++;
  }
  loop->watched[index].fd = socket;
  loop->watched[index].events =
      (what & CURL_POLL_IN ? POLLIN : 0) | (what & CURL_POLL_OUT ? POLLOUT : 0);
  return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
  struct loop *loop = context;
  loop->timer = milliseconds;
  return 0;
}

static void finish(struct loop *loop) {
  CURLMsg *message;
  int rest;
  while ((message = curl_multi_info_read(loop->multi, &rest)) != NULL) {
    struct request *request;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &request);
    curl_multi_remove_handle(loop->multi, message->easy_handle);
    pthread_mutex_lock(&request->lock);
    request->isEnded = 1;
    pthread_cond_signal(&request->ended);
    pthread_mutex_unlock(&request->lock);
  }
}

static void *run(void *context) {
  struct loop *loop = context;
  for (;;) {
    pthread_mutex_lock(&loop->lock);
    struct request *inbox = loop->inbox;
    loop->inbox = NULL;
    loop->isAsleep = inbox == NULL;
    int isStopped = loop->isStopped;
    pthread_mutex_unlock(&loop->lock);
    if (isStopped) return NULL;
    int running;
    if (inbox == NULL) {
      struct pollfd ready[most];
      int count = poll(loop->watched, loop->count, loop->timer < 0 ? -1 : (int)loop->timer);
      if (count == 0) loop->timer = 0;
      nfds_t number = 0;
      for (nfds_t index = 0; index < loop->count; index++)
        if (loop->watched[index].revents != 0) ready[number++] = loop->watched[index];
      pthread_mutex_lock(&loop->lock);
      loop->isAsleep = 0;
      pthread_mutex_unlock(&loop->lock);
      for (nfds_t index = 0; index < number; index++) {
        if (ready[index].fd == loop->pipe[0]) {
          char bytes[64];
          while (read(loop->pipe[0], bytes, sizeof bytes) == sizeof bytes) continue;
          continue;
        }
        int mask = (ready[index].revents & (POLLIN | POLLHUP) ? CURL_CSELECT_IN : 0) |
                   (ready[index].revents & POLLOUT ? CURL_CSELECT_OUT : 0);
        curl_multi_socket_action(loop->multi, ready[index].fd, mask, &running);
      }
    }
    while (inbox != NULL) {
      struct request *request = inbox;
      inbox = inbox->next;
      curl_multi_add_handle(loop->multi, request->easy);
    }
    if (loop->timer == 0) {
      loop->timer = -1;
      curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    finish(loop);
  }
}

static void wake(struct loop *loop) {
  char byte = 1;
  if (write(loop->pipe[1], &byte, 1) < 0) abort();
}

void *curl_loop_start(void) {
  struct loop *loop = calloc(1, sizeof(struct loop));
  if (pipe(loop->pipe) != 0) abort();
  fcntl(loop->pipe[0], F_SETFL, O_NONBLOCK);
  pthread_mutex_init(&loop->lock, NULL);
  loop->watched[0] = (struct pollfd){.fd = loop->pipe[0], .events = POLLIN};
  loop->count = 1;
  loop->timer = -1;
  loop->multi = curl_multi_init();
  curl_multi_setopt(loop->multi, CURLMOPT_MAX_HOST_CONNECTIONS, 64L);
  curl_multi_setopt(loop->multi, CURLMOPT_MAXCONNECTS, 64L);
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, set_timer);
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
  if (pthread_create(&loop->thread, NULL, run, loop) != 0) abort();
  return loop;
}

void curl_loop_stop(void *context) {
  struct loop *loop = context;
  pthread_mutex_lock(&loop->lock);
  loop->isStopped = 1;
  pthread_mutex_unlock(&loop->lock);
  wake(loop);
  pthread_join(loop->thread, NULL);
  curl_multi_cleanup(loop->multi);
  close(loop->pipe[0]);
  close(loop->pipe[1]);
  free(loop);
}

static size_t count_bytes(char *data, size_t size, size_t count, void *context) {
  struct request *request = context;
  request->count += size * count;
  return size * count;
}

void *curl_loop_open(const char *url) {
  struct request *request = calloc(1, sizeof(struct request));
  pthread_mutex_init(&request->lock, NULL);
  pthread_cond_init(&request->ended, NULL);
  request->easy = curl_easy_init();
  curl_easy_setopt(request->easy, CURLOPT_URL, url);
  curl_easy_setopt(request->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(request->easy, CURLOPT_PROXY, "");
  curl_easy_setopt(request->easy, CURLOPT_WRITEFUNCTION, count_bytes);
  curl_easy_setopt(request->easy, CURLOPT_WRITEDATA, request);
  curl_easy_setopt(request->easy, CURLOPT_PRIVATE, request);
  return request;
}

long curl_loop_get(void *loop_context, void *request_context) {
  struct loop *loop = loop_context;
  struct request *request = request_context;
  request->count = 0;
  request->isEnded = 0;
  pthread_mutex_lock(&loop->lock);
  request->next = loop->inbox;
  loop->inbox = request;
  int isAsleep = loop->isAsleep;
  loop->isAsleep = 0;
  pthread_mutex_unlock(&loop->lock);
  if (isAsleep) wake(loop);
  pthread_mutex_lock(&request->lock);
  while (!request->isEnded) pthread_cond_wait(&request->ended, &request->lock);
  pthread_mutex_unlock(&request->lock);
  return (long)request->count;
}

void curl_loop_close(void *context) {
  struct request *request = context;
  curl_easy_cleanup(request->easy);
  pthread_mutex_destroy(&request->lock);
  pthread_cond_destroy(&request->ended);
  free(request);
}
