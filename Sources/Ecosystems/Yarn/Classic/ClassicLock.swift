import Ecosystem

/// A `yarn.lock` of Yarn 1: packages by the patterns that resolve to them.
///
///     a@^1.0.0, a@^1.1.0:
///       version "1.2.0"
///       resolved "https://registry.yarnpkg.com/a/-/a-1.2.0.tgz#5f0c…"
struct ClassicLock: Sendable {
  /// What the lock says about one package.
  struct Entry: Hashable, Sendable {
    /// Nil if it is the name in the patterns; an alias can have another one.
    var name: String?
    var version: String
    /// Empty for links.
    var uid: String?
    /// The address of the tarball with its SHA-1 as fragment; nil for folders.
    var resolved: String?
    var integrity: String?
    var registry: String?
    var dependencies: [Pattern] = []
    var optionalDependencies: [Pattern] = []
    var permissions: [String: Bool] = [:]
    var prebuiltVariants: [Pattern] = []

    /// All dependencies, optional ones last.
    var allDependencies: [Pattern] { dependencies + optionalDependencies }
  }

  /// The entries in the order of the file, each with its patterns.
  private(set) var entries: [(patterns: [String], entry: Entry)] = []
  /// The index of the entry for each pattern; the last one if several have it.
  private(set) var index: [String: Int] = [:]

  /// Adds an entry.
  mutating func add(_ patterns: [String], _ entry: Entry) {
    for pattern in patterns { index[pattern] = entries.count }
    entries.append((patterns, entry))
  }

  /// Returns the entry for a pattern.
  subscript(pattern: String) -> Entry? { index[pattern].map { entries[$0].entry } }

  /// Removes a pattern; its entry stays for other patterns.
  mutating func remove(_ pattern: String) { index[pattern] = nil }

  /// Removes patterns; their entries stay for other patterns.
  mutating func remove(where isRemoved: (String) -> Bool) {
    index = index.filter { !isRemoved($0.key) }
  }

  /// The patterns in use, with the same entry for those that share one.
  var patterns: [String] { Array(index.keys) }
}

/// A name with a range, as manifests and locks write it: `a@^1.0.0`.
struct Pattern: Hashable, Sendable, CustomStringConvertible {
  var name: String
  var range: String

  var description: String { "\(name)@\(range)" }

  init(name: String, range: String) {
    self.name = name
    self.range = range
  }

  /// Splits at the first `@` after the name; an empty range is `*`, a missing one `latest`.
  init(_ text: String) {
    let bytes = text.utf8
    let mark = UInt8(ascii: "@")
    guard let at = bytes.dropFirst(bytes.first == mark ? 1 : 0).firstIndex(of: mark) else {
      self.init(name: text, range: "latest")
      return
    }
    let range = text[bytes.index(after: at)...]
    self.init(name: String(text[..<at]), range: range.isEmpty ? "*" : String(range))
  }
}
