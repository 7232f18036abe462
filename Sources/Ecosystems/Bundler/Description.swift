package import Ecosystem
import Gems
import Ruby
import Versioning

extension EcosystemID {
  /// Gems.
  package static let bundler = EcosystemID("bundler")
}

extension ToolchainKey {
  /// `RUBY_VERSION` in a Gemfile, which gems' `required_ruby_version` is compared with.
  package static let ruby = ToolchainKey("ruby", "version", standard: "3.1.2")
  /// Written as `BUNDLED WITH` if the lock file has no such line.
  package static let bundler = ToolchainKey("ruby", "bundler", standard: "2.7.2")
  /// The Bundler by whose rules locks of a Bundler before 2.5 are written; none are by default.
  package static let oldBundler = ToolchainKey("ruby", "write-old-bundler-as", standard: "2.7.2")
  /// Compared with gems' `required_rubygems_version`; decides how platforms are matched.
  package static let rubygems = ToolchainKey("ruby", "rubygems", standard: "3.3.15")
  /// Bundler's name of the machine that lock files are written on.
  package static let rubyPlatform = ToolchainKey(
    "ruby", "platform", .text, standard: "x86_64-linux")
}

extension RegistryKind {
  /// Gem servers with a compact index; they take an API key as the user of basic authentication.
  package static let rubygems = RegistryKind(
    "rubygems-server", displayName: "RubyGems", tokenScheme: .user)
}

extension OSVEcosystem {
  /// RubyGems in OSV; versions are ordered as by `Gem::Version`.
  package static let rubygems = OSVEcosystem("RubyGems", order: VersionOrder(of: GemVersion.self))
}

extension EcosystemDescription {
  /// Bundler: `Gemfile`, gemspecs and `Gemfile.lock`.
  package static let bundler = {
    var bundler = EcosystemDescription(
      id: .bundler, displayName: "Bundler", language: "Ruby",
      label: EcosystemLabel("ruby", color: "ce2d2d"), purlType: "gem", words: ["bundler"],
      manifests: ["Gemfile", "gems.rb", "*.gemspec"], lockFile: "Gemfile.lock",
      versions: VersionOrder(of: GemVersion.self), satisfies: GemRequirement.isSatisfied,
      create: { resources in
        BundlerEcosystem(
          http: resources.http, git: resources.git, toolchain: resources.toolchain)
      })
    bundler.toolchain = [.ruby, .bundler, .oldBundler, .rubygems, .rubyPlatform]
    bundler.registries = [.rubygems]
    bundler.registrySettings = ["Gemfile"]
    bundler.vendorFolder = "vendor/cache"
    bundler.provesVersions = true
    bundler.advisories = .rubygems
    bundler.families = PackageFamily.gems
    bundler.publicHosts = [
      "rubygems.org", "index.rubygems.org", "gem.coop", "rubygems.pkg.github.com",
    ]
    bundler.probes = [RegistryProbe("registry of gems", "https://rubygems.org/")]
    bundler.isRepository = { dependency in
      dependency.source?.hasSuffix("/gems/\(dependency.name)") == false
    }
    bundler.lockOptions = [.platforms, .checksums]
    bundler.generatedFolders = [".bundle"]
    bundler.sample = { RubySample.make() }
    return bundler
  }()
}

extension GemRequirement {
  /// Parses the clauses of an ignore rule; an empty one is an error and not every version.
  static func condition(_ text: String) throws(Problem) -> GemRequirement {
    let clauses = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard let requirement = GemRequirement(clauses) else {
      throw Problem(.usage, "is not a requirement on a gem", subject: text)
    }
    return requirement
  }

  /// Whether a version satisfies clauses separated by commas, as in `>= 1.2, < 3`.
  @Sendable fileprivate static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let version = GemVersion(version) else {
      throw Problem(.usage, "is not a version of a gem", subject: version)
    }
    return try condition(requirement).accepts(version)
  }
}
