#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>

// curl's setters are variadic, which Swift does not import: one function for each kind of value.
static inline CURLcode martlet_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode martlet_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode martlet_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode martlet_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*martlet_curl_data)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode martlet_curl_set_data(
    CURL *easy, CURLoption option, martlet_curl_data callback) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode martlet_curl_set_open_socket(
    CURL *easy, curl_opensocket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode martlet_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode martlet_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The address stands behind a short `struct sockaddr` that libcurl has made longer. Writes four bytes
// or sixteen and says how many; none for what is neither IPv4 nor IPv6.
static inline int martlet_curl_address(const struct curl_sockaddr *address, unsigned char *bytes) {
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

// A message's result stands in a union, of which Swift reads the first member alone.
static inline CURLcode martlet_curl_result(const CURLMsg *message) {
  return message->data.result;
}
