import Ruby

/// What a `Gemfile.lock` says.
struct Lockfile: Hashable, Sendable {
  /// A block of sources with its gems.
  struct Block: Hashable, Sendable {
    var source: GemSource
    var specs: [LockedSpec]
  }

  /// A direct dependency, as `DEPENDENCIES` has it.
  struct Direct: Hashable, Sendable {
    var dependency: GemDependency
    /// Written with `!`: it names a source of its own.
    var isPinned: Bool
  }

  var blocks: [Block] = []
  var platforms: [String] = []
  var dependencies: [Direct] = []
  /// Digests by `name (version-platform)`; nil where the section is absent, "" where one is.
  var checksums: [String: String]?
  /// Such as `ruby 3.1.2p20`.
  var rubyVersion: String?
  /// The Bundler that wrote it.
  var bundledWith: String?
  /// Lines end as on Windows.
  var hasCarriageReturns = false

  var specs: [LockedSpec] { blocks.flatMap(\.specs) }
}

/// A gem at a version for a platform, and what it needs.
struct LockedSpec: Hashable, Sendable {
  var name: String
  var version: GemVersion
  /// `ruby` is left out of names.
  var platform: String
  var dependencies: [GemDependency]

  /// As the lock names it: `nokogiri (1.18.8-arm64-darwin)`.
  var lockName: String { "\(name) (\(version)\(platform == "ruby" ? "" : "-" + platform))" }

  /// As RubyGems names it: `nokogiri-1.18.8-arm64-darwin`.
  var fullName: String { "\(name)-\(version)\(platform == "ruby" ? "" : "-" + platform)" }
}
