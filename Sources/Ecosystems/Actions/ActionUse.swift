import Ecosystem
import Text
import YAML

/// A `uses:` that names an action or a reusable workflow in another repository.
struct ActionUse: Hashable, Sendable {
  /// The address of the host if the value states one, as Gitea and Forgejo allow:
  /// `https://code.forgejo.org`.
  var host: String?
  /// The owner and the name: `actions/checkout`.
  var repository: String
  /// The folder or the workflow in the repository, without slashes around; usually empty.
  var path: String
  /// The tag, branch or commit.
  var reference: String
  /// The bytes of the reference in its file.
  var range: Range<Int>
  /// The version in the comment behind the value, with its bytes: `v4.1.2` in `# v4.1.2`.
  var comment: Comment?
  /// The location of the value.
  var location: Location

  /// A version in a comment.
  struct Comment: Hashable, Sendable {
    /// The version as written.
    var text: String
    /// Its bytes in the file.
    var range: Range<Int>
  }

  /// Whether the reference is a full commit hash (SHA-1 or SHA-256).
  var isPinned: Bool {
    [40, 64].contains(reference.utf8.count) && reference.allSatisfy(\.isHexDigit)
  }

  /// Parses the value of a `uses:`; nil for actions of the repository itself and for images.
  ///
  /// - Throws: a refusal if the reference isn't literally in the file.
  init?(_ node: Node, in source: SourceText) throws(Problem) {
    guard let text = node.string, !text.hasPrefix("./"), !text.hasPrefix("docker://"),
      !text.contains("${{"), let sign = text.firstIndex(of: "@")
    else { return nil }
    guard let address = Self.address(text[..<sign]) else { return nil }
    (host, repository, path) = address
    reference = String(text[text.index(after: sign)...])
    guard !reference.isEmpty else { return nil }
    let raw = source.bytes[node.range]
    let wanted = Array(text.utf8)
    guard let start = raw.indices.first(where: { raw[$0...].starts(with: wanted) }) else {
      throw Problem(
        .refused, "is written with escapes or over several lines", subject: text,
        at: node.location, advice: "write the value on one line without escapes")
    }
    let end = start + wanted.count
    range = (end - reference.utf8.count)..<end
    location = node.location
    comment = Comment(behind: node.range.upperBound, in: source)
  }

  /// Splits what precedes the `@`; nil if it doesn't name a repository.
  private static func address(
    _ text: Substring
  ) -> (host: String?, repository: String, path: String)? {
    var rest = text
    var host: String?
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      rest = text.dropFirst(scheme.count)
      let name = rest.prefix { $0 != "/" }
      host = scheme + name.lowercased()
      rest = rest.dropFirst(name.count + 1)
    }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy(isWord)
    }
    guard parts.count > 1, isPlain else { return nil }
    return (host, "\(parts[0])/\(parts[1])", parts.dropFirst(2).joined(separator: "/"))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "-_.".utf8.contains(byte)
  }
}

extension ActionUse.Comment {
  /// Finds a version in the comment that follows on the same line: the last word that contains one,
  /// as in `# v4.1.2`, `# tag=v4.1.2` or `# ratchet:actions/checkout@v4`.
  fileprivate init?(behind offset: Int, in source: SourceText) {
    let line = source.bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }
    guard let hash = line.firstIndex(of: UInt8(ascii: "#")),
      line[..<hash].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    let words = line[line.index(after: hash)...].split {
      $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=")
    }
    for word in words.reversed() {
      let text = String(decoding: word, as: UTF8.self)
      guard ActionTag(text) != nil else { continue }
      self.text = text
      range = word.startIndex..<word.endIndex
      return
    }
    return nil
  }
}
