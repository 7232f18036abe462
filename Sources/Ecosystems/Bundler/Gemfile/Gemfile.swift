import Gems
import Ruby
import Text

/// The content of a `Gemfile`.
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
  /// The evaluated files, the Gemfile itself first.
  var files: [String] = []
  /// The conditions that depend on the machine.
  var choices: [RubyChoice] = []
}

/// A gem that a `Gemfile` declares.
struct GemfileDependency: Sendable {
  var name: String
  var requirement: GemRequirement
  /// The clauses as written, each with its literal if it is one.
  var clauses: [RubyString] = []
  /// Nil for the global servers.
  var source: GemSource?
  /// The tag of its repository if its own line names one.
  var tag: RubyString?
  var groups: [String] = ["default"]
  /// The platforms where it is installed, such as `ruby` and `windows`; empty for all.
  var platforms: [String] = []
  /// False if `install_if` or `env` excludes it.
  var isIncluded = true
  var forcesRubyPlatform = false
  /// Whether it is a development dependency of a `gemspec`.
  var isGemspecDevelopment = false
  /// Whether the requirement depends on the machine.
  var isRequirementUnknown = false
  var location: Location

  var dependency: GemDependency { GemDependency(name: name, requirement: requirement) }
}

/// A `ruby` line.
struct RubyDirective: Hashable, Sendable {
  /// Requirements on the version; a bare version means exactly that version.
  var versions: [String]
  var engine: String?
  var engineVersion: String?
  var patchlevel: String?

  /// The parsed requirement; nil if it is ill-formed.
  var requirement: GemRequirement? {
    GemRequirement(versions.map { $0.replacing("-", with: ".") })
  }

  /// The version if the line names exactly one.
  var exact: GemVersion? {
    guard let requirement, requirement.isExact else { return nil }
    return requirement.clauses[0].version
  }
}
