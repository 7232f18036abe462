import Text
import JavaScript

/// What a range of a pattern asks for, in the order in which Yarn 1 tries its resolvers.
enum ClassicRange: Hashable {
  /// A range of versions, an exact version or a tag.
  case registry
  /// `npm:name@range`.
  case alias(name: String, range: String)
  /// A folder that is copied: `file:`, `./` or an absolute path.
  case folder(String)
  /// A folder that is linked: `link:`.
  case link(String)
  /// A git repository or a tarball.
  case remote

  init(_ range: String) {
    if Self.isPlain(range) {
      self = .registry
    } else if Self.isGit(range) || Self.isTarball(range) || Self.isShorthand(range) {
      self = .remote
    } else if range.hasPrefix("file:") {
      self = .folder(String(range.dropFirst(5)))
    } else if ["./", "../", "/"].contains(where: range.hasPrefix) {
      self = .folder(range)
    } else if range.hasPrefix("link:") {
      self = .link(String(range.dropFirst(5)))
    } else if range.hasPrefix("npm:") {
      let pattern = Pattern(String(range.dropFirst(4)))
      self = .alias(name: pattern.name, range: pattern.range)
    } else if ["gitlab:", "gist:", "bitbucket:", "yarn:"].contains(where: range.hasPrefix) {
      self = .remote
    } else {
      self = .registry
    }
  }

  /// Whether no prefix and no suffix can mean anything else, as for nearly all ranges.
  private static func isPlain(_ range: String) -> Bool {
    let bytes = range.utf8
    guard let first = bytes.first, first != "g", bytes.last != "z" else { return false }
    return !bytes.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
  }

  private static func isGit(_ range: String) -> Bool {
    let isWeb = range.hasPrefix("http:") || range.hasPrefix("https:")
    return range.hasPrefix("git:") || range.hasPrefix("git+") || range.hasPrefix("ssh:")
      || isWeb && (range.hasSuffix(".git") || range.contains(".git#"))
  }

  private static func isTarball(_ range: String) -> Bool {
    if range.hasPrefix("http://") || range.hasPrefix("https://") { return true }
    return (range.hasSuffix(".tgz") || range.hasSuffix(".tar.gz")) && !range.contains("@")
  }

  /// `github:user/project`, or `user/project` alone.
  private static func isShorthand(_ range: String) -> Bool {
    if range.hasPrefix("github:") { return true }
    // Nearly all ranges end here.
    guard range.utf8.contains(UInt8(ascii: "/")) else { return false }
    let path = range.prefix { $0 != "#" }
    let parts = path.slashParts(omittingEmptySubsequences: false)
    guard parts.count == 2, let first = path.first, !"-.:@%/".contains(first) else {
      return false
    }
    return parts.allSatisfy { part in
      !part.isEmpty && !part.contains { $0 == ":" || $0 == "@" || $0 == "%" || $0.isWhitespace }
    }
  }

  /// Whether node-semver parses the text as a range.
  static func isValid(_ text: String) -> Bool { Range(text) != nil }
}
