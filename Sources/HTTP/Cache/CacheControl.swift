/// The directives of `Cache-Control` that matter to a client that keeps answers (RFC 9111).
struct CacheControl {
  private(set) var noStore = false
  private(set) var noCache = false
  /// Seconds for which an answer holds without being asked about.
  private(set) var maxAge: Int64?

  init(_ headers: Headers) {
    for directive in headers.values("Cache-Control").flatMap({ $0.split(separator: ",") }) {
      let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmed.lowercased() }
      switch parts.first {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "max-age":
        let digits = parts.last?.filter { $0 != "\"" } ?? ""
        // A doubtful number means that nothing is promised.
        maxAge = min(maxAge ?? .max, Int64(digits).map { max($0, 0) } ?? 0)
      default: break
      }
    }
  }
}

extension StoredResponse {
  /// Whether it still holds by its server's own promise, `now` in seconds since 1970.
  func isFresh(now: Int64) -> Bool {
    let control = CacheControl(headers)
    guard !control.noCache, let maxAge = control.maxAge else { return false }
    // How long it had been under way through caches before it came here.
    let before = headers["Age"].flatMap { Int64($0) } ?? 0
    let (age, overflow) = (now - validatedAt).addingReportingOverflow(max(before, 0))
    return !overflow && now >= validatedAt && age < maxAge
  }
}
