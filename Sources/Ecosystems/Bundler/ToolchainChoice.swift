import Ecosystem
import Gems
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

  /// The files that name a Ruby for version managers.
  static let files = VersionFile(of: "ruby", own: ".ruby-version")

  /// Reads the nearest version file, in the folder of the manifest or above.
  init?(beside project: Project, in tree: SourceTree) async throws(Problem) {
    let nearest = try await Self.files.nearest(to: project.manifest, in: tree) { text, path in
      NamedRuby(text, origin: path)
    }
    guard let nearest else { return nil }
    self = nearest
  }
}

/// Chooses the Ruby, RubyGems and Bundler that a lock is made for.
///
/// The repository decides first: the lock, then the nearest version file, each only if the Gemfile's
/// `ruby` line accepts it, then that line itself. The operator's file is the default for a repository
/// that names no version. If nothing names a Ruby, no gem is held back because of it.
struct ToolchainChoice {
  let profile: Toolchain
  let lock: Lockfile?
  let file: NamedRuby?

  /// Returns the tools for the `ruby` line of a Gemfile; nil if it wasn't evaluated yet.
  func toolchain(for directive: RubyDirective?) -> RubyToolchain {
    let named = named(for: directive)
    let ruby = named?.version ?? GemVersion(profile[.ruby]) ?? .zero
    let rubygems = rubygems(named)
    let bundler = bundler
    return RubyToolchain(
      ruby: ruby, rubygems: rubygems ?? RubyRelease.newestRubygems ?? .zero,
      bundler: bundler.version, rules: rules(for: bundler.version),
      platform: profile[.rubyPlatform], rubyOrigin: named?.origin, bundlerOrigin: bundler.origin,
      isRubyExact: named?.isExact ?? true, isRubygemsKnown: rubygems != nil,
      isRubygemsPinned: profile.stated(.rubygems) != nil)
  }

  private func named(for directive: RubyDirective?) -> NamedRuby? {
    let all = [locked, file, operators].compactMap(\.self)
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

  private var operators: NamedRuby? {
    profile.stated(.ruby).flatMap { GemVersion($0) }
      .map { NamedRuby(version: $0, origin: ToolVersion.operatorsFile) }
  }

  /// The operator's rules for a Bundler of the series 2 that is older than those that are known.
  private func rules(for bundler: GemVersion) -> GemVersion? {
    guard let rules = profile.stated(.oldBundler).flatMap({ GemVersion($0) }),
      LockDialect(bundler: bundler).isOld
    else { return nil }
    return rules
  }

  /// The operator's RubyGems, or that of the Ruby; nil if the Ruby's is not known.
  private func rubygems(_ ruby: NamedRuby?) -> GemVersion? {
    let own = GemVersion(profile[.rubygems])
    if profile.stated(.rubygems) != nil { return own }
    guard let ruby else { return RubyRelease.newestRubygems }
    if ruby.version.text == ToolchainKey.ruby.standard { return own }
    return RubyRelease.rubygems(of: ruby.version)
  }

  /// The Bundler of the lock, which switches to it on every run; then the operator's.
  private var bundler: (version: GemVersion, origin: String?) {
    if let locked = lock?.bundledWith.flatMap({ GemVersion($0) }) {
      return (locked, "BUNDLED WITH in the lock")
    }
    let stated = profile.stated(.bundler).flatMap { GemVersion($0) }
    let own = stated ?? GemVersion(profile[.bundler]) ?? .zero
    return (own, stated == nil ? nil : ToolVersion.operatorsFile)
  }
}
