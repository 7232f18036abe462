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

/// Matches paths against Ruby's glob patterns: `*`, `**/`, `?`, `{a,b}`.
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

  private static let folders = Array("**".utf8)

  private static func segments(
    _ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>
  ) -> Bool {
    wildcard(
      pattern, path, isMany: { $0 == folders }, takes: { $0.first != .dot },
      matches: { segment($0[...], $1[...]) })
  }

  private static func segment(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    if name.first == .dot, pattern.first.map({ "*?".utf8.contains($0) }) == true { return false }
    return wildcard(
      pattern, name, isMany: { $0 == UInt8(ascii: "*") }, takes: { _ in true },
      matches: { $0 == UInt8(ascii: "?") || $0 == $1 })
  }

  /// Matches from left to right; only the last wildcard for many ever takes one more, so that the
  /// time stays a product of both lengths.
  private static func wildcard<Element>(
    _ pattern: ArraySlice<Element>, _ text: ArraySlice<Element>, isMany: (Element) -> Bool,
    takes: (Element) -> Bool, matches: (Element, Element) -> Bool
  ) -> Bool {
    var (place, start) = (pattern.startIndex, text.startIndex)
    var retry: (place: Int, start: Int)?
    while start < text.endIndex {
      if place < pattern.endIndex, isMany(pattern[place]) {
        place += 1
        retry = (place, start)
      } else if place < pattern.endIndex, matches(pattern[place], text[start]) {
        (place, start) = (place + 1, start + 1)
      } else if let last = retry, takes(text[last.start]) {
        (place, start) = (last.place, last.start + 1)
        retry = (place, start)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy(isMany)
  }
}
