import Text
import Time

/// The directives of `Cache-Control` for a client cache (RFC 9111).
struct CacheControl {
  private(set) var noStore = false
  private(set) var noCache = false
  /// The number of seconds for which the response is fresh.
  private(set) var maxAge: Int64?
  /// The longest time in seconds, as in RFC 9111, section 1.2.2.
  static let longest = 2_147_483_648

  init(_ headers: Headers) {
    for directive in headers.values("Cache-Control").flatMap({ $0.split(separator: ",") }) {
      let parts = directive.split(separator: "=", maxSplits: 1).map {
        $0.withoutOptionalWhitespace.lowercased()
      }
      switch parts.first {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "max-age":
        let digits = parts.last?.filter { $0 != "\"" } ?? ""
        // An invalid number means that the response is stale.
        let seconds = digits.number(limitedTo: 0...Self.longest) ?? 0
        maxAge = min(maxAge ?? .max, Int64(seconds))
      default: break
      }
    }
  }
}

extension StoredResponse {
  /// Whether the response is still fresh.
  func isFresh(now: Timestamp) -> Bool {
    let control = CacheControl(headers)
    guard !control.noCache, let maxAge = control.maxAge else { return false }
    // The time that the response spent in other caches.
    let before = headers["Age"]?.number(limitedTo: 0...CacheControl.longest) ?? 0
    let age = now - validatedAt + .seconds(before)
    return now >= validatedAt && age < .seconds(maxAge)
  }
}
