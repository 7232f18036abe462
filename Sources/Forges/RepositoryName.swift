import Text

/// The name of a repository on its forge: `owner/name`.
///
///     RepositoryName("acme/web")?.owner == "acme"
package struct RepositoryName: Hashable, Sendable {
  /// A user, an organisation, a path of groups such as `acme/tools`, or `~ann` on hosts that mark people.
  package var owner: String
  /// The last part.
  package var name: String

  /// Splits `text` at its last slash; nil unless every part is a valid name.
  ///
  /// Valid are letters, digits, `.`, `_` and `-`, but not `.` and `..`, so that a name is safe in URLs
  /// and paths. The owner may begin with `~`. Other characters are percent-encoded, on hosts whose names
  /// have them: `My%20Project/web`.
  package init?(_ text: String) {
    let parts = text.slashParts(omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= 21, let last = parts.last else { return nil }
    guard let first = parts.first, Self.isName(first.first == "~" ? first.dropFirst() : first),
      parts.dropFirst().allSatisfy(Self.isName)
    else { return nil }
    owner = parts.dropLast().joined(separator: "/")
    name = String(last)
  }

  private static func isName(_ part: Substring) -> Bool {
    guard !part.isEmpty, part.utf8.count <= 255, part != ".", part != ".." else { return false }
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        break
      case UInt8(ascii: "%"):
        guard isEscape(rest.prefix(2)) else { return false }
        rest = rest.dropFirst(2)
      default: return false
      }
    }
    return true
  }

  /// Whether two digits stand for a character that isn't a separator or a control character.
  private static func isEscape(_ digits: Substring.UTF8View.SubSequence) -> Bool {
    let text = String(decoding: digits, as: UTF8.self)
    guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit), let byte = UInt8(text, radix: 16)
    else { return false }
    return byte >= 0x20 && byte != 0x7F && !"/\\%".utf8.contains(byte)
  }
}

extension RepositoryName {
  /// Whether both names are equal if case is ignored, as hosts do.
  package func isSame(as other: RepositoryName) -> Bool {
    description.lowercased() == other.description.lowercased()
  }

  /// Whether both belong to one user, organisation or top-level group.
  ///
  ///     RepositoryName("acme/web")?.sharesRoot(with: RepositoryName("acme/tools/web")) == true
  package func sharesRoot(with other: RepositoryName) -> Bool {
    root.lowercased() == other.root.lowercased()
  }

  /// The user, organisation or top-level group.
  package var root: String { String(owner.prefix { $0 != "/" }) }
}

extension RepositoryName: LosslessStringConvertible, Comparable {
  /// The form `owner/name`.
  package var description: String { "\(owner)/\(name)" }

  /// Orders by owner, then by name, case-sensitive.
  package static func < (left: RepositoryName, right: RepositoryName) -> Bool {
    (left.owner, left.name) < (right.owner, right.name)
  }
}

extension RepositoryName: Codable {
  /// Decodes the form `owner/name`; other texts are refused.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let name = RepositoryName(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a repository's name"))
    }
    self = name
  }

  /// Encodes the form `owner/name`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
