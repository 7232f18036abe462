internal import CCurl

extension HTTPError.Code {
  /// Converts libcurl's result; `hasStatus` says whether a response had begun.
  init(_ result: CURLcode, hasStatus: Bool, bodyLimit: Int) {
    switch result {
    case CURLE_URL_MALFORMAT: self = .invalidURL
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: bodyLimit)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      self = .tls
    // libcurl reports a response that is not HTTP/1 as an unsupported protocol; the scheme was
    // checked before.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_PARTIAL_FILE,
      CURLE_WRITE_ERROR, CURLE_HTTP2:
      self = .malformed
    default: self = hasStatus ? .malformed : .unreachable
    }
  }
}
