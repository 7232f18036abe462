import Gems
import Text

/// A source of gems.
indirect enum GemSource: Hashable, Sendable {
  case rubygems(RubygemsSource)
  case git(GitSource)
  case path(PathSource)
  /// A source of a plugin, which is kept and never used.
  case plugin(PluginSource)

  /// The sort key of its block in the lock.
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

  /// Bundler's `include?`: whether a locked source is one of the manifest's.
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

/// Gem servers that are searched together.
struct RubygemsSource: Hashable, Sendable {
  /// URLs without credentials, with a slash at the end, the last declared first.
  var remotes: [String]

  var identifier: String {
    remotes.isEmpty
      ? "locally installed gems" : "rubygems repository " + remotes.joined(separator: ", ")
  }

  /// Adds a server at the front, if it isn't there.
  mutating func add(_ remote: String) {
    let normal = Self.normalize(remote)
    if !remotes.contains(normal) { remotes.insert(normal, at: 0) }
  }

  /// Adds a slash at the end of a URL and removes user and password.
  static func normalize(_ remote: String) -> String {
    let slashed = remote.hasSuffix("/") ? remote : remote + "/"
    return slashed.withoutUserInfo
  }
}

/// A git repository with its options.
struct GitSource: Sendable {
  var uri: String
  var ref: String?
  var branch: String?
  var tag: String?
  var submodules: String?
  /// The pattern of gemspecs; nil for Bundler's default.
  var glob: String?
  /// The locked commit; not part of the identity.
  var revision: String?

  static let defaultGlob = "{,*,*/*}.gemspec"

  /// The wanted commit, branch or tag.
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

/// A folder of the repository with gems.
struct PathSource: Sendable {
  /// Relative to the folder of the manifest, `.` for that folder.
  var path: String
  var glob: String?
  /// Whether it was declared by `gemspec`, not by `path`.
  var isGemspec = false
  /// The version of the Gemfile, for a folder without a gemspec.
  var version: String?
  var name: String?

  /// Equal for `gemspec` and `path`: Bundler sorts both as `source at`.
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

/// A block of a plugin in the lock.
struct PluginSource: Hashable, Sendable {
  /// `key: value` in the order of the file.
  var options: [String]

  var identifier: String {
    options.first { $0.hasPrefix("remote: ") }.map { String($0.dropFirst(8)) } ?? ""
  }
}

extension String {
  /// Abbreviates a commit or another name as Bundler does.
  fileprivate var isShortName: Bool {
    utf8.count >= 4 && utf8.allSatisfy(\.isASCIIAlphanumeric)
  }

  /// The URL without user and password.
  var withoutUserInfo: String {
    guard let scheme = firstRange(of: "://") else { return self }
    let authority = self[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return self }
    return String(self[..<scheme.upperBound] + self[index(after: at)...])
  }
}
