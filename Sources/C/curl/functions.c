#include "shim.h"

#include <netinet/in.h>
#include <string.h>

#include "../loading/loading.h"

LIBRARY("libcurl.so.4")

FORWARD(void, curl_easy_cleanup, (CURL *curl), (curl))
FORWARD(CURL *, curl_easy_init, (void), ())
FORWARD(CURLcode, curl_easy_pause, (CURL *handle, int bitmask), (handle, bitmask))
FORWARD(CURLcode, curl_easy_perform, (CURL *curl), (curl))
FORWARD(void, curl_easy_reset, (CURL *curl), (curl))
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code))
FORWARD(void, curl_free, (void *p), (p))
FORWARD(CURLcode, curl_global_init, (long flags), (flags))
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi_handle, CURL *curl_handle),
    (multi_handle, curl_handle))
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi_handle), (multi_handle))
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi_handle, int *msgs_in_queue),
    (multi_handle, msgs_in_queue))
FORWARD(CURLM *, curl_multi_init, (void), ())
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi_handle, int *running_handles),
    (multi_handle, running_handles))
FORWARD(CURLMcode, curl_multi_poll,
    (CURLM *multi_handle, struct curl_waitfd extra_fds[], unsigned int extra_nfds, int timeout_ms,
    int *ret), (multi_handle, extra_fds, extra_nfds, timeout_ms, ret))
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi_handle, CURL *curl_handle),
    (multi_handle, curl_handle))
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi_handle), (multi_handle))
FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *data),
    (list, data))
FORWARD(void, curl_slist_free_all, (struct curl_slist *list), (list))
FORWARD(CURLU *, curl_url, (void), ())
FORWARD(void, curl_url_cleanup, (CURLU *handle), (handle))
FORWARD(CURLUcode, curl_url_get, (CURLU *handle, CURLUPart what, char **part, unsigned int flags),
    (handle, what, part, flags))
FORWARD(CURLUcode, curl_url_set,
    (CURLU *handle, CURLUPart what, const char *part, unsigned int flags), (handle, what, part,
    flags))

#define SETTER(name, type)                                                                         \
  CURLcode name(CURL *easy, CURLoption option, type value) {                                       \
    static __typeof__(curl_easy_setopt) *_Atomic found;                                            \
    LOADED(curl_easy_setopt, found)                                                                \
    return function(easy, option, value);                                                          \
  }

SETTER(martlet_curl_set_long, long)
SETTER(martlet_curl_set_offset, curl_off_t)
SETTER(martlet_curl_set_text, const char *)
SETTER(martlet_curl_set_pointer, void *)
SETTER(martlet_curl_set_data, martlet_curl_data)

static SETTER(set_open_socket, curl_opensocket_callback)

CURLcode martlet_curl_set_open_socket(CURL *easy, curl_opensocket_callback callback) {
  return set_open_socket(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

CURLMcode martlet_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  static __typeof__(curl_multi_setopt) *_Atomic found;
  LOADED(curl_multi_setopt, found)
  return function(multi, option, value);
}

int martlet_curl_address(const struct curl_sockaddr *address, unsigned char *bytes) {
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
    return 16;
  }
  return 0;
}

CURLcode martlet_curl_result(const CURLMsg *message) {
  return message->data.result;
}
