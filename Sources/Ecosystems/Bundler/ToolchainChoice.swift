import Ecosystem
import Ruby
import Text

/// A Ruby that a file names.
struct NamedRuby: Hashable, Sendable {
  var version: GemVersion
  /// The name of the file in messages.
  var origin: String
  /// Whether it is one release, not a series.
  var isExact = true
}

extension NamedRuby {
  /// Parses a version; a series such as `3.3` counts as its last release.
  init?(_ text: String, origin: String) {
    guard let version = GemVersion(text.replacing("-", with: ".")) else { return nil }
    self.origin = origin
    isExact = version.segments.count > 2
    let highest = GemVersion("\(version).\(RubyRelease.highestPatch)")
    self.version = isExact ? version : highest ?? version
  }

  /// Reads the nearest version file, in the folder of the manifest or above.
  init?(beside project: Project, in tree: SourceTree) async throws(Problem) {
    let listing = Set(tree.paths)
    var folder = RubyFiles.folder(of: project.manifest)
    while true {
      for name in [".ruby-version", ".tool-versions", "mise.toml", ".mise.toml"] {
        let path = folder.isEmpty ? name : folder + "/" + name
        guard listing.contains(path) else { continue }
        let text = RubyVersionFile.version(in: try await tree.read(path).string)
        if let named = NamedRuby(text, origin: path) {
          self = named
          return
        }
      }
      guard !folder.isEmpty else { return nil }
      folder = RubyFiles.folder(of: folder)
    }
  }
}

/// Chooses the Ruby, RubyGems and Bundler that a lock is made for.
///
/// The order is: the operator's file, the lock, a version file, the Gemfile. The Gemfile's
/// requirement must be met. If nothing names a Ruby, no gem is held back because of it.
struct ToolchainChoice {
  let profile: Toolchain
  let lock: Lockfile?
  let file: NamedRuby?

  /// Returns the tools for the `ruby` line of a Gemfile; nil if it wasn't evaluated yet.
  func toolchain(for directive: RubyDirective?) -> RubyToolchain {
    let named = named(for: directive)
    let ruby = named?.version ?? GemVersion(profile[.ruby]) ?? .zero
    return RubyToolchain(
      ruby: ruby, rubygems: rubygems(named), bundler: bundler, platform: profile[.rubyPlatform],
      rubyOrigin: named?.origin, isRubyExact: named?.isExact ?? true,
      isRubygemsPinned: profile.stated(.rubygems) != nil)
  }

  private func named(for directive: RubyDirective?) -> NamedRuby? {
    if let stated = profile.stated(.ruby) {
      return GemVersion(stated).map { NamedRuby(version: $0, origin: "the operator's file") }
    }
    let all = [locked, file].compactMap(\.self)
    guard let requirement = directive?.requirement else { return all.first }
    if let met = all.first(where: { requirement.accepts($0.version) }) { return met }
    if requirement.isExact {
      return NamedRuby(requirement.clauses[0].version.text, origin: "the Gemfile")
    }
    return RubyRelease.highest(in: requirement).map {
      NamedRuby(version: $0, origin: "the Gemfile", isExact: false)
    }
  }

  private var locked: NamedRuby? {
    lock?.rubyVersion?.split(separator: " ").dropFirst().first
      .flatMap { Definition.lockedRuby(String($0)) }
      .map { NamedRuby(version: $0, origin: "the lock") }
  }

  private func rubygems(_ ruby: NamedRuby?) -> GemVersion {
    let own = GemVersion(profile[.rubygems]) ?? .zero
    if profile.stated(.rubygems) != nil { return own }
    guard let ruby else { return RubyRelease.newestRubygems ?? own }
    if ruby.version.text == ToolchainKey.ruby.standard { return own }
    return RubyRelease.rubygems(of: ruby.version) ?? own
  }

  /// The version of Bundler: that of the lock, unless the operator names one.
  private var bundler: GemVersion {
    let own = GemVersion(profile[.bundler]) ?? .zero
    guard profile.stated(.bundler) == nil else { return own }
    return lock?.bundledWith.flatMap { GemVersion($0) } ?? own
  }
}
