internal import Crypto
internal import Logging

extension Request {
  /// The cache key of a request; nil if responses to it are never cached.
  ///
  /// It is a SHA-256 of the URL, the credential, and all headers that can change the response.
  /// Therefore it covers all of `Vary`, and no response is returned for another credential.
  var cacheKey: String? {
    let isConditional = ["If-None-Match", "If-Modified-Since", "If-Match", "Range", "If-Range"]
      .contains { headers[$0] != nil }
    guard method == .get, body == nil, !isConditional, !CacheControl(headers).noStore
    else { return nil }
    let parts = [url, credential?.reveal() ?? ""] + varyingHeaders
    // Prefix each part with its length, so that different lists never have the same text.
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    return Digest(.sha256, of: text).hexadecimal
  }

  private var varyingHeaders: [String] {
    let unvarying: Set = ["cache-control", "user-agent"]
    return headers.fields
      .map { (name: $0.name.lowercased(), value: $0.value) }
      .filter { !unvarying.contains($0.name) }
      .map { "\($0.name): \($0.value)" }
      .sorted()
  }
}
