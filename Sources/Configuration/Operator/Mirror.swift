import YAML

/// A prefix of URLs that is replaced before anything is asked for; lock files keep the original.
package struct Mirror: Hashable, Sendable {
  /// An `https://` or `http://` URL, as manifests and locks write it; its host in small letters.
  package var from = ""
  /// A URL, or a folder as `file:///…`; ends in a slash exactly if `from` does.
  package var to = ""

  /// Starts without URLs.
  package init() {}
}

extension OperatorFile {
  /// Applies the mirror whose prefix is the longest that fits; the URL itself where none does.
  package func mirrored(_ url: String) -> String {
    let fitting = mirrors.filter { $0.covers(url) }
    guard let mirror = fitting.max(by: { $0.from.utf8.count < $1.from.utf8.count }) else {
      return url
    }
    return mirror.to + String(Substring(url.utf8.dropFirst(mirror.from.utf8.count)))
  }
}

extension OperatorFile {
  /// Whether a source of advisories is asked.
  ///
  /// An operator who has mirrors for what martlet asks has them for all that can be reached: without
  /// one for the source, no pass waits for it, unless the key `advisories` wants it to be asked.
  package func asksAdvisories(at url: String) -> Bool {
    advisories ?? (mirrors.isEmpty || mirrored(url) != url)
  }
}

extension Mirror {
  /// Whether an address lies at or below `from`, by whole segments: `…/acme` is no part of
  /// `…/acme-other`; a host is the same in capitals, a path is not.
  fileprivate func covers(_ url: String) -> Bool {
    guard withSmallHost(url).hasPrefix(from) else { return false }
    let next = url.utf8.dropFirst(from.utf8.count).first
    return next == nil || next == UInt8(ascii: "/") || from.hasSuffix("/")
  }
}

/// The URL with scheme and host in small letters (RFC 3986 section 6.2.2.1).
private func withSmallHost(_ url: String) -> String {
  guard let scheme = url.firstRange(of: "://") else { return url }
  let end = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
  guard url.utf8[..<end].contains(where: { 0x41...0x5A ~= $0 }) else { return url }
  return url[..<end].lowercased() + url[end...]
}

extension Shape where Value == Mirror {
  static var mirror: Shape {
    section(
      Mirror(),
      [
        Key("from", \.from, .url.map(withSmallHost), required: true),
        Key("to", \.to, .place, required: true),
      ]
    ).checked { mirror, node, decoding in
      if mirror.from.hasSuffix("/") != mirror.to.hasSuffix("/"), let place = node["to"] {
        decoding.error("'from' and 'to' must both end in a slash, or neither", at: place)
      }
    }
  }
}
