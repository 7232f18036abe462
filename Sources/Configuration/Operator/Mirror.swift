import YAML

/// A prefix of URLs that is replaced in requests; lock files keep the original.
package struct Mirror: Hashable, Sendable {
  /// An `https://` or `http://` URL as in manifests and locks, with the host in lowercase.
  package var from = ""
  /// A URL, or a folder as `file:///…`; ends in a slash exactly if `from` does.
  package var to = ""

  /// Creates a mirror without URLs.
  package init() {}
}

extension OperatorFile {
  /// Applies the mirror with the longest matching prefix; returns the URL itself if no mirror matches.
  package func mirrored(_ url: String) -> String {
    let fitting = mirrors.filter { $0.covers(url) }
    guard let mirror = fitting.max(by: { $0.from.utf8.count < $1.from.utf8.count }) else {
      return url
    }
    return mirror.to + String(Substring(url.utf8.dropFirst(mirror.from.utf8.count)))
  }
}

extension OperatorFile {
  /// Whether advisories are fetched from a URL.
  ///
  /// If there are mirrors but none for this URL, it is assumed to be unreachable, unless the key
  /// `advisories` is set.
  package func asksAdvisories(at url: String) -> Bool {
    advisories ?? (mirrors.isEmpty || mirrored(url) != url)
  }
}

extension Mirror {
  /// Whether a URL is at or below `from`, by whole segments: `…/acme` doesn't cover `…/acme-other`.
  ///
  /// Hosts are compared without case, paths with case.
  fileprivate func covers(_ url: String) -> Bool {
    guard withSmallHost(url).hasPrefix(from) else { return false }
    let next = url.utf8.dropFirst(from.utf8.count).first
    return next == nil || next == UInt8(ascii: "/") || from.hasSuffix("/")
  }
}

/// Returns the URL with scheme and host in lowercase (RFC 3986 section 6.2.2.1).
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
        Key("to", \.to, .urlOrFolder, required: true),
      ]
    ).checked { mirror, node, decoding in
      if mirror.from.hasSuffix("/") != mirror.to.hasSuffix("/"), let value = node["to"] {
        decoding.error("'from' and 'to' must both end in a slash, or neither", at: value)
      }
    }
  }
}
