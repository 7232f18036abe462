import Crypto
import Ecosystem
import Gems
import HTTP
import Synchronization
import Text

/// Fetches `/info/NAME` from gem servers and caches the files.
///
/// A cached file is validated by its ETag and extended by a range request; each file is checked
/// against the server's digest. All repositories of a pass share the cache.
final class CompactIndex: Sendable {
  private struct Stored {
    var bytes: [UInt8]
    var etag: String?
    var checked: ContinuousClock.Instant
  }

  let http: Client
  private let stored = Mutex<[String: Stored]>([:])
  /// The parsed pages.
  let pages = ParsedPages()
  /// The time for which a cached file isn't validated.
  private let freshness: Duration

  init(http: Client, freshness: Duration = .seconds(60)) {
    self.http = http
    self.freshness = freshness
  }

  /// Returns the file of a gem; nil if the server doesn't have it.
  ///
  /// - Throws: a `Problem` if the server doesn't respond, or if the digest doesn't match.
  func info(_ name: String, at remote: String) async throws(Problem) -> [UInt8]? {
    let url = remote + "info/" + Self.escaped(name)
    let old = stored.withLock { $0[url] }
    if let old, ContinuousClock.now - old.checked < freshness { return old.bytes }
    let new = try await update(url, old)
    stored.withLock { $0[url] = new }
    return new?.bytes
  }

  private func update(_ url: String, _ old: Stored?) async throws(Problem) -> Stored? {
    if let old, !old.bytes.isEmpty, let result = try await append(url, old) { return result }
    var request = Request(.get, url)
    if let etag = old?.etag { request.headers["If-None-Match"] = "\"\(etag)\"" }
    let response = try await send(request)
    switch response.status {
    case 304: return old.map { renewed($0) }
    case 404, 410: return nil
    case 200:
      guard Self.matches(response.headers, response.body) != false else {
        throw Problem(.failed, "does not match the digest of its server", subject: url)
      }
      return store(response.body, response.headers)
    case 401, 403:
      throw Problem(
        .failed, "requires authentication: status \(response.status)", subject: url,
        advice: "give the server's credential in the operator's file, under registries",
        unavailable: url)
    default: throw Problem(.failed, "answered \(response.status)", subject: url)
    }
  }

  /// Fetches the appended bytes; returns nil if the whole file must be fetched.
  private func append(_ url: String, _ old: Stored) async throws(Problem) -> Stored? {
    var request = Request(.get, url)
    // The range starts one byte earlier, so that it is never empty.
    request.headers["Range"] = "bytes=\(old.bytes.count - 1)-"
    if let etag = old.etag { request.headers["If-None-Match"] = "\"\(etag)\"" }
    let response = try await send(request)
    switch response.status {
    case 304: return renewed(old)
    case 206:
      let bytes = old.bytes + response.body.dropFirst()
      return Self.matches(response.headers, bytes) == true ? store(bytes, response.headers) : nil
    case 200 where Self.matches(response.headers, response.body) != false:
      return store(response.body, response.headers)
    default: return nil
    }
  }

  /// Sends a request.
  func send(_ request: Request) async throws(Problem) -> Response {
    do throws(HTTPError) {
      return try await http.send(request)
    } catch {
      throw Problem(failedRequest: error)
    }
  }

  private func store(_ bytes: [UInt8], _ headers: Headers) -> Stored {
    Stored(bytes: bytes, etag: Self.etag(headers["ETag"]), checked: .now)
  }

  private func renewed(_ old: Stored) -> Stored {
    Stored(bytes: old.bytes, etag: old.etag, checked: .now)
  }

  /// Returns the tag without quotes and `W/`.
  private static func etag(_ value: String?) -> String? {
    guard var tag = value?[...] else { return nil }
    if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
    guard tag.hasPrefix("\"") else { return String(tag) }
    return tag.count > 1 && tag.hasSuffix("\"") ? String(tag.dropFirst().dropLast()) : nil
  }

  /// Whether bytes match `Repr-Digest` or `Digest`; nil without a SHA-256.
  private static func matches(_ headers: Headers, _ bytes: [UInt8]) -> Bool? {
    guard let header = headers["Repr-Digest"] ?? headers["Digest"] else { return nil }
    for field in header.split(separator: ",") {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed.lowercased() == "sha-256" else { continue }
      let value = parts[1].trimmed.drop { $0 == ":" || $0 == "\"" }
      let digest = value.prefix { $0 != ":" && $0 != "\"" }
      return Digest(.sha256, of: bytes).base64 == digest
    }
    return nil
  }

  static func escaped(_ name: String) -> String { PercentEncoding.component.encode(name) }
}
