internal import Crypto
internal import Logging

extension Request {
  /// Where the answer to this request is kept, nil if answers to its like never are.
  ///
  /// A SHA-256 over the URL, the credential and all headers that could change the answer: whatever
  /// `Vary` names is in it, and no answer is ever shown to another credential.
  var cacheKey: String? {
    let isConditional = ["If-None-Match", "If-Modified-Since", "If-Match", "Range", "If-Range"]
      .contains { headers[$0] != nil }
    guard method == .get, body == nil, !isConditional, !CacheControl(headers).noStore
    else { return nil }
    let parts = [url, credential?.reveal() ?? ""] + varyingHeaders
    // Each part with its length: no two lists of parts run together to the same text.
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
