import Ruby

/// Where gems come from.
indirect enum GemSource: Hashable, Sendable {
  case rubygems(RubygemsSource)
  case git(GitSource)
  case path(PathSource)
  /// A source whose meaning only a plugin knows; kept, never asked.
  case plugin(PluginSource)

  /// What the lock sorts its blocks by.
  var identifier: String {
    switch self {
    case .rubygems(let source): source.identifier
    case .git(let source): source.identifier
    case .path(let source): source.identifier
    case .plugin(let source): source.identifier
    }
  }

  var isRubygems: Bool {
    if case .rubygems = self { true } else { false }
  }

  /// Bundler's `include?`: whether a locked source stands for one of the manifest.
  func includes(_ other: GemSource) -> Bool {
    switch (self, other) {
    case (.rubygems(let mine), .rubygems(let other)):
      other.remotes.allSatisfy(mine.remotes.contains)
    case (.git(let mine), .git(let other)):
      mine.uri == other.uri && mine.glob == other.glob && mine.submodules == other.submodules
    default: self == other
    }
  }
}

/// Servers of gems that are asked together.
struct RubygemsSource: Hashable, Sendable {
  /// Without credentials and with a slash at the end, the last declared first.
  var remotes: [String]

  var identifier: String {
    remotes.isEmpty
      ? "locally installed gems" : "rubygems repository " + remotes.joined(separator: ", ")
  }

  /// Adds a server in front, once.
  mutating func add(_ remote: String) {
    let normal = Self.normalize(remote)
    if !remotes.contains(normal) { remotes.insert(normal, at: 0) }
  }

  /// Ends a server's URL with a slash and drops user and password.
  static func normalize(_ remote: String) -> String {
    let slashed = remote.hasSuffix("/") ? remote : remote + "/"
    return slashed.withoutUserInfo
  }
}

/// A repository of git and what of it is wanted.
struct GitSource: Sendable {
  var uri: String
  var ref: String?
  var branch: String?
  var tag: String?
  var submodules: String?
  /// Which gemspecs count; nil for Bundler's own pattern.
  var glob: String?
  /// The commit locked, if any; not part of the source's identity.
  var revision: String?

  static let defaultGlob = "{,*,*/*}.gemspec"

  /// The name asked for: a commit, a branch or a tag.
  var wanted: String? { ref ?? branch ?? tag }

  var identifier: String {
    let shown = ref.map { $0.isShortName ? String($0.prefix(7)) : $0 } ?? wanted
    let parts = [shown, revision, glob.map { "glob: \($0)" }].compactMap(\.self)
    return parts.isEmpty ? uri : "\(uri) (\(parts.joined(separator: ", ")))"
  }
}

extension GitSource: Hashable {
  static func == (left: GitSource, right: GitSource) -> Bool {
    left.uri == right.uri && left.wanted == right.wanted && left.branch == right.branch
      && left.glob == right.glob && left.submodules == right.submodules
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(uri)
    hasher.combine(wanted)
  }
}

/// A folder of the repository that holds gems.
struct PathSource: Sendable {
  /// Relative to the manifest's folder, `.` for itself.
  var path: String
  var glob: String?
  /// Written by `gemspec` and not by `path`.
  var isGemspec = false
  /// The version named where the folder has no gemspec.
  var version: String?
  var name: String?

  /// The same for `gemspec` and `path`: Bundler sorts both as `source at`.
  var identifier: String { "source at `\(path)`" }
}

extension PathSource: Hashable {
  static func == (left: PathSource, right: PathSource) -> Bool {
    left.path == right.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
  }
}

/// A block of the lock that a plugin wrote.
struct PluginSource: Hashable, Sendable {
  /// `key: value` in the order of the file.
  var options: [String]

  var identifier: String {
    options.first { $0.hasPrefix("remote: ") }.map { String($0.dropFirst(8)) } ?? ""
  }
}

extension String {
  /// A commit's beginning or another short word, which Bundler abbreviates.
  fileprivate var isShortName: Bool {
    utf8.count >= 4 && utf8.allSatisfy(\.isASCIIAlphanumeric)
  }

  /// A URL without user and password.
  var withoutUserInfo: String {
    guard let scheme = firstRange(of: "://") else { return self }
    let authority = self[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return self }
    return String(self[..<scheme.upperBound] + self[index(after: at)...])
  }
}
