import Text

/// Compares the words of a link with its target: words that show one host must not lead to another.
///
///     LinkText("https://github.com/acme/web").verdict(on: "https://evil.example/")  // .another
///     LinkText("Node.js").verdict(on: "https://nodejs.org/")                      // .unclear
package struct LinkText: Hashable, Sendable {
  /// What the words say about the target.
  package enum Verdict: Hashable, Sendable {
    /// They show no host, or that of the target.
    case honest
    /// They contain a word that may be a host: the real one has to be shown next to them.
    case unclear
    /// They contain an address at another host: they must not be a link.
    case another
  }

  private let words: [[Unicode.Scalar]]

  /// Splits the words of a link, with what touches it on both sides.
  package init(_ text: String) {
    // What isn't visible joins the parts of a word.
    let visible = text.unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint && !LiveText.isDangerous($0)
    }
    words = visible.map(Self.folded).split { $0.properties.isWhitespace }.map(Array.init)
  }

  /// Compares with an absolute target, in the format of `LinkBase`.
  package func verdict(on target: String) -> Verdict {
    guard let scheme = target.firstRange(of: "://") else { return .honest }
    let real = Self.plain(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    let verdicts = words.map { verdict(of: $0, real) }
    if verdicts.contains(.another) { return .another }
    return verdicts.contains(.unclear) ? .unclear : .honest
  }

  private func verdict(of word: [Unicode.Scalar], _ real: String) -> Verdict {
    let text = String(String.UnicodeScalarView(word))
    let slashes = text.ranges(of: "//").map(\.upperBound)
    let addresses = slashes + text.ranges(of: "www.").map(\.lowerBound)
    for start in addresses {
      let authority = text[start...].drop { $0 == "/" }.prefix { !Self.ends.contains($0) }
      guard authority.contains(".") || authority == "localhost" else { continue }
      if authority.contains("@") || Self.plain(authority) != real { return .another }
    }
    let hosts = text.split { !Self.isOfHost($0) }.filter(Self.looksLikeHost)
    return hosts.allSatisfy { Self.plain($0) == real } ? .honest : .unclear
  }

  /// The characters that end a host and its port in running text.
  private static let ends: Set<Character> = [
    "/", "?", "#", "\\", ")", "(", "]", "[", ">", "<", "\"", "'", "`", ",", ";", "|",
  ]

  /// An authority without what doesn't change where it leads.
  private static func plain(_ authority: some StringProtocol) -> String {
    var host = authority.lowercased()
    for port in [":443", ":80"] where host.hasSuffix(port) { host.removeLast(port.count) }
    while host.last == "." || host.last == ":" { host.removeLast() }
    for prefix in ["www.", "redirect."] where host.hasPrefix(prefix) {
      host.removeFirst(prefix.count)
    }
    return Punycode.host(host)
  }

  private static func isOfHost(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "."
      || character == ":" || character == "_"
  }

  /// Whether a word could be a host: labels with dots, and only letters in the last one.
  private static func looksLikeHost(_ word: Substring) -> Bool {
    let host = word.prefix { $0 != ":" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: true)
    guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter),
      host.first != "."
    else { return false }
    return !fileEndings.contains(last.lowercased())
  }

  /// Ends of names that are files or tools far more often than hosts.
  private static let fileEndings = Set(
    """
    bash cfg cjs conf css csv cts gemspec go gz html ini java jpg js json jsx kt lock log map md mdx \
    mjs mts php png podspec py rb resolved rs rst scss sh sql svg tgz toml ts tsx txt vue xml \
    yaml yml zip
    """.split(separator: " ").map(String.init))

  /// A full-width letter or dot as the one that browsers read it as.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x3002, 0xFF61: "."
    case 0x2044, 0x2215, 0x29F8: "/"
    default: scalar
    }
  }
}
