import Text

/// The name by which SwiftPM identifies packages: the end of their location, ignoring case.
package struct PackageIdentity: Sendable, CustomStringConvertible {
  /// As it is written: identities of a registry keep their case in a lock.
  package let description: String
  /// The text to compare.
  private let folded: String

  /// Takes a name as a pin or a registry writes it.
  package init(_ name: String) {
    description = name
    folded = name.lowercased()
  }

  /// Derives the name from a URL or a path: its last component without a final slash and `.git`.
  package init(location: String) {
    description = Self.name(of: location).lowercased()
    folded = description
  }

  /// The last component of a location in its own case, as target dependencies may name it.
  package static func name(of location: String) -> String {
    let bytes = location.utf8
    // Only beyond ASCII can a character be more than a byte.
    guard !bytes.allSatisfy({ $0 < 128 }) else { return String(Substring(asciiName(of: bytes))) }
    let body = location.last == "/" ? location.dropLast() : Substring(location)
    let component = body.lastIndex(of: "/").map { body[body.index(after: $0)...] } ?? body
    return String(component.hasSuffix(".git") ? component.dropLast(4) : component)
  }

  private static func asciiName(of location: String.UTF8View) -> Substring.UTF8View {
    let slash = UInt8(ascii: "/")
    let body = location.last == slash ? location.dropLast() : location[...]
    let component = body.lastIndex(of: slash).map { body[body.index(after: $0)...] } ?? body
    return component.suffix(4).elementsEqual(".git".utf8) ? component.dropLast(4) : component
  }

  /// Whether it has the form `scope.name` of a registry (SE-0292).
  package var isRegistry: Bool {
    let parts = description.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && Self.isWord(parts[0], upTo: 39, marks: "-")
      && Self.isWord(parts[1], upTo: 100, marks: "-_")
  }

  private static func isWord(_ text: Substring, upTo limit: Int, marks: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= limit, text.allSatisfy(\.isASCII) else { return false }
    var mayMark = false
    for character in text {
      let isMark = marks.contains(character)
      guard isMark ? mayMark : (character.isLetter || character.isNumber) else { return false }
      mayMark = !isMark
    }
    return mayMark
  }
}

extension PackageIdentity: Hashable, Comparable {
  /// Without case: `Alamofire` and `alamofire` are one package.
  package static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }

  /// By bytes, without case: the order of pins in `Package.resolved`.
  package static func < (left: Self, right: Self) -> Bool {
    left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
  }

  /// Of what is compared: two spellings of one name meet.
  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// A normalized location; SwiftPM compares pins with dependencies by it.
///
/// Scheme, user, port, case and `.git` do not matter: `git@example.com:a/b` and
/// `https://example.com/a/b.git` are the same.
package struct CanonicalLocation: Hashable, Sendable {
  /// In lower case, without what does not matter: `example.com/a/b`, `/srv/git/b` for a folder.
  package let description: String
  /// `https`, `ssh` or `file`; nil if there is no scheme and none can be inferred.
  package let scheme: String?

  /// Reduces a URL, an scp-style address or a path.
  package init(_ location: String) {
    var rest = Substring(location.lowercased())
    let written = Self.removeScheme(&rest)
    let user = Self.removeUser(&rest)
    Self.removePort(&rest)
    rest = rest.prefix { $0 != "#" && $0 != "?" }
    var text = String(rest)
    if let user, let home = text.firstRange(of: "/~/") {
      text.replaceSubrange(home, with: "/~\(user)/")
    }
    if written == nil || written == "ssh" { Self.joinHost(&text) }
    let isFile = written == "file" || location.hasPrefix("/")
    description = (isFile ? "/" : "") + Self.components(of: text).joined(separator: "/")
    scheme = isFile ? "file" : written ?? (user == "git" ? "ssh" : nil)
  }

  /// Whether two locations are the same without what does not matter.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || CanonicalLocation(one) == CanonicalLocation(other)
  }

  private static func removeScheme(_ text: inout Substring) -> String? {
    guard let mark = text.firstRange(of: "://"), text.first?.isLetter == true,
      text[..<mark.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    else { return nil }
    defer { text = text[mark.upperBound...] }
    return String(text[..<mark.lowerBound])
  }

  private static func removeUser(_ text: inout Substring) -> String? {
    guard let at = text.firstIndex(of: "@"), let slash = text.firstIndex(of: "/"), at < slash else {
      return nil
    }
    defer { text = text[text.index(after: at)...] }
    return String(text[..<at].prefix { $0 != ":" })
  }

  private static func removePort(_ text: inout Substring) {
    guard let colon = text.firstIndex(of: ":"), let slash = text.firstIndex(of: "/"), colon < slash
    else { return }
    let port = text[text.index(after: colon)..<slash]
    guard !port.isEmpty, port.allSatisfy({ ("0"..."9").contains($0) }) else { return }
    text = Substring(text[..<colon] + text[slash...])
  }

  /// Turns the colon of an scp-style address into a slash.
  private static func joinHost(_ text: inout String) {
    guard let colon = text.firstIndex(of: ":") else { return }
    if let slash = text.firstIndex(of: "/"), slash < colon { return }
    text.replaceSubrange(colon...colon, with: "/")
  }

  private static func components(of text: String) -> [String] {
    var parts = text.slashParts().map { decodingPercent(String($0)) }
    if let last = parts.last, last.hasSuffix(".git") {
      parts[parts.count - 1] = String(last.dropLast(4))
    }
    return parts
  }

  /// Decodes a part of a URL; a part with an invalid escape or invalid UTF-8 stays as it is.
  private static func decodingPercent(_ text: String) -> String {
    PercentEncoding.decodeStrictly(Array(text.utf8)[...])
      .flatMap { String(validating: $0, as: UTF8.self) } ?? text
  }
}

extension Collection where Element: Equatable {
  /// Finds the first occurrence of `pattern`.
  func firstRange(of pattern: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while start != endIndex {
      let rest = self[start...]
      if rest.starts(with: pattern) {
        return start..<index(start, offsetBy: pattern.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
