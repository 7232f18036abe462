#pragma once
#include <curl/curl.h>

// curl's setters are variadic, which Swift does not import: one function for each kind of value.
CURLcode martlet_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode martlet_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode martlet_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode martlet_curl_set_pointer(CURL *easy, CURLoption option, void *value);

typedef size_t (*martlet_curl_data)(char *bytes, size_t size, size_t count, void *context);

CURLcode martlet_curl_set_data(CURL *easy, CURLoption option, martlet_curl_data callback);
CURLcode martlet_curl_set_open_socket(CURL *easy, curl_opensocket_callback callback);
CURLMcode martlet_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

// The address stands behind a short `struct sockaddr` that libcurl has made longer. Writes four bytes
// or sixteen and says how many; none for what is neither IPv4 nor IPv6.
int martlet_curl_address(const struct curl_sockaddr *address, unsigned char *bytes);

// A message's result stands in a union, of which Swift reads the first member alone.
CURLcode martlet_curl_result(const CURLMsg *message);
