import Text

/// The files that evaluation may look at: those of the repository, under a made-up root.
struct RubyFiles: Sendable {
  /// All paths of the tree.
  var listing: Set<String>
  /// Those read so far; nil for what could not be read.
  var texts: [String: SourceText?]
  /// The folder that relative paths start from, without a slash at the end; empty for the root.
  var directory: String

  /// Stands for the root of the tree in absolute paths.
  static let root = "/repository"

  /// The path in the tree that Ruby's path names; nil outside the tree.
  func resolve(_ path: String, from directory: String? = nil) -> String? {
    let base = Self.root + "/" + (directory ?? self.directory)
    let absolute = path.hasPrefix("/") ? path : base + "/" + path
    var parts: [Substring] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    guard parts.first.map(String.init) == String(Self.root.dropFirst()) else { return nil }
    return parts.dropFirst().joined(separator: "/")
  }

  /// A tree's path as Ruby sees it.
  func absolute(_ path: String) -> String {
    path.isEmpty ? Self.root : Self.root + "/" + path
  }

  /// Whether a file or a folder stands there.
  func exists(_ path: String) -> Bool {
    listing.contains(path) || isDirectory(path)
  }

  func isDirectory(_ path: String) -> Bool {
    path.isEmpty || listing.contains { $0.hasPrefix(path + "/") }
  }

  /// A file's text; stops to have it read if it was not yet.
  func text(_ path: String) throws(RubyStop) -> SourceText? {
    guard listing.contains(path) else { return nil }
    guard let known = texts[path] else { throw .needs(path: path) }
    return known
  }
}

/// What `RUBY_VERSION` and the like say.
struct RubyToolchain: Sendable, Hashable {
  var ruby: GemVersion
  var rubygems: GemVersion
  var bundler: GemVersion
  /// Bundler's name of the machine.
  var platform: String
}

/// Matches paths against Ruby's glob patterns: `*`, `**/`, `?`, `[…]`, `{a,b}`.
enum RubyGlob {
  /// Whether a path matches; names that start with a dot match no wildcard.
  static func matches(_ pattern: String, _ path: String) -> Bool {
    alternatives(pattern).contains { alternative in
      segments(
        alternative.split(separator: "/").map { Array($0.utf8) }[...],
        path.split(separator: "/").map { Array($0.utf8) }[...])
    }
  }

  /// Spells out the braces; at most a thousand texts.
  static func alternatives(_ pattern: String) -> [String] {
    guard let open = pattern.firstIndex(of: "{"), let close = closing(of: open, in: pattern) else {
      return [pattern]
    }
    let head = pattern[..<open]
    let tail = pattern[pattern.index(after: close)...]
    let inside = pattern[pattern.index(after: open)..<close]
    let choices = inside.split(separator: ",", omittingEmptySubsequences: false)
    return Array(choices.flatMap { alternatives(String(head + $0 + tail)) }.prefix(1000))
  }

  private static func closing(of open: String.Index, in pattern: String) -> String.Index? {
    pattern[open...].firstIndex(of: "}")
  }

  private static func segments(
    _ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == Array("**".utf8) {
      let rest = pattern.dropFirst()
      return segments(rest, path)
        || path.first.map { $0.first != .dot && segments(pattern, path.dropFirst()) } ?? false
    }
    guard let name = path.first, segment(first[...], name[...], isStart: true) else { return false }
    return segments(pattern.dropFirst(), path.dropFirst())
  }

  private static func segment(
    _ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, isStart: Bool
  ) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let isHidden = isStart && name.first == .dot
    switch first {
    case UInt8(ascii: "*"):
      guard !isHidden else { return false }
      return segment(pattern.dropFirst(), name, isStart: false)
        || !name.isEmpty && segment(pattern, name.dropFirst(), isStart: false)
    case UInt8(ascii: "?"):
      return !isHidden && !name.isEmpty
        && segment(pattern.dropFirst(), name.dropFirst(), isStart: false)
    default:
      return name.first == first && segment(pattern.dropFirst(), name.dropFirst(), isStart: false)
    }
  }
}
