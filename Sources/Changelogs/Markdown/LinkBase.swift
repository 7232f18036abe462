import Text

/// Where the relative links of a text lead, and how links of a forge are kept from counting.
package struct LinkBase: Hashable, Sendable {
  /// The page of the file that contains the text, or of its repository.
  package var page: String

  /// Creates a base from a page, an absolute HTTP or HTTPS URL.
  package init(page: String) {
    self.page = page
  }

  /// The result for a link's target.
  enum Target: Hashable, Sendable {
    case link(String)
    /// The link would create a back-reference, so it is only shown.
    case shown(String)
    case none
  }

  /// Makes a target absolute and harmless.
  func target(_ url: String) -> Target {
    let plain = url.unicodeScalars.filter { !$0.properties.isWhitespace && $0.value >= 0x20 }
    guard let absolute = absolute(String(String.UnicodeScalarView(plain))) else { return .none }
    return harmless(absolute)
  }

  /// Makes a target absolute, in the spelling that a browser reads it as (WHATWG URL Standard).
  ///
  /// Forges and browsers also follow `https:github.com/a`, `https:/\github.com/a` and
  /// `/\github.com/a`: the judgement is about what they read, not about what is written.
  private func absolute(_ url: String) -> String? {
    if url.isEmpty || url.count > 2000 { return nil }
    if url.hasPrefix("#") { return page + url }
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let plain = url[..<end].replacing("\\", with: "/") + url[end...]
    guard let scheme = Self.scheme(of: url) else {
      return plain.hasPrefix("//") ? Self.web("https", plain) : resolved(String(plain))
    }
    switch scheme {
    case "http", "https": return Self.web(scheme, plain.dropFirst(scheme.count + 1))
    case "mailto": return url
    default: return nil
    }
  }

  /// Writes what follows the colon of a web address with two slashes and a host in small letters.
  ///
  /// A user in front of the host, or a host with percent signs, only deceives readers, so that such a
  /// link is dropped. Letters of other alphabets are written in ASCII.
  private static func web(_ scheme: String, _ rest: some StringProtocol) -> String? {
    let rest = rest.drop { $0 == "/" }
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("@"), !authority.contains("%") else {
      return nil
    }
    let host = Punycode.host(authority.lowercased())
    return "\(scheme)://\(host)\(rest[authority.endIndex...])"
  }

  /// The host and port of an absolute web address; nil for other addresses.
  static func authority(of url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    return String(url[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }

  /// The scheme in front of a URL; nil where it is relative.
  static func scheme(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<colon].lowercased()
    return scheme.contains(where: { $0 == "/" || $0 == "?" || $0 == "#" }) ? nil : scheme
  }

  /// Follows a relative path; one that climbs above the root stays there (RFC 3986 section 5.2).
  private func resolved(_ path: String) -> String? {
    guard let start = page.firstRange(of: "://")?.upperBound else { return nil }
    let authority = page[start...].prefix { $0 != "/" }
    let origin = page[..<authority.endIndex]
    if path.hasPrefix("/") { return origin + path }
    var steps = page[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
      .slashParts(omittingEmptySubsequences: true).dropLast().map(String.init)
    for step in path.slashParts(omittingEmptySubsequences: true) {
      switch step {
      case ".": continue
      case "..": _ = steps.popLast()
      default: steps.append(String(step))
      }
    }
    return origin + "/" + steps.joined(separator: "/")
  }

  /// Leads GitHub's links past its back-references; those of other forges are shown only.
  private func harmless(_ url: String) -> Target {
    let parts = url.slashParts(maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return .link(url) }
    let host = parts[2].lowercased()
    if host == "redirect.github.com" { return .link(url) }
    // Judge `%69ssues` as the server reads it.
    let words = PercentEncoding.decode(parts[3]).lowercased().split { "/?#".contains($0) }
    let kinds: Set<Substring> = [
      "issues", "pull", "pulls", "discussions", "commit", "commits", "merge_requests", "epics",
      "work_items", "pull-requests",
    ]
    guard words.dropFirst(2).contains(where: kinds.contains) else { return .link(url) }
    guard host == "github.com" || host == "www.github.com" else { return .shown(url) }
    return .link("https://redirect.github.com/" + parts[3])
  }
}
