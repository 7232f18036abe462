import Ruby
import Text

/// What a `Gemfile` asks for.
struct Gemfile: Sendable {
  /// In the order of declaration, as Bundler keeps them.
  var dependencies: [GemfileDependency] = []
  /// The servers declared without a block.
  var global = RubygemsSource(remotes: [])
  /// Servers of blocks and of single gems, the last declared first.
  var servers: [RubygemsSource] = []
  var paths: [PathSource] = []
  var repositories: [GitSource] = []
  var ruby: RubyDirective?
  /// Files that were evaluated, the Gemfile itself first.
  var files: [String] = []
  /// Conditions that depend on the machine.
  var choices: [RubyChoice] = []
}

/// A gem that a `Gemfile` asks for.
struct GemfileDependency: Sendable {
  var name: String
  var requirement: GemRequirement
  /// The clauses as written, each with its place where it is a plain literal.
  var clauses: [RubyString] = []
  /// Nil where it comes from the global servers.
  var source: GemSource?
  /// The tag of its repository, where its own line names one.
  var tag: RubyString?
  var groups: [String] = ["default"]
  /// Names such as `ruby` and `windows` that limit where it is installed.
  var platforms: [String] = []
  /// False where `install_if` or `env` keeps it out.
  var isIncluded = true
  var forcesRubyPlatform = false
  /// Brought along by `gemspec` for development.
  var isGemspecDevelopment = false
  /// Whether the requirement depends on the machine.
  var isRequirementUnknown = false
  var location: Location

  var dependency: GemDependency { GemDependency(name: name, requirement: requirement) }
}

/// A `ruby` line.
struct RubyDirective: Hashable, Sendable {
  /// Requirements on the version; a bare version means exactly it.
  var versions: [String]
  var engine: String?
  var engineVersion: String?
  var patchlevel: String?

  /// The requirement as a whole; nil where it is ill-formed.
  var requirement: GemRequirement? {
    GemRequirement(versions.map { $0.replacing("-", with: ".") })
  }

  /// The version, where the line names exactly one.
  var exact: GemVersion? {
    guard let requirement, requirement.isExact else { return nil }
    return requirement.clauses[0].version
  }
}
