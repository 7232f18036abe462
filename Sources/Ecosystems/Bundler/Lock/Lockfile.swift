import Ecosystem
import Gems
import Ruby
import Text

/// The content of a `Gemfile.lock`.
struct Lockfile: Hashable, Sendable {
  /// A block of sources with its gems.
  struct Block: Hashable, Sendable {
    var source: GemSource
    var specs: [LockedSpec]
  }

  /// A line of `DEPENDENCIES`.
  struct Direct: Hashable, Sendable {
    var dependency: GemDependency
    /// Whether it has a `!`, because it has its own source.
    var isPinned: Bool
  }

  var blocks: [Block] = []
  var platforms: [String] = []
  var dependencies: [Direct] = []
  /// Digests by `name (version-platform)`, empty if missing; nil without the section.
  var checksums: [String: String]?
  /// Such as `ruby 3.1.2p20`.
  var rubyVersion: String?
  /// The version of Bundler that wrote it.
  var bundledWith: String?
  /// Whether lines end in CRLF.
  var hasCarriageReturns = false

  var specs: [LockedSpec] { blocks.flatMap(\.specs) }
}

extension Lockfile: ProjectLock {
  init(_ text: SourceText) throws(Problem) {
    self = try LockfileReader.read(text)
  }

  var fileBytes: [UInt8]? { LockfileWriter.write(self) }
}

/// A variant of a gem with its dependencies.
struct LockedSpec: Hashable, Sendable {
  var name: String
  var version: GemVersion
  /// `ruby` isn't part of names.
  var platform: String
  var dependencies: [GemDependency]

  /// As in the lock: `nokogiri (1.18.8-arm64-darwin)`.
  var lockName: String { "\(name) (\(version)\(platform == "ruby" ? "" : "-" + platform))" }

  /// As in RubyGems: `nokogiri-1.18.8-arm64-darwin`.
  var fullName: String { "\(name)-\(version)\(platform == "ruby" ? "" : "-" + platform)" }
}
